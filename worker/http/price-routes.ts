import type { Hono } from 'hono'
import { readPrices } from '#contract/prices.ts'
import type { HonoEnv } from './context.ts'
import { priceChanges } from './prices.ts'
import { serve } from './serve.ts'

/** Changes that begin later than this are nobody's business yet. */
const announcedMs = 10 * 60_000

export function mountPrices(app: Hono<HonoEnv>) {
  serve(
    app,
    readPrices
  )(async (_, c) => {
    const now = Date.now()
    return { now, changes: (await priceChanges(c)).filter(({ startsAt }) => startsAt <= now + announcedMs) }
  })
}
