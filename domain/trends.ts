// Which days of the trends are to be counted. Days are those of Moscow. Pure.
import { type CalendarDay, dayMs, daysUntil } from './billing-calendar.ts'

/** Older lines of the usage are on their way into files. */
const countedBackDays = 60

/** Today is counted anew each time; a past day once, and once more a day later, for lines that were copied late. */
function isDue(countedAt: number | undefined, end: number, now: number): boolean {
  if (countedAt === undefined || countedAt < end) return true
  return countedAt < end + dayMs && now >= end + dayMs
}

/** The days to be counted now, newest first. @param countedAt when each day was counted last */
export const daysToCount = (countedAt: ReadonlyMap<string, number>, now: number): CalendarDay[] =>
  daysUntil(now, countedBackDays)
    .filter(({ day, end }) => isDue(countedAt.get(day), end, now))
    .toReversed()
