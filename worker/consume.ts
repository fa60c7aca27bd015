// Gives each queue its consumer.
import { queueRole } from '#domain/queue-name.ts'
import { consume as consumeJobs } from '#queues/index.ts'
import { consumeTitles, titlesQueue } from '#queues/titles.ts'
import { consumeDuties, isDutyQueue } from './clock/consume-duties.ts'
import { suppliesInForce } from './http/in-force.ts'

export function consume(batch: MessageBatch, env: Env): Promise<unknown> {
  const queue = queueRole(batch.queue)
  if (queue === titlesQueue) return consumeTitles(batch, env, suppliesInForce)
  return isDutyQueue(queue) ? consumeDuties(batch, env) : consumeJobs(batch, env, suppliesInForce)
}
