// The only way to raise an alarm: writes the line of the log, and the row from which the clock sends it
// (worker/clock/tell-alarms.ts). Must never break the caller, which has its own work to finish.
import { openDirectory } from '#data/base/database.ts'
import { addAlarm, type RaisedAlarm } from '#data/directory/alarms.ts'
import type { AlarmFacts } from '#domain/alarm.ts'
import type { AlarmNotice } from '#notices/notices.ts'
import { nameOf, report, reportAlarm } from '#notices/report.ts'
import { retried } from './retry.ts'

/** The field with the id of the subject, by which repetitions are recognised. */
const subjectFields = [
  'paymentId',
  'jobId',
  'service',
  'provider',
  'duty',
  'queue',
  'database',
  'bucket',
  'key',
  'scope',
  'directive',
  'subject'
] as const

/** The subject of the alarm, and the other facts of the line. */
function raisedOf(userId: string, { event: kind, ...facts }: AlarmNotice): RaisedAlarm {
  const detail: AlarmFacts = { ...facts }
  const named = userId === '' ? null : userId
  // One subject may have several differences, which an operator corrects one by one.
  if (kind === 'reconciliation-difference')
    return { kind, subject: `${detail['kind']} ${detail['subject']}`, userId: named, detail }
  const about = subjectFields.flatMap((field) => {
    const value = detail[field]
    return typeof value === 'string' ? [{ field, value }] : []
  })
  const [first] = about
  const subject = first?.value ?? named ?? kind
  if (first) delete detail[first.field]
  return { kind, subject, userId: named, detail }
}

/**
 * Raises an alarm. A repetition of an open alarm is counted in it.
 * @param userId empty for alarms about no user
 */
export async function raiseAlarm(env: Pick<Env, 'DB'>, userId: string, notice: AlarmNotice): Promise<void> {
  reportAlarm(userId, notice)
  try {
    const raised = raisedOf(userId, notice)
    await retried(() => addAlarm(openDirectory(env), raised, Date.now()), { attemptsMax: 3, firstPauseMs: 50 })
  } catch (error) {
    report(userId, { event: 'alarm-not-stored', alarm: notice.event, error: nameOf(error) })
  }
}
