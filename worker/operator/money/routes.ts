import type { Hono } from 'hono'
import type { HonoEnv } from '../../http/context.ts'
import { mountClosing } from './closing-routes.ts'
import { mountDebts } from './debt-routes.ts'
import { mountPaymentList } from './payment-list.ts'
import { mountPremium } from './premium-routes.ts'

/** What comes in and goes out: payments, debts, Premium, the months. */
export function mountMoney(app: Hono<HonoEnv>) {
  mountPaymentList(app)
  mountDebts(app)
  mountPremium(app)
  mountClosing(app)
}
