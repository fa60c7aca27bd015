// Old books: the lines of the ledger and of the usage that leave the database for files, one month of one user each. Pure.

/** A file holds the lines of the ledger, or the operations that ended with them. */
export type BookKind = 'ledger' | 'usage'

/** A calendar month in UTC, like `2026-11`. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** The first moment after this month. */
export function endOfMonth(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return Date.UTC(year, number, 1)
}

/** All lines before this moment belong to months that ended more than a year ago. */
export function archivedBefore(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), 1)
}

/** How long usage is kept after the last operation, as the privacy policy says; the ledger stays. */
export const usageKeptMs = 2 * 365 * 24 * 60 * 60 * 1000

interface Line {
  seq: number
  at: number
}

/**
 * The first lines up to the end of the month of the first one. A clock that was set back does not divide them: their
 * order is that of `seq`.
 */
export function linesOfMonth<One extends Line>(lines: readonly One[]): One[] {
  const [first] = lines
  if (!first) return []
  const end = endOfMonth(monthOf(first.at))
  const next = lines.findIndex(({ at }) => at >= end)
  return next === -1 ? [...lines] : lines.slice(0, next)
}

/** Whether no line is missing behind `lastSeq`. */
export const follow = (lines: readonly Line[], lastSeq: number): boolean =>
  lines.every(({ seq }, index) => seq === lastSeq + 1 + index)

interface LedgerLine extends Line {
  kind: string
  balanceDelta: number
  balanceAfter: number
}

/** What a file adds up to. The nightly check counts with these instead of the lines. */
export interface BookSums {
  rows: number
  firstSeq: number
  lastSeq: number
  firstAt: number
  lastAt: number
  /** Of the ledger: what the lines moved, all and from the newest correction on (all, when there is none). */
  balanceDelta: number
  correctedDelta: number
  correctedSeq: number
  /** Of the ledger: after the last line. */
  balanceAfter: number
  /** Of the ledger: the lines that ended an operation. */
  ended: number
  /** Of the usage: what the operations cost. */
  costTokens: number
}

const spanOf = (lines: readonly Line[]) => {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) throw new RangeError('A file without lines')
  const times = lines.map(({ at }) => at)
  return {
    rows: lines.length,
    firstSeq: first.seq,
    lastSeq: last.seq,
    firstAt: times.reduce((one, other) => Math.min(one, other)),
    lastAt: times.reduce((one, other) => Math.max(one, other))
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** @param lines at least one, in the order of `seq` */
export function ledgerSums(lines: readonly LedgerLine[]): BookSums {
  const correctedSeq = lines.findLast(({ kind }) => kind === 'correct')?.seq ?? 0
  const moved = (from: number) => sumOf(lines.filter(({ seq }) => seq >= from).map(({ balanceDelta }) => balanceDelta))
  return {
    ...spanOf(lines),
    balanceDelta: moved(0),
    correctedDelta: moved(correctedSeq),
    correctedSeq,
    balanceAfter: lines.at(-1)?.balanceAfter ?? 0,
    ended: lines.filter(({ kind }) => kind !== 'reserve').length,
    costTokens: 0
  }
}

/** @param operations at least one, in the order of `seq` */
export const usageSums = (
  operations: readonly { seq: number; finishedAt: number; costTokens: number }[]
): BookSums => ({
  ...spanOf(operations.map(({ seq, finishedAt: at }) => ({ seq, at }))),
  balanceDelta: 0,
  correctedDelta: 0,
  correctedSeq: 0,
  balanceAfter: 0,
  ended: 0,
  costTokens: sumOf(operations.map(({ costTokens }) => costTokens))
})

/** Whether two files of the same lines add up to the same. */
export const isSameSums = (one: BookSums, other: BookSums): boolean =>
  one.rows === other.rows &&
  one.firstSeq === other.firstSeq &&
  one.lastSeq === other.lastSeq &&
  one.balanceDelta === other.balanceDelta &&
  one.balanceAfter === other.balanceAfter &&
  one.ended === other.ended &&
  one.costTokens === other.costTokens
