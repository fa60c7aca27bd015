// Notes a message that the queue gave up, for the console. Never throws: the message itself matters more than its note.
import { openDirectory } from '#data/base/database.ts'
import { type FoundLetter, noteDeadLetter } from '#data/directory/dead-letters.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { nameOf, report } from '#notices/report.ts'

export async function noteDead(env: Env, found: FoundLetter): Promise<void> {
  try {
    await noteDeadLetter(openDirectory(env), found, Date.now())
  } catch (error) {
    report('', { event: 'dead-letter-not-noted', queue: found.queue, error: nameOf(error) })
  }
}

/** Raises one alarm for each queue: the open alarm counts the others. */
export async function noteUnreadable(env: Env, queue: string): Promise<void> {
  await raiseAlarm(env, '', { event: 'message-unreadable', queue })
  await noteDead(env, { queue, kind: 'unreadable', subject: '', row: '', reason: 'unreadable', error: null })
}
