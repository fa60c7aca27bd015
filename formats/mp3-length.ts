// How long the sound of an MP3 is: the sum of its frames, whatever its tables say. Behind them tags may stand, and no further sound: a player
// that looks for frames would play it, at a density that nothing here tells.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import { readMp3Frame, startOfFrames } from './mp3.ts'

const frameAt = async (reader: ByteReader, offset: number) =>
  offset + 4 <= reader.size ? readMp3Frame((await reader.view(offset, 4)).getUint32(0)) : null

/** Whether something else than a frame begins here by right. */
const isTag = async (reader: ByteReader, offset: number): Promise<boolean> =>
  /^(TAG|APETAGEX|LYRICSBEGIN|\0)/.test(await reader.text(offset, Math.min(11, reader.size - offset)))

/** Whether a player that goes on looking finds sound from here on: two frames that follow each other. */
async function hasMoreFrames(reader: ByteReader, start: number): Promise<boolean> {
  for (let offset = start; offset + 4 <= reader.size;) {
    const bytes = await reader.from(offset, 4)
    const at = bytes.findIndex((byte, index) => byte === 0xff && ((bytes[index + 1] ?? 0xff) & 0xe0) === 0xe0)
    if (at < 0) {
      offset += bytes.length
      continue
    }
    const frame = await frameAt(reader, offset + at)
    if (frame && (await frameAt(reader, offset + at + frame.bytes))) return true
    offset += at + 1
  }
  return false
}

/**
 * @param secondsEnough how much longer than this it is does not matter: reading may stop there
 * @returns null when it is no MP3 @throws BrokenMedia when it cannot be told
 */
export async function mp3Seconds(reader: ByteReader, secondsEnough: number): Promise<number | null> {
  if (reader.size < 4) return null
  const start = await startOfFrames(reader)
  let frame = await frameAt(reader, start)
  if (!frame) {
    if (start > 0) throw new BrokenMedia()
    return null
  }
  let [offset, seconds, frames] = [start, 0, 0]
  while (frame && seconds <= secondsEnough) {
    // The end of the last one may be missing: a player plays it.
    offset += frame.bytes
    seconds += frame.seconds
    frames += 1
    frame = await frameAt(reader, offset)
  }
  // Four bytes may look like a frame by chance.
  if (frames < 2) throw new BrokenMedia()
  const left = reader.size - offset
  if (frame || left <= 0) return seconds
  if (!(await isTag(reader, offset)) || (await hasMoreFrames(reader, offset))) throw new BrokenMedia()
  return seconds
}
