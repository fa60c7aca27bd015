// The clock as operators see it, and for servers without Cloudflare's cron.
import type { Hono } from 'hono'
import { openClock } from '#contract/operator/system/watch.ts'
import { readDuties } from '#data/directory/duties.ts'
import { isBehind, isClockLate } from '#domain/clock.ts'
import type { HonoEnv } from '../../http/context.ts'
import { expectToken } from '../../http/operator.ts'
import { serve, succeed } from '../../http/serve.ts'
import { runCron } from '../../clock/cron.ts'

export function mountClock(app: Hono<HonoEnv>) {
  // For scripts alone: others get 404.
  app.post('/operator/cron', async (c) => {
    expectToken(c)
    return succeed(c, await runCron(c.env, Date.now()))
  })

  serve(app, openClock, async (_, c) => {
    const now = Date.now()
    const rows = await readDuties(c.var.directory)
    return {
      late: isClockLate(rows, now),
      ran_at: rows.find(({ duty }) => duty === 'clock')?.ranAt ?? null,
      duties: rows.flatMap(({ duty, ...row }) => {
        if (duty === 'clock') return []
        const behind = isBehind({ duty, ...row }, now)
        return {
          duty,
          ran_at: row.ranAt,
          succeeded_at: row.succeededAt,
          backlog: row.backlog,
          oldest_due_at: row.oldestDueAt,
          behind
        }
      })
    }
  })
}
