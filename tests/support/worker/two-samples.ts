// Whether two series of durations can be told apart. By ranks, not by milliseconds: a busy machine makes both of two
// interleaved series slower, but not one of them more often than the other.

/** How often a value of the first series is the larger one, from 0 to 1; alike series come to about a half. */
function dominance(first: readonly number[], second: readonly number[]): number {
  let larger = 0
  for (const one of first) for (const other of second) larger += one > other ? 1 : one === other ? 0.5 : 0
  return larger / (first.length * second.length)
}

/** The standard deviation of `dominance` for two series of one kind, by chance alone (Mann and Whitney). */
const chanceOf = (length: number): number => Math.sqrt((2 * length + 1) / (12 * length * length))

const distance = (first: readonly number[], second: readonly number[]) => Math.abs(dominance(first, second) - 0.5)

/**
 * How much further a series is from `reference` than a second series of the reference's own kind, in units of chance.
 * Chance exceeds 5 once in millions of runs.
 */
export const distinctness = (series: {
  reference: readonly number[]
  control: readonly number[]
  suspect: readonly number[]
}): number =>
  (distance(series.suspect, series.reference) - distance(series.control, series.reference)) /
  chanceOf(series.reference.length)
