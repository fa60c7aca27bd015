import type { Hono } from 'hono'
import { sql } from 'drizzle-orm'
import type { HonoEnv } from '../context.ts'
import { succeed } from '../serve.ts'

/** 200 when the Worker, its environment and its database answer; an error of any of them says so by itself. */
export function mountHealth(app: Hono<HonoEnv>) {
  app.get('/health', async (c) => {
    await c.var.database.run(sql`select 1 from users limit 1`)
    return succeed(c, { status: 'ok' })
  })
}
