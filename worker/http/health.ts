import type { Hono } from 'hono'
import { sql } from 'drizzle-orm'
import { limiterOf } from '#durable-objects/stubs.ts'
import type { HonoEnv } from './context.ts'
import { succeed } from './serve.ts'

/** A budget that no monitor exhausts: taking from it shows that Durable Objects answer. */
const pulse = { key: 'pulse', limit: 1_000_000, windowMs: 1000 }

/** 200 when the Worker, its environment and its bindings answer; an error of any of them says so by itself. */
export function mountHealth(app: Hono<HonoEnv>) {
  app.get('/health', async (c) => {
    await Promise.all([c.var.database.run(sql`select 1 from users limit 1`), limiterOf(c.env, 'health').take([pulse])])
    return succeed(c, { status: 'ok' })
  })
}
