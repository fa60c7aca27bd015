import { formatMoment } from './dates.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const space = '\u00a0'

/** `только что`, `5 мин назад`, `2 ч назад` within a day, then as `formatMoment`. */
export function formatAgo(time: number, now = Date.now()): string {
  const ago = Math.max(0, now - time)
  if (ago < minuteMs) return 'только что'
  if (ago < hourMs) return `${Math.floor(ago / minuteMs)}${space}мин назад`
  return ago < 24 * hourMs ? `${Math.floor(ago / hourMs)}${space}ч назад` : formatMoment(time, now)
}
