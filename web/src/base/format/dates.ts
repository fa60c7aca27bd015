import { makeOnce } from '#contract/make-once.ts'

const space = '\u00a0'

/** «г.» stays in the line of its year. */
export const formatOf = (parts: Intl.DateTimeFormatOptions) => {
  const format = makeOnce(() => new Intl.DateTimeFormat('ru-RU', parts))
  return (time: number): string => format().format(time).replace(' г.', `${space}г.`)
}

const toTheMinute = { hour: '2-digit', minute: '2-digit' } as const
const dayOfYearAndTime = formatOf({ day: 'numeric', month: 'short', ...toTheMinute })
const hourAndMinute = formatOf(toTheMinute)

export const dateParts = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** `21 ноября 2026 г.`; times are milliseconds since 1970, shown in the user's time zone. */
export const formatDate = formatOf(dateParts)

/** `21 нояб. 2026 г., 14:05` */
export const formatDateTime = formatOf({ day: 'numeric', month: 'short', year: 'numeric', ...toTheMinute })

/** `14:05:09` */
export const formatTime = formatOf({ ...toTheMinute, second: '2-digit' })

/** As short as it can be understood: `14:05` today, `21 нояб., 14:05` this year, else with the year. */
export function formatMoment(time: number, now = Date.now()): string {
  if (formatDate(time) === formatDate(now)) return hourAndMinute(time)
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? dayOfYearAndTime : formatDateTime)(time)
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** `только что`, `5 мин назад`, `2 ч назад` within a day, then as `formatMoment`. @param now by the server's clock */
export function formatAgo(time: number, now: number): string {
  const ago = Math.max(0, now - time)
  if (ago < minuteMs) return 'только что'
  if (ago < hourMs) return `${Math.floor(ago / minuteMs)}${space}мин назад`
  return ago < 24 * hourMs ? `${Math.floor(ago / hourMs)}${space}ч назад` : formatMoment(time, now)
}
