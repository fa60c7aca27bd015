import { MemoryBuckets } from '#durable-objects/limiter/memory-buckets.ts'
import type { AppContext } from './context.ts'
import { expectAllowed, networkName } from './limit.ts'

const unknown = new MemoryBuckets()
const ruleOf = (c: AppContext) => ({ key: networkName(c), limit: 600, windowMs: 60_000 })

/**
 * Called before a cookie of the console is looked up, because anybody can invent one: each isolate counts the cookies that it did
 * not find. Operators are not counted. @throws AppError RATE_LIMITED
 */
export const expectRoomForCookie = (c: AppContext): void => expectAllowed(unknown.ask(ruleOf(c), Date.now()))

export const countUnknownCookie = (c: AppContext): void => {
  unknown.take(ruleOf(c), Date.now())
}
