import type { Hono } from 'hono'
import type { Directory } from '#data/base/database.ts'
import { readDuties } from '#data/directory/duties.ts'
import { isCheckLate } from '#data/directory/reconciliation-bookmark.ts'
import { isBehind, isClockLate } from '#domain/clock.ts'
import { limiterOf } from '#durable-objects/stubs.ts'
import type { HonoEnv } from './context.ts'
import { succeed } from './serve.ts'

/** A limit that no monitor reaches; taking from it proves that Durable Objects respond. */
const pulse = { key: 'pulse', limit: 1_000_000, windowMs: 1000 }
/** How long an isolate reuses a good result: the call is public, and must not load D1 or an object. */
const believedMs = 1000
/** Each isolate asks one of so many objects, because all isolates would overload a single one. */
const objects = 16

/** What runs without a request. */
interface Punctuality {
  reconciliation: 'on-time' | 'late'
  clock: 'on-time' | 'late'
  duties: 'on-time' | 'behind'
}

/** When this isolate last found everything working, by database. */
export const healthy = new WeakMap<D1Database, { at: number; punctuality: Punctuality }>()
let object: number | undefined

async function punctualityOf(directory: Directory, now: number): Promise<Punctuality> {
  const [isCheckOverdue, duties] = await Promise.all([isCheckLate(directory, now), readDuties(directory)])
  return {
    reconciliation: isCheckOverdue ? 'late' : 'on-time',
    clock: isClockLate(duties, now) ? 'late' : 'on-time',
    duties: duties.some((duty) => isBehind(duty, now)) ? 'behind' : 'on-time'
  }
}

/** 200 when the Worker, its environment and its bindings work; otherwise their error is the response. */
export function mountHealth(app: Hono<HonoEnv>) {
  app.get('/health', async (c) => {
    const now = Date.now()
    let known = healthy.get(c.env.DB)
    if (!known || Math.abs(now - known.at) >= believedMs) {
      object ??= Math.floor(Math.random() * objects)
      const limiter = limiterOf(c.env, `health:${object}`)
      const [punctuality] = await Promise.all([punctualityOf(c.var.directory, now), limiter.take([pulse])])
      known = { at: now, punctuality }
      healthy.set(c.env.DB, known)
    }
    // A late clock is no reason to answer with an error: the monitor that reads this alerts an operator.
    return succeed(c, { status: 'ok', version: c.env.CF_VERSION.id, ...known.punctuality })
  })
}
