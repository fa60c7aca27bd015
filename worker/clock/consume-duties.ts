// The consumer of the clock's queues. A message begins a duty, or handles one of its rows. Every message is acknowledged,
// because its failure is reported and the next minute, or the row's next time, repeats it; a message comes again only when
// its invocation died.
import { openDirectory } from '#data/base/database.ts'
import { noteDuty } from '#data/directory/duties.ts'
import type { DutyName } from '#contract/duties.ts'
import { queueRole } from '#domain/queue-name.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { nameOf, report } from '#notices/report.ts'
import { type DutyMessage, dutyMessage } from '#queues/base/messages.ts'
import { noteDead, noteUnreadable } from '#queues/base/note-dead.ts'
import { sendDuties } from '#queues/base/send.ts'
import { portionDuties, rowDutyOf } from './duties.ts'

const deadQueue = 'dead-duties'

const queues: ReadonlySet<string> = new Set(['duties', 'duty-rows', 'money-rows', 'attachment-texts', deadQueue])

export const isDutyQueue = (queue: string): boolean => queues.has(queue)

/** Sends a message for each row that is due, or does a portion. @returns how many rows, or what the portion did */
async function begin(env: Env, duty: DutyName, now: number): Promise<unknown> {
  const rowDuty = rowDutyOf(duty)
  if (rowDuty) {
    const rows = await rowDuty.take(env, now)
    await sendDuties(
      env,
      rows.map((row) => ({ duty, row }))
    )
    return rows.length
  }
  const { result, hasMore } = await portionDuties[duty as keyof typeof portionDuties](env, now)
  if (hasMore) await sendDuties(env, [{ duty }])
  return result
}

async function beginNoted(env: Env, duty: DutyName, now: number): Promise<unknown> {
  const directory = openDirectory(env)
  try {
    const result = await begin(env, duty, now)
    await noteDuty(directory, duty, true, now)
    return result
  } catch (error) {
    await noteDuty(directory, duty, false, now).catch(() => undefined)
    throw error
  }
}

export interface Performed {
  duty: DutyName
  isRow: boolean
  /** How the row's step ended, or what the duty did; null when it failed. */
  outcome: unknown
}

async function perform(env: Env, { duty, row }: DutyMessage, now: number): Promise<Performed> {
  const isRow = row !== undefined
  try {
    const outcome = await (row ? rowDutyOf(duty)?.handle(env, row, now) : beginNoted(env, duty, now))
    return { duty, isRow, outcome }
  } catch (error) {
    report('', { event: 'cron-failed', duty, error: nameOf(error) })
    return { duty, isRow, outcome: null }
  }
}

async function handle(message: Message, queue: string, env: Env, now: number): Promise<Performed | null> {
  const parsed = dutyMessage.safeParse(message.body)
  let performed: Performed | null = null
  if (!parsed.success) {
    await noteUnreadable(env, queue)
  } else if (queue === deadQueue) {
    const { duty, row } = parsed.data
    await raiseAlarm(env, '', { event: 'duty-dead', duty, row: row?.id ?? null })
    await noteDead(env, { queue, kind: 'duty', subject: duty, row: row?.id ?? '', reason: 'died', error: null })
  } else performed = await perform(env, parsed.data, now)
  message.ack()
  return performed
}

/** Never throws. @returns what was done, for tests */
export async function consumeDuties(
  { queue: name, messages }: MessageBatch,
  env: Env,
  now = Date.now()
): Promise<Performed[]> {
  const queue = queueRole(name)
  const all = await Promise.all(messages.map((message) => handle(message, queue, env, now)))
  return all.filter((one) => one !== null)
}
