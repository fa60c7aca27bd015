// Which days of the trends are to be counted. Days are those of Moscow. Pure.
import { dayAround, dayMs } from './billing-calendar.ts'

const moscowAheadMs = 3 * 60 * 60 * 1000
/** Older lines of the usage are on their way into files. */
const countedBackDays = 60

/** Like `2026-11-24`, in Moscow. */
const dayName = (at: number): string => new Date(at + moscowAheadMs).toISOString().slice(0, 10)

export interface TrendDay {
  day: string
  start: number
  end: number
}

/** So many days, oldest first, today last. */
export function daysUntil(now: number, count: number): TrendDay[] {
  const today = dayAround(now)
  return Array.from({ length: count }, (_, index) => {
    const back = (count - 1 - index) * dayMs
    return { day: dayName(today.start - back), start: today.start - back, end: today.end - back }
  })
}

/** Today is counted anew each time; a past day once, and once more a day later, for lines that were copied late. */
function isDue(countedAt: number | undefined, end: number, now: number): boolean {
  if (countedAt === undefined || countedAt < end) return true
  return countedAt < end + dayMs && now >= end + dayMs
}

/** The days to be counted now, newest first. @param countedAt when each day was counted last */
export const daysToCount = (countedAt: ReadonlyMap<string, number>, now: number): TrendDay[] =>
  daysUntil(now, countedBackDays)
    .filter(({ day, end }) => isDue(countedAt.get(day), end, now))
    .toReversed()
