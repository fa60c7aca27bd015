import type { Hono } from 'hono'
import type { HonoEnv } from '../../http/context.ts'
import { mountAlarms } from './alarm-routes.ts'
import { mountClock } from './clock-routes.ts'
import { mountDatabases } from './database-routes.ts'
import { mountReconciliation } from './reconciliation-routes.ts'
import { mountStorage } from './storage-routes.ts'
import { mountTrends } from './trend-routes.ts'

/** How the platform itself does: alarms, clock, databases, files, the nightly check of all books, figures by day. */
export function mountSystem(app: Hono<HonoEnv>) {
  mountAlarms(app)
  mountClock(app)
  mountDatabases(app)
  mountStorage(app)
  mountReconciliation(app)
  mountTrends(app)
}
