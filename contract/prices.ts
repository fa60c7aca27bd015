import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { modelChange } from './shown-models.ts'

const priceChange = z.object({
  service: z.string(),
  item: z.string(),
  tokens: z.number().int().nullable(),
  startsAt: z.number()
})

/**
 * The prices that replace those of the catalogue (`contract/catalogue/prices.ts`), and the models on sale that differ from the
 * catalogue's (`contract/catalogue/models.ts`), with the changes that begin soon, so that a page shows each from its first moment on.
 * `now`: the server's clock.
 */
export const readPrices = endpoint({
  call: 'GET /prices',
  access: 'public',
  output: z.object({
    now: z.number(),
    changes: z.array(priceChange),
    models: z.array(modelChange).default([]),
    /**
     * Addresses of the pages whose service has no supplier, ids of such models, `dictation`, and what nothing connected makes on the other
     * pages (`settingName`). They may become connected at any time.
     */
    unconnected: z.array(z.string()).default([])
  })
})
