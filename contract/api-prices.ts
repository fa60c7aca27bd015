import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const rates = z.object({ input: z.number(), cached_input: z.number(), output: z.number() })

/** All in site tokens. Those of chats for a million tokens of the model; where the input is longer than a bound, others may count. */
const prices = z.object({
  per_million: rates.optional(),
  above_input_tokens: z.number().optional(),
  per_million_above: rates.optional(),
  per_image: z.number().optional(),
  per_image_max: z.number().optional(),
  per_1000_characters: z.number().optional(),
  per_minute: z.number().optional()
})

/** What calls of the API cost now: every model that can be asked under `/v1`. */
export const readApiPrices = endpoint({
  call: 'GET /prices/api',
  access: 'public',
  output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), prices })) })
})
export type ApiPrices = z.output<typeof readApiPrices.output>['items']
