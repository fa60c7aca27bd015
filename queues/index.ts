// The consumer of all queues. The messages of a batch run side by side and each has its own end: one that fails repeats
// itself and no other.
import { pauseAfterBreakdownMs } from '#domain/job-failure.ts'
import { nameOf, report } from '#notices/report.ts'
import { jobContext, type NextStep } from './context.ts'
import { buryJob } from './dead-letter.ts'
import { jobMessage } from './messages.ts'
import { takeStep } from './render.ts'
import { sendJob } from './send.ts'
import { bringTicket } from './ticket.ts'

export { cancelJob } from './cancel.ts'
export { sendJob } from './send.ts'

const deadQueue = 'dead-jobs'
/** Of the 100 deliveries that a message has: a job that merely waits gets a fresh one before they are used up. */
const renewedAfter = 90

const wholeSeconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000))

async function comeAgain(message: Message, env: Env, next: NonNullable<NextStep>): Promise<void> {
  const delaySeconds = wholeSeconds(next.dueAt - Date.now())
  if (message.attempts < renewedAfter) return message.retry({ delaySeconds })
  await sendJob(env, next, delaySeconds)
  message.ack()
}

async function handle(message: Message, queue: string, env: Env): Promise<void> {
  const parsed = jobMessage.safeParse(message.body)
  if (!parsed.success) {
    report('', { event: 'job-message-unreadable', queue })
    return message.ack()
  }
  const { jobId, ticket } = parsed.data
  try {
    if (ticket !== undefined) {
      await bringTicket(jobContext(env), jobId, ticket)
      return message.ack()
    }
    const next = await (queue === deadQueue ? buryJob(env, jobId) : takeStep(env, jobId))
    if (next === null) message.ack()
    else await comeAgain(message, env, next)
  } catch (error) {
    report('', { event: 'job-step-failed', jobId, error: nameOf(error) })
    message.retry({ delaySeconds: wholeSeconds(pauseAfterBreakdownMs(message.attempts, Math.random())) })
  }
}

/** Never throws: a batch that fails as a whole would repeat what was done. */
export async function consume({ queue, messages }: MessageBatch, env: Env): Promise<void> {
  await Promise.all(messages.map((message) => handle(message, queue, env)))
}
