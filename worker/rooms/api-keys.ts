// Keys of the API.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountApiKeys } from '../people/api-key-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountApiKeys(app)
}
