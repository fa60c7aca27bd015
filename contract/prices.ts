import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const priceChange = z.object({
  service: z.string(),
  item: z.string(),
  tokens: z.number().int().nullable(),
  startsAt: z.number()
})

/**
 * The prices that replace those of the catalogue (`contract/catalogue/prices.ts`), with the changes that begin soon, so that a page
 * shows each price from its first moment on. `now`: the server's clock.
 */
export const readPrices = endpoint({
  call: 'GET /prices',
  access: 'public',
  output: z.object({ now: z.number(), changes: z.array(priceChange) })
})
