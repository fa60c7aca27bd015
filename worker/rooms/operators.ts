// The operators' console, their scripts and backups.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountConsole } from '../operator/access/routes.ts'
import { mountWork } from '../operator/work/routes.ts'
import { mountTrends } from '../operator/trends/routes.ts'
import { mountPriceOffice } from '../operator/prices/routes.ts'
import { mountPeople } from '../operator/people/routes.ts'
import { mountMoney } from '../operator/money/routes.ts'
import { mountOperator } from '../operator/routes.ts'
import { mountBackup } from '../operator/backup/routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountConsole(app)
  mountWork(app)
  mountTrends(app)
  mountPriceOffice(app)
  mountPeople(app)
  mountMoney(app)
  mountOperator(app)
  mountBackup(app)
}
