// What the pages tell visitors too: services, prices and announcements.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountStatus } from '../site/status.ts'
import { mountAnnouncements, mountPrices } from '../site/news-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountStatus(app)
  mountPrices(app)
  mountAnnouncements(app)
}
