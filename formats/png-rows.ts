// Undoes the filters of PNG rows (PNG, third edition, 9.2): each byte is stored as its difference to its neighbours.
import { BrokenMedia } from './byte-reader.ts'

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/**
 * Changes the row in place.
 * @param filter the first byte of the stored row
 * @param above the row before it, unfiltered; zeros before the first
 * @param bytesPerPixel at least 1
 * @throws BrokenMedia for a filter that does not exist
 */
export function unfilter(filter: number, row: Uint8Array, above: Uint8Array, bytesPerPixel: number): void {
  if (filter > 4) throw new BrokenMedia()
  if (filter === 0) return
  for (let at = 0; at < row.length; at++) {
    const left = at < bytesPerPixel ? 0 : (row[at - bytesPerPixel] ?? 0)
    const up = above[at] ?? 0
    const corner = at < bytesPerPixel ? 0 : (above[at - bytesPerPixel] ?? 0)
    const expected = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner)
    row[at] = ((row[at] ?? 0) + expected) & 0xff
  }
}
