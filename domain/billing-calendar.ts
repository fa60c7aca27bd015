// Months and days in Moscow time, which has been three hours ahead of UTC, without daylight saving, since 2014.

const moscowAheadMs = 3 * 60 * 60 * 1000

export const dayMs = 24 * 60 * 60 * 1000

/** A date whose UTC fields show Moscow time. */
const inMoscow = (at: number) => new Date(at + moscowAheadMs)

/**
 * The same day and time `months` after the anchor; in a month without that day, its last day. Counted from the anchor
 * instead of the previous month, so that a plan begun on the 31st returns to the 31st after February.
 */
export function monthsLater(anchorAt: number, months: number): number {
  const anchor = inMoscow(anchorAt)
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay))
  return midnight + (anchor.getTime() % dayMs) - moscowAheadMs
}

/** The day that a moment belongs to, from midnight to midnight. */
export function dayAround(at: number): { start: number; end: number } {
  const start = at - (inMoscow(at).getTime() % dayMs)
  return { start, end: start + dayMs }
}

/** The calendar month that a moment belongs to. */
export function monthAround(at: number): { start: number; end: number } {
  const moment = inMoscow(at)
  const firstOf = (month: number) => Date.UTC(moment.getUTCFullYear(), month) - moscowAheadMs
  return { start: firstOf(moment.getUTCMonth()), end: firstOf(moment.getUTCMonth() + 1) }
}
