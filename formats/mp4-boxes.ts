// The boxes of MP4 and QuickTime files (ISO/IEC 14496-12): each has a length and a name, and some contain boxes.
import { BrokenMedia, type ByteReader, nameAt } from './byte-reader.ts'

export interface Box {
  name: string
  /** Of its length. */
  at: number
  /** Of its content. */
  start: number
  end: number
}

const headBytes = 8

/** @param limit where the list of boxes ends @throws BrokenMedia when it ends behind that */
async function boxAt(reader: ByteReader, at: number, limit: number): Promise<Box> {
  const head = await reader.view(at, headBytes)
  let start = at + headBytes
  let length = head.getUint32(0)
  if (length === 0) length = limit - at
  if (length === 1) {
    const long = await reader.view(start, 8)
    start += 8
    length = long.getUint32(0) * 2 ** 32 + long.getUint32(4)
  }
  const end = at + length
  if (end < start || !Number.isSafeInteger(end) || end > limit) throw new BrokenMedia()
  return { name: nameAt(head, 4), at, start, end }
}

/** QuickTime ends some lists of boxes with four zero bytes, which are no box. @throws BrokenMedia */
export async function* boxesIn(reader: ByteReader, { start, end }: Pick<Box, 'start' | 'end'>): AsyncGenerator<Box> {
  for (let at = start; end - at >= headBytes;) {
    const box = await boxAt(reader, at, end)
    yield box
    at = box.end
  }
}

/** What describes a film and what it consists of: without the end of such a box the end of the film is missing. */
const needed = new Set(['moov', 'mdat', 'moof'])
const printable = /^[ -~\xa9][ -~]{3}$/

/**
 * The boxes of a whole file that a user sends. Players do not look at what stands behind a film: cameras, chats and websites hang there
 * what they like, and a download may end within it.
 * @throws BrokenMedia
 */
export async function* boxesOfSent(reader: ByteReader): AsyncGenerator<Box> {
  const seen = new Set<string>()
  for (let at = 0; at < reader.size;) {
    const isFilm = seen.has('moov') && seen.has('mdat')
    const name = at + headBytes <= reader.size ? nameAt(await reader.view(at, headBytes), 4) : ''
    if (isFilm && !printable.test(name)) return
    try {
      const box = await boxAt(reader, at, reader.size)
      yield box
      seen.add(box.name)
      at = box.end
    } catch (error) {
      if (error instanceof BrokenMedia && isFilm && !needed.has(name)) return
      throw error
    }
  }
}
