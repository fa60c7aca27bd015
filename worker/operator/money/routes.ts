import type { Hono } from 'hono'
import type { HonoEnv } from '../../http/context.ts'
import { mountBooks } from './book-routes.ts'
import { mountClosing } from './closing-routes.ts'
import { mountDebts } from './debt-routes.ts'
import { mountPaymentList } from './payment-list.ts'
import { mountPremium } from './premium-routes.ts'
import { mountPaymentReviews } from './review-routes.ts'
import { mountWallets } from './wallet-routes.ts'

/** What comes in and goes out: payments, wallets, debts, Premium, the months. */
export function mountMoney(app: Hono<HonoEnv>) {
  mountPaymentList(app)
  mountPaymentReviews(app)
  mountWallets(app)
  mountDebts(app)
  mountPremium(app)
  mountClosing(app)
  mountBooks(app)
}
