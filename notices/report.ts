// The only place that writes to the Workers log.
import { createHash } from 'node:crypto'
import { type AlarmKind, type AlarmSeverity, alarmSeverities } from '#contract/alarm-kinds.ts'
import type { AlarmNotice, RequestNotice, UserNotice } from './notices.ts'

const hashOf = (userId: string) => createHash('sha256').update(userId).digest('hex').slice(0, 16)

const isAlarm = (event: string): event is AlarmKind => event in alarmSeverities

/** The level of a line. Notices that need an operator are errors: durable-objects/base/raise-alarm.ts. Undefined: no operator needed. */
const severityOf = ({ event }: UserNotice): AlarmSeverity | undefined =>
  isAlarm(event) ? alarmSeverities[event] : undefined

/** Lines for operators name the user by the id under which D1 and the user's object are found. */
const namesUser = (notice: UserNotice): boolean => isAlarm(notice.event) || notice.event === 'operator-action'

function write(userId: string, notice: UserNotice): void {
  const named = userId !== '' && namesUser(notice) ? { userId } : {}
  const severity = severityOf(notice)
  const line = JSON.stringify({ ...notice, ...named, user: hashOf(userId), severity })
  // oxlint-disable-next-line no-console -- this file is the log
  const writeLine = severity ? console.error : console.warn
  writeLine(line)
}

/**
 * Writes a notice about a user, who appears as a hash. For alarms see durable-objects/base/raise-alarm.ts.
 * @param userId empty for notices about no user
 */
export const report = (userId: string, notice: Exclude<UserNotice, AlarmNotice>): void => write(userId, notice)

/** Writes the line of an alarm, which names the user by the id too: for durable-objects/base/raise-alarm.ts only. */
export const reportAlarm = (userId: string, notice: AlarmNotice): void => write(userId, notice)

/** Writes a notice about a request. */
export function log(notice: RequestNotice): void {
  // oxlint-disable-next-line no-console -- this file is the log
  console.log(JSON.stringify(notice))
}

/** The only part of an unknown error that is safe to write: a message may quote a statement with its values. */
export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

/**
 * Where an error came from, without its message: a failed statement's message quotes its parameters and a JSON parser's
 * the text, which are prompts and addresses.
 */
export const framesOf = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n')
