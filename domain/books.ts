// Old books: the lines of the ledger that leave the database after a year, and what stays of them. Pure.

/** A calendar month in UTC, like `2026-11`. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** All lines before this moment belong to months that ended more than a year ago. */
export function oldBefore(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), 1)
}

/** How long usage is kept after the last operation, as the privacy policy says; the ledger stays. */
export const usageKeptMs = 2 * 365 * 24 * 60 * 60 * 1000

interface Line {
  seq: number
  at: number
  kind: string
  balanceDelta: number
  balanceAfter: number
}

/** The lines before the first one that is not so old: their order is that of `seq`, also where a clock was set back. */
export function linesBefore<One extends Pick<Line, 'at'>>(lines: readonly One[], before: number): One[] {
  const next = lines.findIndex(({ at }) => at >= before)
  return lines.slice(0, next === -1 ? lines.length : next)
}

/** What stays of lines that leave. */
export interface BookSums {
  firstSeq: number
  lastSeq: number
  firstAt: number
  lastAt: number
  /** After the last line. */
  balanceAfter: number
  /** What the lines moved; with a correction among them, from the newest one on: it settles what was before. */
  balanceSum: number
  hasCorrection: boolean
}

/** @param lines at least one, in the order of `seq` */
export function sumsOf(lines: readonly Line[]): BookSums {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) throw new RangeError('No lines')
  const times = lines.map(({ at }) => at)
  const correction = lines.findLastIndex(({ kind }) => kind === 'correct')
  return {
    firstSeq: first.seq,
    lastSeq: last.seq,
    firstAt: times.reduce((one, other) => Math.min(one, other)),
    lastAt: times.reduce((one, other) => Math.max(one, other)),
    balanceAfter: last.balanceAfter,
    balanceSum: lines.slice(Math.max(correction, 0)).reduce((sum, { balanceDelta }) => sum + balanceDelta, 0),
    hasCorrection: correction !== -1
  }
}
