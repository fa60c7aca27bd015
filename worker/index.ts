import { isRestoring } from '#domain/environment.ts'
import { queueRole } from '#domain/queue-name.ts'
import { consume } from '#queues/index.ts'
import { consumeTitles, titlesQueue } from '#queues/titles.ts'
import { createApp } from './app.ts'
import { consumeDuties, isDutyQueue } from './operator/consume-duties.ts'
import { runCron } from './operator/cron.ts'
import { watchClock } from './operator/watch-clock.ts'

export { Limiter } from '#durable-objects/limiter/limiter.ts'
export { User } from '#durable-objects/user/user.ts'

const app = createApp()
/** When a message is looked at again that came while the platform is being restored. */
const restoredAfterSeconds = 300

function consumerOf(name: string) {
  const queue = queueRole(name)
  if (queue === titlesQueue) return consumeTitles
  return isDutyQueue(queue) ? consumeDuties : consume
}

export default {
  fetch: async (request, env, context) => {
    const response = await app.fetch(request, env, context)
    // The clock of a stack that is being restored stands on purpose, and nobody is told of anything.
    const looking = isRestoring(env) ? undefined : watchClock(env, Date.now())
    if (looking) context.waitUntil(looking)
    return response
  },
  queue: async (batch, env) => {
    if (isRestoring(env)) batch.retryAll({ delaySeconds: restoredAfterSeconds })
    else await consumerOf(batch.queue)(batch, env)
  },
  scheduled: async (_, env) => {
    if (!isRestoring(env)) await runCron(env, Date.now())
  }
} satisfies ExportedHandler<Env>
