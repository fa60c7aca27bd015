// MP3 (MPEG 1, 2 and 2.5, layer III): a sequence of frames with tags before and after. Every frame is visited, because
// with a variable bit rate the duration is only known as the sum of the frames' durations.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import type { MediaFacts } from './facts.ts'

const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
} as const
const sampleRates = [44_100, 48_000, 32_000] as const

interface Frame {
  bytes: number
  seconds: number
}

/** Null when these four bytes do not begin a layer III frame. */
export function readMp3Frame(header: number): Frame | null {
  const version = (header >>> 19) & 3
  const rateIndex = (header >>> 10) & 3
  const isLayer3 = header >>> 21 === 0x7ff && version !== 1 && ((header >>> 17) & 3) === 1
  const isMpeg1 = version === 3
  const bitRate = kilobits[isMpeg1 ? 'mpeg1' : 'mpeg2'][(header >>> 12) & 15]
  const fullRate = sampleRates[rateIndex]
  if (!isLayer3 || !bitRate || !fullRate) return null
  const sampleRate = fullRate / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  const samples = isMpeg1 ? 1152 : 576
  const padding = (header >>> 9) & 1
  return { bytes: Math.floor((samples / 8) * ((bitRate * 1000) / sampleRate)) + padding, seconds: samples / sampleRate }
}

/** The offset of the first frame, after ID3v2 tags, whose length field has seven bits per byte. */
async function startOfFrames(reader: ByteReader): Promise<number> {
  let offset = 0
  while (offset + 10 <= reader.size && (await reader.text(offset, 3)) === 'ID3') {
    const tag = await reader.view(offset, 10)
    const sizes = [6, 7, 8, 9].map((index) => tag.getUint8(index))
    if (sizes.some((byte) => byte > 127)) throw new BrokenMedia()
    const hasFooter = (tag.getUint8(5) & 0x10) !== 0
    offset += 10 + sizes.reduce((sum, byte) => sum * 128 + byte, 0) + (hasFooter ? 10 : 0)
    if (offset > reader.size) throw new BrokenMedia()
  }
  return offset
}

const infoOffsets = [36, 21, 13] as const
const hasFrames = 1
const hasBytes = 2

/**
 * Whether this is the silent first frame of some encoders, which states how many bytes follow. With it a file that was
 * cut between two frames is detected.
 */
async function isInfoFrame(reader: ByteReader, offset: number, frame: Frame): Promise<boolean> {
  for (const at of infoOffsets) {
    if (at + 16 > frame.bytes || offset + frame.bytes > reader.size) continue
    const name = await reader.text(offset + at, 4)
    if (name !== 'Xing' && name !== 'Info') continue
    const view = await reader.view(offset + at + 4, 12)
    const flags = view.getUint32(0)
    const bytes = flags & hasBytes ? view.getUint32(flags & hasFrames ? 8 : 4) : 0
    if (offset + bytes > reader.size) throw new BrokenMedia()
    return true
  }
  return false
}

const tagBehind = /^(TAG|APETAGEX|LYRICSBEGIN|\0)/

/** Whether old-style tags or padding begin here, after the last frame. */
async function isTrailer(reader: ByteReader, offset: number): Promise<boolean> {
  return tagBehind.test(await reader.text(offset, Math.min(11, reader.size - offset)))
}

export async function inspectMp3(reader: ByteReader): Promise<MediaFacts | null> {
  if (reader.size < 4) return null
  let offset = await startOfFrames(reader)
  if (offset + 4 > reader.size || !readMp3Frame((await reader.view(offset, 4)).getUint32(0))) return null

  let durationSeconds = 0
  let frames = 0
  while (offset < reader.size) {
    const frame = offset + 4 <= reader.size ? readMp3Frame((await reader.view(offset, 4)).getUint32(0)) : null
    if (!frame) {
      if (await isTrailer(reader, offset)) break
      throw new BrokenMedia()
    }
    offset += frame.bytes
    if (offset > reader.size) throw new BrokenMedia()
    if (frames > 0 || !(await isInfoFrame(reader, offset - frame.bytes, frame))) durationSeconds += frame.seconds
    frames += 1
  }
  // Four random bytes may look like a frame; two frames in a row do not occur by chance.
  return frames >= 2 ? { type: 'audio/mpeg', width: null, height: null, durationSeconds } : null
}
