// The one way into the queues.
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { queueOf } from './messages.ts'

/** A send that hangs has been seen to take a minute; the row is found by the sweeper all the same. */
const sendTimeoutMs = 5_000

/**
 * Tells the machine that a job is due.
 * @param ticket what the provider accepted, when the row could not be told
 * @throws when the queue does not take the message; the row stays due, so the sweeper sends another one
 */
export async function sendJob(
  env: Env,
  { id, kind }: { id: string; kind: StudioKind },
  delaySeconds = 0,
  ticket?: string
): Promise<void> {
  const sent = queueOf(env, kind).send({ jobId: id, ...(ticket !== undefined && { ticket }) }, { delaySeconds })
  const done = new AbortController()
  const timeout = scheduler.wait(sendTimeoutMs, { signal: done.signal }).then(() => {
    throw new Error('The queue does not answer')
  })
  try {
    await Promise.race([sent, timeout])
  } finally {
    done.abort()
  }
}
