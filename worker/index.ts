// Everything that reaches the Worker. What a request, a message or the clock needs is loaded when it comes: worker/rooms.ts.
import { isRestoring } from '#domain/environment.ts'
import { createApp } from './app.ts'
import { watchClock } from './clock/watch-clock.ts'

export { Limiter } from '#durable-objects/limiter/limiter.ts'
export { User } from '#durable-objects/user/user.ts'

const app = createApp()
/** When a message comes again that arrived while the platform is being restored. */
const restoredAfterSeconds = 300

export default {
  fetch: async (request, env, context) => {
    const response = await app.fetch(request, env, context)
    // The clock of a stack that is being restored stands on purpose, and no operator is told of anything.
    const looking = isRestoring(env) ? undefined : watchClock(env, Date.now())
    if (looking) context.waitUntil(looking)
    return response
  },
  queue: async (batch, env) => {
    if (isRestoring(env)) batch.retryAll({ delaySeconds: restoredAfterSeconds })
    else await (await import('./consume.ts')).consume(batch, env)
  },
  scheduled: async (_, env) => {
    if (!isRestoring(env)) await (await import('./clock/cron.ts')).runCron(env, Date.now())
  }
} satisfies ExportedHandler<Env>
