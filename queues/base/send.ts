// The only place that sends queue messages.
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { type DutyMessage, queueOf, queueOfDuty } from './messages.ts'

/** A send can hang for a minute. The caller need not wait for it: the sweeper finds the row anyway. */
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
  await inTime(queueOf(env, kind).send({ jobId: id, ...(ticket !== undefined && { ticket }) }, { delaySeconds }))
}

async function inTime(sent: Promise<unknown>): Promise<void> {
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

/** Cloudflare's queues take at most so many messages, and 256 KB, in one call. Ours are far below 1 KB each. */
const messagesPerCall = 100

/**
 * Queues messages of the clock.
 * @param delaySeconds before they are delivered
 * @throws when a queue does not take them, perhaps after it took some; rows are found again when their lease ends
 */
export async function sendDuties(env: Env, messages: readonly DutyMessage[], delaySeconds = 0): Promise<void> {
  for (const [queue, ours] of Map.groupBy(messages, (message) => queueOfDuty(env, message)))
    for (let first = 0; first < ours.length; first += messagesPerCall)
      await inTime(
        queue.sendBatch(
          ours.slice(first, first + messagesPerCall).map((body) => ({ body })),
          { delaySeconds }
        )
      )
}
