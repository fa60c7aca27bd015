// When the platform sends an alarm to operators. Pure.
import type { AlarmSeverity } from '#contract/alarm-kinds.ts'

/** Codes, numbers and ids: nothing that a person wrote. */
export type AlarmFacts = Record<string, string | number | boolean | null>

export type AlarmChannelName = 'mail' | 'telegram' | 'webhook'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long until an open urgent alarm is sent again, and until a repetition of a quiet one counts. */
export const alarmRestMs = 24 * hourMs

/** A channel that failed so often is given up until the next round: together the pauses take about 16 hours. */
export const channelFailuresMax = 20
const pauseMaxMs = hourMs

/** When a new alarm is sent: at once, or with all others of its hour. */
export const firstPageAt = (severity: AlarmSeverity, now: number): number =>
  severity === 'urgent' ? now : (Math.floor(now / hourMs) + 1) * hourMs

/** When an alarm that every channel has delivered is sent again. */
export const nextPageAt = (severity: AlarmSeverity, now: number): number | null =>
  severity === 'urgent' ? now + alarmRestMs : null

/** When a channel that failed is tried again. @param failures of this round, this one included */
export const pageAgainAt = (failures: number, now: number): number =>
  now + Math.min(minuteMs * 2 ** (failures - 1), pauseMaxMs)
