import { consume } from '#queues/index.ts'
import { createApp } from './app.ts'
import { runCron } from './operator/cron.ts'

export { Answer } from '#durable-objects/answer/answer.ts'
export { Channel } from '#durable-objects/channel/channel.ts'
export { Limiter } from '#durable-objects/limiter/limiter.ts'
export { Wallet } from '#durable-objects/wallet/wallet.ts'

const app = createApp()

export default {
  fetch: app.fetch,
  queue: consume,
  scheduled: async (_, env) => void (await runCron(env, Date.now()))
} satisfies ExportedHandler<Env>
