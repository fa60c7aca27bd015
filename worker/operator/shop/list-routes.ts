// Suppliers' own lists of models, for operators who look for a new model or a price that has changed. Reading one adds nothing to the
// shop and changes no price: it stores what was seen, and the operator decides in the editor of a model.
import type { Hono } from 'hono'
import { openSupplierList, readSupplierList, type SupplierList } from '#contract/operator/shop/supplier-list.ts'
import { readSeenList, type SeenList, storeSeenList } from '#data/directory/supplier-models.ts'
import { chatSupplyOf } from '#domain/models/connected.ts'
import { soldModels } from '#domain/models/sold-models.ts'
import { offersOf, seenAfter } from '#domain/models/supplier-list.ts'
import { type ModelList, readModelList } from '#providers/chat/model-list.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isOfChats } from '#providers/chat/connection.ts'
import { limiterOf } from '#durable-objects/stubs.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { inForce } from '../../http/in-force.ts'
import { conflict } from '../../http/errors.ts'
import { expectAllowed } from '../../http/limit.ts'
import { serve } from '../../http/serve.ts'
import { readChanges } from './read-changes.ts'
import { connectionTo, expectSupplier } from './supplier-view.ts'

/** Of all operators together: a supplier may count its calls too. */
const perMinute = { key: 'supplier-list', limit: 10, windowMs: 60_000 }

interface Asked {
  id: string
  name: string
  baseUrl: string
}

/** The routes to the supplier of all models that are on sale, once everything has begun that is planned. */
async function routesTo(c: AppContext, supplier: string, now: number) {
  const [{ upstreams }, { changes }] = await Promise.all([inForce(c), readChanges(c)])
  const modelsAt = (at: number) => soldModels(changes, upstreams, at, chatSupplyOf(c.var.environment))
  const known = new Set(modelsAt(now).map(({ id }) => id))
  return modelsAt(Number.MAX_SAFE_INTEGER)
    .filter(({ isOnSale }) => isOnSale)
    .flatMap(({ id, name, routes }) => {
      const own = routes.filter((route) => route.supplier === supplier)
      return own.map((route) => ({ id, name, isComing: !known.has(id), route }))
    })
}

async function listView(c: AppContext, { id, name }: Asked, list: SeenList | null): Promise<SupplierList> {
  const now = Date.now()
  const routes = await routesTo(c, id, now)
  return {
    supplier: { id, name },
    read_at: list?.readAt ?? null,
    is_first: list !== null && list.readAt === list.firstReadAt,
    is_cut: list?.isCut ?? false,
    offers: list ? offersOf({ ...list, routes, now }) : []
  }
}

async function storeReading(c: AppContext, supplier: Asked, { models, isCut }: ModelList): Promise<SeenList> {
  const { directory } = c.var
  const before = await readSeenList(directory, supplier)
  const readAt = Date.now()
  const seen = seenAfter(before?.seen ?? [], { models, isCut }, readAt)
  const list = { firstReadAt: before?.firstReadAt ?? readAt, readAt, isCut, seen }
  await storeSeenList(directory, supplier, list)
  return list
}

export function mountSupplierLists(app: Hono<HonoEnv>) {
  serve(app, openSupplierList, async ({ id }, c) => {
    const { supplier } = await expectSupplier(c, id)
    return listView(c, supplier, await readSeenList(c.var.directory, supplier))
  })

  serve(app, readSupplierList, async ({ id }, c) => {
    const { supplier, connection } = await connectionTo(c, id)
    if (!isOfChats(connection)) throw conflict('У этого поставщика нет списка моделей для чатов')
    expectAllowed(await limiterOf(c.env, 'supplier-lists').take([perMinute]))
    try {
      const seen = await storeReading(c, supplier, await readModelList(connection))
      return { failure: null, list: await listView(c, supplier, seen) }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      const { kind, status, code } = error
      const seen = await readSeenList(c.var.directory, supplier)
      return { failure: { kind, status, code }, list: await listView(c, supplier, seen) }
    }
  })
}
