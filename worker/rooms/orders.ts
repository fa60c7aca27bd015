// Orders of pictures, films and recordings.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountOrders } from '../jobs/submit-routes.ts'
import { mountPictureChanges } from '../jobs/change-routes.ts'
import { mountRedo } from '../jobs/redo-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountOrders(app)
  mountPictureChanges(app)
  mountRedo(app)
}
