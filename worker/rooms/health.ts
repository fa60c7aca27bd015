// Whether the platform is well, and what browsers report of it.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountHealth } from '../http/health.ts'
import { mountCspReports } from '../site/csp-reports.ts'

export function mount(app: Hono<HonoEnv>) {
  mountHealth(app)
  mountCspReports(app)
}
