// The daily figures as series, one value for each day.
import type { Hono } from 'hono'
import { openTrends, type TrendSeries } from '#contract/operator/system/trends.ts'
import { countedSince, figuresSince } from '#data/directory/trends.ts'
import { daysUntil } from '#domain/billing-calendar.ts'
import type { HonoEnv } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'

export function mountTrends(app: Hono<HonoEnv>) {
  serve(app, openTrends, async ({ days: count }, c) => {
    const days = daysUntil(Date.now(), count).map(({ day }) => day)
    const first = days[0] ?? ''
    const [counted, figures] = await Promise.all([
      countedSince(c.var.directory, first),
      figuresSince(c.var.directory, first)
    ])
    const series = new Map<string, TrendSeries>()
    for (const { day, figure, service, value } of figures) {
      const key = `${figure} ${service}`
      // A counted day without a line for a service is a day on which no user used it.
      const known = series.get(key) ?? { figure, service, values: days.map((one) => (counted.has(one) ? 0 : null)) }
      const place = days.indexOf(day)
      if (place >= 0) known.values[place] = value
      series.set(key, known)
    }
    return { days, counted_at: Math.max(0, ...counted.values()) || null, series: [...series.values()] }
  })
}
