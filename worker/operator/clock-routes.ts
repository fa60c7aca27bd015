// What an operator sees of the clock.
import type { Hono } from 'hono'
import { openClock } from '#contract/operator-watch.ts'
import { readDuties } from '#data/directory/duties.ts'
import { isBehind, isClockLate } from '#domain/clock.ts'
import type { HonoEnv } from '../http/context.ts'
import { serve } from '../http/serve.ts'

export function mountClock(app: Hono<HonoEnv>) {
  serve(
    app,
    openClock
  )(async (_, c) => {
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
