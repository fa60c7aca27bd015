// The only place that sends queue messages.
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { queueOf } from './messages.ts'

/** A hanging send has been seen to take a minute. Waiting is not needed: the sweeper finds the row anyway. */
const sendTimeoutMs = 5_000

/**
 * Queues a message for a job.
 * @param ticket what the provider accepted, when it could not be written to the row
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
