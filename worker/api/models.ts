// `GET /v1/models`: what the key may ask, and what it costs. Clients of Anthropic's API get the form of that.
import type { Hono } from 'hono'
import type { SoldModel } from '#domain/models/sold-model.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { inForce } from '../http/in-force.ts'
import { expectKey } from './base/caller.ts'
import { isAnthropic, noSuchModel } from './base/errors.ts'
import { chatModelsOf, createdAt, itemsOf } from './listed-models.ts'

/** As Anthropic's API lists a model. */
const anthropicItemOf = ({ id, name }: SoldModel) => ({
  type: 'model',
  id,
  display_name: name,
  created_at: new Date(createdAt * 1000).toISOString()
})

const listOf = (data: { id: string }[]) => ({ object: 'list', data })
const anthropicListOf = (data: { id: string }[]) => ({
  data,
  has_more: false,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null
})

async function listedFor(c: AppContext): Promise<{ id: string }[]> {
  const [asking, shop] = await Promise.all([expectKey(c, 'models'), inForce(c)])
  return isAnthropic(c) ? chatModelsOf(asking, shop).map(anthropicItemOf) : itemsOf(c.var.environment, asking, shop)
}

export function mountModels(app: Hono<HonoEnv>) {
  app.get('/v1/models', async (c) => {
    const items = await listedFor(c)
    return c.json(isAnthropic(c) ? anthropicListOf(items) : listOf(items))
  })

  app.get('/v1/models/:id{.+}', async (c) => {
    const id = c.req.param('id')
    const item = (await listedFor(c)).find((one) => one.id === id)
    if (!item) throw noSuchModel(id)
    return c.json(item)
  })
}
