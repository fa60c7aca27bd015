import { createApp } from './app.ts'

export { Answer } from '#durable-objects/answer.ts'
export { Channel } from '#durable-objects/channel.ts'
export { Limiter } from '#durable-objects/limiter.ts'
export { Wallet } from '#durable-objects/wallet.ts'

export default createApp()
