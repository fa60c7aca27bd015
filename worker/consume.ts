// Gives each queue its consumer.
import { queueRole } from '#domain/queue-name.ts'
import { consume as consumeJobs } from '#queues/index.ts'
import { consumeTitles, titlesQueue } from '#queues/titles.ts'
import { finishHanded, handedIn } from './api/audio/finish-handed.ts'
import { consumeDuties, isDutyQueue } from './clock/consume-duties.ts'
import { suppliesInForce } from './http/in-force.ts'

/** Recordings of the API come in the queue of jobs that make sound. */
async function consumeWork({ queue, messages }: MessageBatch, env: Env): Promise<void> {
  const handed = messages.map((message) => ({ message, call: handedIn(message.body) }))
  const jobs = handed.flatMap(({ message, call }) => (call ? [] : [message]))
  await Promise.all([
    consumeJobs({ queue, messages: jobs }, env, suppliesInForce),
    ...handed.map(({ message, call }) => call && finishHanded(env, message, call))
  ])
}

export function consume(batch: MessageBatch, env: Env): Promise<unknown> {
  const queue = queueRole(batch.queue)
  if (queue === titlesQueue) return consumeTitles(batch, env, suppliesInForce)
  return isDutyQueue(queue) ? consumeDuties(batch, env) : consumeWork(batch, env)
}
