// Keys of the API, and what its calls cost.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountApiPrices } from '../api/price-routes.ts'
import { mountApiKeys } from '../people/api-key-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountApiKeys(app)
  mountApiPrices(app)
}
