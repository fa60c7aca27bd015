// How tiles of different proportions fill rows of one width: all rows are about equally high, and each is filled to its end. Pure,
// and quick for tens of thousands of jobs: their places are known before any of them is drawn.

/** For jobs without a picture or film. */
const plainRatio = 4 / 3
/** Keeps very wide and very tall pictures from becoming stripes. */
export const tileRatio = (ratio: number | null): number => Math.min(2.4, Math.max(0.5, ratio ?? plainRatio))

export interface Layout {
  width: number
  /** About how high a picture is. */
  targetHeight: number
  gap: number
  /** Below each picture, with the space to the next row. */
  captionHeight: number
}

export interface Row {
  /** The first job, and the one behind the last. */
  start: number
  end: number
  top: number
  /** Of the pictures; the row is `captionHeight` higher. */
  height: number
}

/** @param ratios of all jobs, as `tileRatio` gives them */
export function rowsOf(ratios: readonly number[], { width, targetHeight, gap, captionHeight }: Layout): Row[] {
  const rows: Row[] = []
  let top = 0
  let start = 0
  let sum = 0
  const close = (end: number, height: number) => {
    rows.push({ start, end, top, height })
    top += height + captionHeight
    start = end
    sum = 0
  }
  for (const [index, ratio] of ratios.entries()) {
    sum += ratio
    const room = width - gap * (index - start)
    if (sum * targetHeight >= room) close(index + 1, Math.max(1, Math.floor(room / sum)))
  }
  // The last row is not stretched.
  if (start < ratios.length) close(ratios.length, targetHeight)
  return rows
}

export const heightOf = (rows: readonly Row[], { captionHeight }: Layout): number => {
  const last = rows.at(-1)
  return last ? last.top + last.height + captionHeight : 0
}

/** The first row that satisfies a condition which holds for all rows behind it; the number of rows if there is none. */
function firstRow(rows: readonly Row[], holds: (row: Row) => boolean): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(rows[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

/** The rows between two heights: the first, and the one behind the last. */
export function rowsBetween(
  rows: readonly Row[],
  from: number,
  to: number,
  { captionHeight }: Layout
): [number, number] {
  const first = firstRow(rows, ({ top, height }) => top + height + captionHeight > from)
  return [
    first,
    Math.max(
      first,
      firstRow(rows, ({ top }) => top >= to)
    )
  ]
}

/** The row of a job; -1 when there is no such job. */
export const rowOf = (rows: readonly Row[], index: number): number => {
  const found = firstRow(rows, ({ end }) => end > index)
  return index < 0 || found === rows.length ? -1 : found
}

/** The job in the row above (-1) or below (1) whose middle is nearest; the same one at the end. */
export function neighbour(
  ratios: readonly number[],
  rows: readonly Row[],
  { index, direction, gap }: { index: number; direction: -1 | 1; gap: number }
): number {
  const from = rows[rowOf(rows, index)]
  const to = rows[rowOf(rows, index) + direction]
  if (!from || !to) return index
  const middleIn = (row: Row, wanted: number) => {
    let left = 0
    for (let at = row.start; at < wanted; at++) left += ratios[at]! * row.height + gap
    return left + (ratios[wanted]! * row.height) / 2
  }
  const middle = middleIn(from, index)
  let best = to.start
  for (let at = to.start; at < to.end; at++)
    if (Math.abs(middleIn(to, at) - middle) < Math.abs(middleIn(to, best) - middle)) best = at
  return best
}
