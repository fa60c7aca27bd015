// The clock: once a minute it writes down that it ran and what waits, and queues a message for each duty. The work itself
// is done by the queue's consumers (consume-duties.ts), so a slow duty delays neither the others nor the clock.
import { type Backlog, backlogInAll } from '#data/base/backlog.ts'
import { openDirectory, openHistories } from '#data/base/database.ts'
import { backlogOf, type Counted } from '#data/directory/due-rows.ts'
import { claimWarnings, type DutyRow, noteRun, readDuties } from '#data/directory/duties.ts'
import { jobBacklog } from '#data/history/jobs.ts'
import { erasableBefore } from '#domain/account-deletion.ts'
import type { DutyName } from '#contract/duties.ts'
import { dutiesToBegin, isBehind } from '#domain/clock.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { nameOf, report } from '#notices/report.ts'
import { sendDuties } from '#queues/base/send.ts'
import { overdueMs, sweepJobs } from '#queues/sweep.ts'
import { tellAlarms } from './tell-alarms.ts'

/** How often the same duty sends an alarm. */
const warnEveryMs = 60 * 60_000
const minuteMs = 60_000

export interface CronResult {
  /** The duties whose messages the queue has taken; null: it took none, and the next minute repeats them. */
  begun: DutyName[] | null
  behind: DutyName[] | null
}

/** Runs one step; its failure must not stop the others. */
async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    report('', { event: 'cron-failed', duty: name, error: nameOf(error) })
    return null
  }
}

/** How long after its time a row becomes the duty's. */
const laterMsAt = (now: number): Record<Counted, number> => ({
  refunds: 0,
  payments: 0,
  advances: 0,
  subscriptions: 0,
  'outgoing-mails': 0,
  'ready-messages': 0,
  erasures: now - erasableBefore(now)
})

/** A history that does not answer is skipped: it must not look as if the clock had stopped. */
async function countJobs(env: Env, now: number): Promise<Backlog> {
  const counted = openHistories(env).map(({ shard, history }) =>
    step(`jobs of history ${shard}`, () => jobBacklog(history, now - overdueMs))
  )
  const { rows, oldestDueAt } = backlogInAll((await Promise.all(counted)).filter((backlog) => backlog !== null))
  return { rows, oldestDueAt: oldestDueAt === null ? null : oldestDueAt + overdueMs }
}

async function countBacklogs(env: Env, now: number): Promise<Map<DutyName, Backlog>> {
  const counted = Object.entries(laterMsAt(now)).map(async ([name, laterMs]): Promise<[DutyName, Backlog]> => {
    const duty = name as Counted
    const { rows, oldestDueAt } = await backlogOf(openDirectory(env), duty, now - laterMs)
    return [duty, { rows, oldestDueAt: oldestDueAt === null ? null : oldestDueAt + laterMs }]
  })
  return new Map<DutyName, Backlog>([...(await Promise.all(counted)), ['jobs', await countJobs(env, now)]])
}

/** @returns what is known of the duties after it */
async function writeDown(env: Env, now: number): Promise<DutyRow[]> {
  const directory = openDirectory(env)
  await noteRun(directory, await countBacklogs(env, now), now)
  return readDuties(directory)
}

async function begin(env: Env, duties: DutyName[]): Promise<DutyName[]> {
  await sendDuties(
    env,
    duties.map((duty) => ({ duty }))
  )
  return duties
}

async function warnOfBehind(env: Env, rows: DutyRow[], now: number): Promise<DutyName[]> {
  const behind = rows.filter((row) => isBehind(row, now)).flatMap(({ duty }) => (duty === 'clock' ? [] : [duty]))
  if (behind.length === 0) return behind
  for (const { duty, backlog, oldestDueAt } of await claimWarnings(openDirectory(env), behind, now, warnEveryMs)) {
    const waitingMinutes = oldestDueAt === null ? null : Math.floor((now - oldestDueAt) / minuteMs)
    await raiseAlarm(env, '', { event: 'duty-behind', duty, backlog, waitingMinutes })
  }
  return behind
}

/** One minute of the clock. Two runs may overlap: each row and each portion is leased. */
export async function runCron(env: Env, now: number): Promise<CronResult> {
  const rows = await step('clock', () => writeDown(env, now))
  const begun = await step('queue', () => begin(env, dutiesToBegin(rows ?? [], now)))
  // The sweep ends jobs when the queues, and so their consumers, are down, so it must not need a queue.
  if (!begun) await step('jobs', () => sweepJobs(env, now))
  const behind = rows && (await step('behind', () => warnOfBehind(env, rows, now)))
  // The queue that sends alarms may be the one that is down.
  if (!begun || (behind && behind.length > 0)) await step('alarms', () => tellAlarms(env, now))
  return { begun, behind }
}
