import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * Credits the tokens of a promo code, once for an account. `PROMO_UNKNOWN`: there is no such code, or not now. `PROMO_USED`:
 * this account or another one of the same address has used it. `PROMO_OVER`: as many have used it as may.
 */
export const redeemPromo = endpoint({
  method: 'POST',
  path: '/tokens/promo',
  access: 'session',
  input: z.object({ code: z.string({ error: 'Введите промокод' }).trim().min(1, 'Введите промокод').max(60) }),
  output: z.object({ tokens: z.number().int(), balance: z.number().int() })
})
