import { consume } from '#queues/index.ts'
import { createApp } from './app.ts'
import { consumeDuties, isDutyQueue } from './operator/consume-duties.ts'
import { runCron } from './operator/cron.ts'

export { Limiter } from '#durable-objects/limiter/limiter.ts'
export { User } from '#durable-objects/user/user.ts'

const app = createApp()

export default {
  fetch: app.fetch,
  queue: async (batch, env) => void (await (isDutyQueue(batch.queue) ? consumeDuties : consume)(batch, env)),
  scheduled: async (_, env) => void (await runCron(env, Date.now()))
} satisfies ExportedHandler<Env>
