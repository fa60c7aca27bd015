import type { Hono } from 'hono'
import { sql } from 'drizzle-orm'
import { limiterOf } from '#durable-objects/stubs.ts'
import type { HonoEnv } from './context.ts'
import { succeed } from './serve.ts'

/** A limit that no monitor reaches; taking from it shows that Durable Objects respond. */
const pulse = { key: 'pulse', limit: 1_000_000, windowMs: 1000 }
/** How long an isolate believes what it found. Everybody may ask, and must not be able to load D1 or an object so. */
const believedMs = 1000
/** Isolates ask one of so many objects: a single one would be a place that all of them load. */
const objects = 16

/** When this isolate last found everything working, by database. */
const healthyAt = new WeakMap<D1Database, number>()
let object: number | undefined

/** 200 when the Worker, its environment and its bindings work; otherwise their error is the response. */
export function mountHealth(app: Hono<HonoEnv>) {
  app.get('/health', async (c) => {
    const now = Date.now()
    if (now - (healthyAt.get(c.env.DB) ?? 0) >= believedMs) {
      object ??= Math.floor(Math.random() * objects)
      const limiter = limiterOf(c.env, `health:${object}`)
      await Promise.all([c.var.database.run(sql`select 1 from users limit 1`), limiter.take([pulse])])
      healthyAt.set(c.env.DB, now)
    }
    return succeed(c, { status: 'ok' })
  })
}
