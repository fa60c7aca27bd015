// Balances and what was spent.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountWallet } from '../payments/wallet-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountWallet(app)
}
