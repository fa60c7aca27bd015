// Orders of pictures, films and recordings.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountOrders } from '../jobs/submit-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountOrders(app)
}
