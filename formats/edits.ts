// Changes of a file that make it longer or shorter, applied while it is read or sent: a file of any size is changed without a copy of it
// in memory. For changes that keep the length see overwrites.ts.
import type { MediaSource } from './byte-reader.ts'

/** The bytes from `from` until before `to` become these; with both the same, these are put in. Sorted, and none within another. */
export interface Edit {
  from: number
  to: number
  bytes: Uint8Array
}

export const sortedEdits = (edits: readonly Edit[]): Edit[] => edits.toSorted((one, other) => one.from - other.from)

export const editedSize = (size: number, edits: readonly Edit[]): number =>
  edits.reduce((sum, { from, to, bytes }) => sum - (to - from) + bytes.length, size)

/** A stretch of the changed file: of the old one from `from` on, or new bytes. */
interface Piece {
  at: number
  length: number
  from: number
  bytes: Uint8Array | null
}

function piecesOf(size: number, edits: readonly Edit[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  let read = 0
  const add = (length: number, from: number, bytes: Uint8Array | null) => {
    if (length > 0) pieces.push({ at, length, from, bytes })
    at += length
  }
  for (const { from, to, bytes } of edits) {
    add(from - read, read, null)
    add(bytes.length, 0, bytes)
    read = to
  }
  add(size - read, read, null)
  return pieces
}

/** The changed file, to be looked at before it is written. */
export function editedSource(source: MediaSource, edits: readonly Edit[]): MediaSource {
  const pieces = piecesOf(source.size, edits)
  const size = editedSize(source.size, edits)
  return {
    size,
    async read(offset, length) {
      const end = Math.min(offset + length, size)
      const whole = new Uint8Array(Math.max(0, end - offset))
      for (const { at, length: pieceLength, from, bytes } of pieces) {
        const start = Math.max(at, offset)
        const stop = Math.min(at + pieceLength, end)
        if (start >= stop) continue
        const part = bytes ? bytes.subarray(start - at, stop - at) : await source.read(from + start - at, stop - start)
        whole.set(part, start - offset)
        // What could not be read is missing at the end, never zeros within.
        if (part.length < stop - start) return whole.subarray(0, start - offset + part.length)
      }
      return whole
    }
  }
}

/** Changes a whole file while it is sent. */
export function editing(edits: readonly Edit[]): TransformStream<Uint8Array, Uint8Array> {
  const left = [...edits].toReversed()
  let offset = 0
  /** The bytes of the file before this one are sent, or left out. */
  let done = 0
  return new TransformStream({
    transform(chunk, controller) {
      const end = offset + chunk.length
      const sendUntil = (to: number) => {
        if (to > done) controller.enqueue(chunk.subarray(done - offset, to - offset))
        done = Math.max(done, to)
      }
      for (let edit = left.at(-1); edit && edit.from < end; edit = left.at(-1)) {
        sendUntil(edit.from)
        if (edit.bytes.length > 0) controller.enqueue(edit.bytes)
        done = edit.to
        left.pop()
      }
      sendUntil(end)
      offset = end
    },
    flush(controller) {
      for (const { bytes } of left.toReversed()) if (bytes.length > 0) controller.enqueue(bytes)
    }
  })
}
