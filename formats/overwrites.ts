// Bytes of a file that are written over while it is read: so a file of any size loses its texts without a copy of it in
// memory, and keeps its length and every offset in it.

/** The bytes from `from` until before `to` become these; zeros where they are left out. */
export interface Overwrite {
  from: number
  to: number
  bytes?: Uint8Array
}

/** @param at where in the file these bytes begin */
export function writeOver(bytes: Uint8Array, at: number, overwrites: readonly Overwrite[]): void {
  for (const { from, to, bytes: written } of overwrites) {
    const start = Math.max(from, at)
    const end = Math.min(to, at + bytes.length)
    if (start >= end) continue
    if (written) bytes.set(written.subarray(start - from, end - from), start - at)
    else bytes.fill(0, start - at, end - at)
  }
}

/** @param at where in the file the stream begins */
export function overwriting(at: number, overwrites: readonly Overwrite[]): TransformStream<Uint8Array, Uint8Array> {
  let offset = at
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = new Uint8Array(chunk)
      writeOver(bytes, offset, overwrites)
      offset += bytes.length
      controller.enqueue(bytes)
    }
  })
}
