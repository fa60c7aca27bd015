import type { Hono } from 'hono'
import { isCheckLate } from '#data/directory/reconciliation-bookmark.ts'
import { limiterOf } from '#durable-objects/stubs.ts'
import type { HonoEnv } from './context.ts'
import { succeed } from './serve.ts'

/** A limit that no monitor reaches; taking from it shows that Durable Objects respond. */
const pulse = { key: 'pulse', limit: 1_000_000, windowMs: 1000 }
/** How long an isolate believes what it found. Everybody may ask, and must not be able to load D1 or an object so. */
const believedMs = 1000
/** Isolates ask one of so many objects: a single one would be a place that all of them load. */
const objects = 16

/** When this isolate last found everything working, by database, and whether the nightly check was late. */
const healthy = new WeakMap<D1Database, { at: number; isLate: boolean }>()
let object: number | undefined

/** 200 when the Worker, its environment and its bindings work; otherwise their error is the response. */
export function mountHealth(app: Hono<HonoEnv>) {
  app.get('/health', async (c) => {
    const now = Date.now()
    let known = healthy.get(c.env.DB)
    if (!known || now - known.at >= believedMs) {
      object ??= Math.floor(Math.random() * objects)
      const limiter = limiterOf(c.env, `health:${object}`)
      const [isLate] = await Promise.all([isCheckLate(c.var.directory, now), limiter.take([pulse])])
      known = { at: now, isLate }
      healthy.set(c.env.DB, known)
    }
    // Late is no reason to take the platform off the air: the monitor that reads this tells a person.
    return succeed(c, { status: 'ok', reconciliation: known.isLate ? 'late' : 'on-time' })
  })
}
