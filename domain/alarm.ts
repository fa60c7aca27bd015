// When people are told of an alarm. Pure.
import type { AlarmSeverity } from '#contract/alarms.ts'

/** Codes, numbers and ids: nothing that a person wrote. */
export type AlarmFacts = Record<string, string | number | boolean | null>

export type AlarmChannelName = 'mail' | 'telegram' | 'webhook'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long what is open and urgent rests until people are told again, and what is quiet until a repetition counts. */
export const alarmRestMs = 24 * hourMs

/** A channel that failed so often is given up until the next round: together the pauses take about 16 hours. */
export const channelFailuresMax = 20
const pauseMaxMs = hourMs

/** When people are told of a new alarm: at once, or with all the others of its hour. */
export const firstPageAt = (severity: AlarmSeverity, now: number): number =>
  severity === 'urgent' ? now : (Math.floor(now / hourMs) + 1) * hourMs

/** When people are told again of an alarm that every channel has told. */
export const nextPageAt = (severity: AlarmSeverity, now: number): number | null =>
  severity === 'urgent' ? now + alarmRestMs : null

/** When a channel that failed is tried again. @param failures of this round, this one included */
export const pageAgainAt = (failures: number, now: number): number =>
  now + Math.min(minuteMs * 2 ** (failures - 1), pauseMaxMs)
