import type { Hono } from 'hono'
import { sql } from 'drizzle-orm'
import { limiterOf } from '#durable-objects/stubs.ts'
import type { HonoEnv } from './context.ts'
import { succeed } from './serve.ts'

/** A limit that no monitor reaches; taking from it shows that Durable Objects respond. */
const pulse = { key: 'pulse', limit: 1_000_000, windowMs: 1000 }

/** 200 when the Worker, its environment and its bindings work; otherwise their error is the response. */
export function mountHealth(app: Hono<HonoEnv>) {
  app.get('/health', async (c) => {
    await Promise.all([c.var.database.run(sql`select 1 from users limit 1`), limiterOf(c.env, 'health').take([pulse])])
    return succeed(c, { status: 'ok' })
  })
}
