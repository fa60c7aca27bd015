import type { Hono } from 'hono'
import type { HonoEnv } from '../../http/context.ts'
import { mountMargin } from './margin-routes.ts'
import { mountPriceChanges } from './change-routes.ts'

export function mountPriceOffice(app: Hono<HonoEnv>) {
  mountMargin(app)
  mountPriceChanges(app)
}
