// The operators' console, their scripts and backups.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountAccess } from '../operator/access/routes.ts'
import { mountBackup } from '../operator/backup/routes.ts'
import { mountJobs } from '../operator/jobs/routes.ts'
import { mountMoney } from '../operator/money/routes.ts'
import { mountPeople } from '../operator/people/routes.ts'
import { mountPrices } from '../operator/prices/routes.ts'
import { mountSystem } from '../operator/system/routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountAccess(app)
  mountPeople(app)
  mountMoney(app)
  mountJobs(app)
  mountPrices(app)
  mountSystem(app)
  mountBackup(app)
}
