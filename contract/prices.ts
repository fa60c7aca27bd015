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
 * shows each price from its first moment on. `now`: the server's clock. `upstreams`: by chat model, the upstream model that runs now in
 * place of the catalogue's.
 */
export const readPrices = endpoint({
  call: 'GET /prices',
  access: 'public',
  output: z.object({ now: z.number(), changes: z.array(priceChange), upstreams: z.record(z.string(), z.string()) })
})
