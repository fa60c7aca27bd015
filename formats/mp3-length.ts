// How long the sound of an MP3 is: the sum of its frames, whatever its tables say. What stands behind them may be passed over by a player
// that looks for more frames, so more than the smallest tag counts as if it were sound.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import { readMp3Frame, startOfFrames } from './mp3.ts'

/** ID3v1, always of this length. */
const tagBytes = 128

const frameAt = async (reader: ByteReader, offset: number) =>
  offset + 4 <= reader.size ? readMp3Frame((await reader.view(offset, 4)).getUint32(0)) : null

/** Whether something else than a frame begins here by right. */
const isTag = async (reader: ByteReader, offset: number): Promise<boolean> =>
  /^(TAG|APETAGEX|LYRICSBEGIN|\0)/.test(await reader.text(offset, Math.min(11, reader.size - offset)))

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
  let [offset, seconds, frames, last] = [start, 0, 0, frame]
  while (frame && seconds <= secondsEnough) {
    // The end of the last one may be missing: a player plays it.
    offset += frame.bytes
    seconds += frame.seconds
    frames += 1
    last = frame
    frame = await frameAt(reader, offset)
  }
  // Four bytes may look like a frame by chance.
  if (frames < 2) throw new BrokenMedia()
  const left = reader.size - offset
  if (frame || left <= 0) return seconds
  if (!(await isTag(reader, offset))) throw new BrokenMedia()
  return seconds + (Math.max(0, left - tagBytes) / last.bytes) * last.seconds
}
