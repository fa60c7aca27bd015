import type { Hono } from 'hono'
import type { HonoEnv } from '../../http/context.ts'
import { mountAnnouncementOffice } from './announcement-routes.ts'
import { mountMargin } from './margin-routes.ts'
import { mountPriceChanges } from './change-routes.ts'
import { mountCampaigns } from './invitation-routes.ts'
import { mountCodes } from './promo-routes.ts'

export function mountPrices(app: Hono<HonoEnv>) {
  mountMargin(app)
  mountPriceChanges(app)
  mountCodes(app)
  mountCampaigns(app)
  mountAnnouncementOffice(app)
}
