import type { Hono } from 'hono'
import { readPrices } from '#contract/prices.ts'
import type { HonoEnv } from '../http/context.ts'
import { priceChanges } from '../http/prices.ts'
import { serve } from '../http/serve.ts'

/** Changes that begin later than this are not shown to users yet. */
const announcedMs = 10 * 60_000

export function mountPrices(app: Hono<HonoEnv>) {
  serve(app, readPrices, async (_, c) => {
    const now = Date.now()
    return { now, changes: (await priceChanges(c)).filter(({ startsAt }) => startsAt <= now + announcedMs) }
  })
}
