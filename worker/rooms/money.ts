// Purchases, promo codes and Premium.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountPayments } from '../payments/routes.ts'
import { mountSubscription } from '../premium/routes.ts'
import { mountPromo } from '../people/promo-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountPayments(app)
  mountSubscription(app)
  mountPromo(app)
}
