// Conversations under the names of their days, in the order in which they come.
import type { Conversation } from '#contract/chats.ts'

const dayMs = 24 * 60 * 60 * 1000

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

/** The day of a time, in the user's time zone. */
function dayName(time: number, now: number): string {
  // Rounded: a day on which the clocks change has 23 or 25 hours.
  const days = Math.round((startOfDay(now) - startOfDay(time)) / dayMs)
  if (days <= 0) return 'Сегодня'
  if (days === 1) return 'Вчера'
  return days <= 7 ? '7 дней' : 'Раньше'
}

export interface Day {
  name: string
  conversations: readonly Conversation[]
}

/** @param conversations the latest first */
export function byDay(conversations: readonly Conversation[], now: number): Day[] {
  const days = Map.groupBy(conversations, ({ updated_at: time }) => dayName(time, now))
  return [...days].map(([name, those]) => ({ name, conversations: those }))
}
