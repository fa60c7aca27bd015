// Months and days as people in Russia count them: by the clock of Moscow, which has been three hours ahead of UTC since
// 2014 and changes no more.

const moscowAheadMs = 3 * 60 * 60 * 1000

export const dayMs = 24 * 60 * 60 * 1000

/** An instant whose UTC fields read as the clock in Moscow. */
const inMoscow = (at: number) => new Date(at + moscowAheadMs)

/**
 * The same day and time so many months after the anchor; in a month without that day, its last one. Counted from the
 * anchor and not from the month before, so that the 31st comes back after February.
 */
export function monthsLater(anchorAt: number, months: number): number {
  const anchor = inMoscow(anchorAt)
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay))
  return midnight + (anchor.getTime() % dayMs) - moscowAheadMs
}

/** The midnights around a moment: the day that it belongs to. */
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
