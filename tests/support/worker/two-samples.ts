// Tells whether two series of durations differ. Compares ranks instead of milliseconds: a busy machine slows both of
// two interleaved series, not one more often than the other.

/** The share of pairs, 0 to 1, in which the first series has the larger value; about 0.5 for equal series. */
function dominance(first: readonly number[], second: readonly number[]): number {
  let larger = 0
  for (const one of first) for (const other of second) larger += one > other ? 1 : one === other ? 0.5 : 0
  return larger / (first.length * second.length)
}

/** The standard deviation of `dominance` for two series of one distribution (Mann-Whitney). */
const chanceOf = (length: number): number => Math.sqrt((2 * length + 1) / (12 * length * length))

const distance = (first: readonly number[], second: readonly number[]) => Math.abs(dominance(first, second) - 0.5)

/**
 * How much further `suspect` is from `reference` than `control` is, in standard deviations by chance.
 * Two equal distributions exceed 5 once in millions of runs.
 */
export const distinctness = (series: {
  reference: readonly number[]
  control: readonly number[]
  suspect: readonly number[]
}): number =>
  (distance(series.suspect, series.reference) - distance(series.control, series.reference)) /
  chanceOf(series.reference.length)
