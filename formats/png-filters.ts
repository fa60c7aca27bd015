// The filters of PNG rows: what stands in the file is the difference from the pixels to the left and above.
import { BrokenMedia } from './byte-reader.ts'

/** The neighbour that the pixel is closest to. Third edition, 9.4. */
function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner
  const toLeft = Math.abs(estimate - left)
  const toAbove = Math.abs(estimate - above)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** What a filter expects at a place, from bytes of whole pixels. */
function expected(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4:
      return paeth(left, above, corner)
    default:
      return 0
  }
}

export interface FilteredRow {
  /** 0 to 4. */
  filter: number
  /** The bytes of the row as they stand in the file. */
  filtered: Uint8Array
}

/**
 * Restores a row in place.
 * @param above the restored row above; zeros for the first one
 * @param step bytes of a pixel
 * @throws BrokenMedia for a filter that the format does not have
 */
export function restoreRow({ filter, filtered }: FilteredRow, above: Uint8Array, step: number): Uint8Array {
  if (filter > 4) throw new BrokenMedia()
  if (filter === 0) return filtered
  for (let index = 0; index < filtered.length; index += 1) {
    const left = index < step ? 0 : (filtered[index - step] ?? 0)
    const corner = index < step ? 0 : (above[index - step] ?? 0)
    filtered[index] = (filtered[index] ?? 0) + expected(filter, left, above[index] ?? 0, corner)
  }
  return filtered
}

/** Writes a row as the file has it, with this filter, behind the byte that names it. */
export function filterRow(
  row: Uint8Array,
  above: Uint8Array,
  { filter, step, to }: { filter: number; step: number; to: Uint8Array }
): void {
  to[0] = filter
  for (let index = 0; index < row.length; index += 1) {
    const left = index < step ? 0 : (row[index - step] ?? 0)
    const corner = index < step ? 0 : (above[index - step] ?? 0)
    to[index + 1] = (row[index] ?? 0) - expected(filter, left, above[index] ?? 0, corner)
  }
}
