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

export interface CalendarDay {
  /** Like `2026-11-24`. */
  day: string
  start: number
  end: number
}

/** So many days, oldest first, today last. */
export function daysUntil(now: number, count: number): CalendarDay[] {
  const today = dayAround(now)
  return Array.from({ length: count }, (_, index) => {
    const back = (count - 1 - index) * dayMs
    const start = today.start - back
    return { day: inMoscow(start).toISOString().slice(0, 10), start, end: today.end - back }
  })
}

/** The calendar month that a moment belongs to. */
export function monthAround(at: number): { start: number; end: number } {
  const moment = inMoscow(at)
  const firstOf = (month: number) => Date.UTC(moment.getUTCFullYear(), month) - moscowAheadMs
  return { start: firstOf(moment.getUTCMonth()), end: firstOf(moment.getUTCMonth() + 1) }
}
