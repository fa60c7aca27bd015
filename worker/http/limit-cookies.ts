import { MemoryBuckets } from '#durable-objects/limiter/memory-buckets.ts'
import type { AppContext } from './context.ts'
import { expectAllowed, networkName } from './limit.ts'

/** Of a network full of operators far more than they need. */
const limit = 600
const windowMs = 60_000
const reads = new MemoryBuckets()

/** Reads of the console's cookies, which anybody can invent; each isolate counts for itself. @throws AppError RATE_LIMITED */
export const limitConsoleCookies = (c: AppContext): void =>
  expectAllowed(reads.take({ key: networkName(c), limit, windowMs }, Date.now()))
