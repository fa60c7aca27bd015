// The consumer of the queues of jobs. The messages of a batch run concurrently, and each is acknowledged or retried on its own.
import { noteStepError } from '#data/history/jobs.ts'
import { pauseAfterBreakdownMs } from '#domain/job-failure.ts'
import { queueRole } from '#domain/queue-name.ts'
import { report } from '#notices/report.ts'
import { jobContext, type NextStep } from './base/context.ts'
import { deadQueue, endDeadJob } from './dead-letter.ts'
import { jobMessage } from './base/messages.ts'
import { detailOf } from './base/detail.ts'
import { noteUnreadable } from './base/note-dead.ts'
import { takeStep } from './steps/render.ts'
import { sendJob } from './base/send.ts'
import type { ReadSupplies } from './base/supplies.ts'
import { storeCarriedTicket } from './steps/ticket.ts'

export { cancelJob } from './steps/cancel.ts'

/** A message is delivered at most 100 times. After this many, a job that is only waiting gets a new message. */
const renewedAfter = 90

const wholeSeconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000))

async function redeliver(message: Message, env: Env, next: NonNullable<NextStep>): Promise<void> {
  const delaySeconds = wholeSeconds(next.dueAt - Date.now())
  if (message.attempts < renewedAfter) return message.retry({ delaySeconds })
  await sendJob(env, next, delaySeconds)
  message.ack()
}

/** Noted for the dead letter that the message may become. When the database itself has failed, only the log has the error. */
async function noteError(env: Env, jobId: string, error: string): Promise<void> {
  try {
    await noteStepError(jobContext(env, jobId).history, jobId, error)
  } catch {
    // The step's own failure is reported already.
  }
}

async function handle(message: Message, queue: string, env: Env, read: ReadSupplies): Promise<void> {
  const parsed = jobMessage.safeParse(message.body)
  if (!parsed.success) {
    await noteUnreadable(env, queue)
    return message.ack()
  }
  const { jobId, ticket } = parsed.data
  try {
    if (ticket !== undefined) {
      await storeCarriedTicket(jobContext(env, jobId, read), jobId, ticket)
      return message.ack()
    }
    const next = await (queue === deadQueue ? endDeadJob(env, jobId) : takeStep(env, jobId, read))
    if (next === null) message.ack()
    else await redeliver(message, env, next)
  } catch (error) {
    const name = detailOf(error)
    report('', { event: 'job-step-failed', jobId, error: name })
    await noteError(env, jobId, name)
    message.retry({ delaySeconds: wholeSeconds(pauseAfterBreakdownMs(message.attempts, Math.random())) })
  }
}

/**
 * Never throws: a failed batch is delivered again as a whole, which would repeat the steps that succeeded.
 * @param read who may be asked: the Worker opens their keys
 */
export async function consume(
  { queue: name, messages }: Pick<MessageBatch, 'queue' | 'messages'>,
  env: Env,
  read: ReadSupplies
): Promise<void> {
  const queue = queueRole(name)
  await Promise.all(messages.map((message) => handle(message, queue, env, read)))
}
