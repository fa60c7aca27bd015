// Days that the site itself keeps: when Premium is paid for, when an account is erased. They are Moscow's in letters and on pages alike:
// a person in Vladivostok must not read two different days.
import { dateParts, formatDate, formatOf } from './dates.ts'

const dateInMoscow = formatOf({ ...dateParts, timeZone: 'Europe/Moscow' })

/**
 * `21 ноября 2026 г.`, the day in Moscow. Where the user's own calendar has another one, says whose it is: `21 ноября 2026 г. по
 * московскому времени`. @param ownDate the day in the user's time zone
 */
export function formatMoscowDate(time: number, ownDate = formatDate): string {
  const date = dateInMoscow(time)
  return ownDate(time) === date ? date : `${date} по московскому времени`
}
