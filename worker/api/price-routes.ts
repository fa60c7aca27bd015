// What the page about the API shows: what calls cost now, to all who have bought tokens.
import type { Hono } from 'hono'
import { apiScopes } from '#contract/api-key-words.ts'
import { readApiPrices } from '#contract/api-prices.ts'
import type { HonoEnv } from '../http/context.ts'
import { inForce } from '../http/in-force.ts'
import { serve } from '../http/serve.ts'
import { itemsOf } from './listed-models.ts'

const asking = { key: { scopes: [...apiScopes], models: null }, plan: 'paid' } as const

export function mountApiPrices(app: Hono<HonoEnv>) {
  serve(app, readApiPrices, async (_, c) => ({
    items: itemsOf(c.var.environment, asking, await inForce(c)).map(({ id, name, site_pricing: prices }) => ({
      id,
      name,
      prices
    }))
  }))
}
