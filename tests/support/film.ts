// An MP4 made by hand: everything that tells what it is, and no picture that could be shown.
/** Where it was taken, as phones write it. */
export const place = '+55.7558+037.6173/'

export function box(name: string, ...contents: (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(contents.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** Version 0, made at 7, of the given length in 32-bit words. */
function header(words: number, values: Record<number, number> = {}): Buffer {
  const content = Buffer.alloc(words * 4)
  for (const [word, value] of Object.entries({ 1: 7, 2: 7, ...values })) content.writeUInt32BE(value, Number(word) * 4)
  return content
}

const handler = (type: string) => box('hdlr', Buffer.alloc(8), type, Buffer.alloc(12))
export const track = (type: string, ...more: Buffer[]) =>
  box(
    'trak',
    box('tkhd', header(21, { 19: 64 << 16, 20: 48 << 16 })),
    box('mdia', box('mdhd', header(6)), handler(type)),
    ...more
  )
const movieHeader = box('mvhd', header(25, { 3: 1000, 4: 5000 }))
export const samples = box('mdat', 'pixels and sound')

/** Five seconds of 64 × 48. @param more in the file, in its movie and in its picture's track */
export const film = (...more: Buffer[]) =>
  Buffer.concat([
    box('ftyp', 'isom', Buffer.alloc(4), 'isom'),
    box('moov', movieHeader, track('vide', ...more), track('soun'), ...more),
    ...more,
    samples
  ])
