// What every page asks, and what nobody has to sign in for.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountHealth } from '../http/health.ts'
import { mountCspReports } from '../http/csp-reports.ts'
import { mountStatus } from '../http/status.ts'
import { mountPrices } from '../http/price-routes.ts'
import { mountAnnouncements } from '../http/announcement-routes.ts'
import { mountLive } from '../http/live.ts'

export function mount(app: Hono<HonoEnv>) {
  mountHealth(app)
  mountCspReports(app)
  mountStatus(app)
  mountPrices(app)
  mountAnnouncements(app)
  mountLive(app)
}
