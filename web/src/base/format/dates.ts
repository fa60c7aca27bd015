import { makeOnce } from '#contract/make-once.ts'

const formatOf = (parts: Intl.DateTimeFormatOptions) => makeOnce(() => new Intl.DateTimeFormat('ru-RU', parts))

const toTheMinute = { hour: '2-digit', minute: '2-digit' } as const
const day = formatOf({ day: 'numeric', month: 'long', year: 'numeric' })
const dayAndTime = formatOf({ day: 'numeric', month: 'short', year: 'numeric', ...toTheMinute })
const dayOfYearAndTime = formatOf({ day: 'numeric', month: 'short', ...toTheMinute })
const hourAndMinute = formatOf(toTheMinute)
const timeOfDay = formatOf({ ...toTheMinute, second: '2-digit' })
const space = '\u00a0'

/** «г.» stays in the line of its year. */
const withYear = (text: string): string => text.replace(' г.', `${space}г.`)

/** `21 ноября 2026 г.`; times are milliseconds since 1970, shown in the user's time zone. */
export const formatDate = (time: number): string => withYear(day().format(time))

/** `21 нояб. 2026 г., 14:05` */
export const formatDateTime = (time: number): string => withYear(dayAndTime().format(time))

/** `14:05:09` */
export const formatTime = (time: number): string => timeOfDay().format(time)

/** As short as it can be understood: `14:05` today, `21 нояб., 14:05` this year, else with the year. */
export function formatMoment(time: number, now = Date.now()): string {
  if (day().format(time) === day().format(now)) return hourAndMinute().format(time)
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return isThisYear ? dayOfYearAndTime().format(time) : formatDateTime(time)
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** `только что`, `5 мин назад`, `2 ч назад` within a day, then as `formatMoment`. */
export function formatAgo(time: number, now = Date.now()): string {
  const ago = Math.max(0, now - time)
  if (ago < minuteMs) return 'только что'
  if (ago < hourMs) return `${Math.floor(ago / minuteMs)}${space}мин назад`
  return ago < 24 * hourMs ? `${Math.floor(ago / hourMs)}${space}ч назад` : formatMoment(time, now)
}
