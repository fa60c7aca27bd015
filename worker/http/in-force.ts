// Prices, models and suppliers in force, as operators have set them. An isolate keeps the changes for a while, those that begin later
// included, so a change counts in every isolate from its first moment: `domain/price-notice.ts`.
import type { ModelChange } from '#contract/catalogue/models.ts'
import { pricesAt, type PriceChange, type Prices } from '#contract/catalogue/prices.ts'
import { openDirectory } from '#data/base/database.ts'
import { readShop } from '#data/directory/in-force.ts'
import type { OverrideRow } from '#data/directory/price-overrides.ts'
import type { RouteState } from '#domain/models/breaker.ts'
import { chatSupplyOf, connectedModels } from '#domain/models/connected.ts'
import type { Environment } from '#domain/environment.ts'
import { isOwnSupplier } from '#domain/models/own-tasks.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import { soldModels } from '#domain/models/sold-models.ts'
import type { Supplier } from '#domain/models/supplier.ts'
import { knownUntilMs, refreshAfterMs } from '#domain/price-notice.ts'
import type { UpstreamOverrides } from '#domain/upstreams/chat-upstreams.ts'
import { isUpstreamModel } from '#domain/upstreams/list-prices.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { log, nameOf } from '#notices/report.ts'
import { type ChatConnection, isOfChats } from '#providers/chat/connection.ts'
import type { SuppliesInForce } from '#queues/base/supplies.ts'
import type { AppContext } from './context.ts'
import { changesOf, type ReadChange } from './model-rows.ts'
import { suppliesAt, type WorkChange, workChangesOf } from './work-rows.ts'
import { type SuppliersInForce, suppliersInForce } from './suppliers-in-force.ts'

interface Known extends SuppliersInForce {
  at: number
  rows: OverrideRow[]
  models: ReadChange[]
  works: WorkChange[]
  routeStates: RouteState[]
}

export const kept = new WeakMap<object, Known>()
/** When a read in the background was begun, by bindings. */
export const reading = new WeakMap<object, number>()
/** A read in the background may never end after its request was cancelled. */
const readingMaxMs = 5000

async function readNow(env: Env): Promise<Known> {
  const at = Date.now()
  const { prices, models, works, suppliers, routeStates } = await readShop(openDirectory(env), at)
  const before = kept.get(env)
  const inForceNow = await suppliersInForce(suppliers, environmentOf(env), before?.opened ?? new Map())
  const known = {
    at,
    rows: prices,
    models: changesOf(models, before?.models),
    works: workChangesOf(works),
    routeStates,
    ...inForceNow
  }
  kept.set(env, known)
  return known
}

/** When the prices cannot be read, the last ones stay in force; an isolate that has none yet has no prices. */
async function readOrKept(env: Env): Promise<Known> {
  try {
    return await readNow(env)
  } catch (error) {
    const known = kept.get(env)
    if (!known) throw error
    log({ event: 'prices-not-read', error: nameOf(error) })
    return known
  }
}

/** Reads in the background, unless another request does so already. */
function readBehind(c: AppContext): void {
  const now = Date.now()
  const begunAt = reading.get(c.env)
  if (begunAt !== undefined && Math.abs(now - begunAt) < readingMaxMs) return
  reading.set(c.env, now)
  const read = readOrKept(c.env).catch(() => undefined)
  c.executionCtx.waitUntil(read.finally(() => reading.get(c.env) === now && reading.delete(c.env)))
}

/**
 * While what is known is still right, no request waits for a read. One that must wait reads by itself: it may not wait for the promise of
 * another request, because the runtime would then run it as a part of the other one, and end it with the other one.
 */
async function knownOf(c: AppContext): Promise<Known> {
  const known = kept.get(c.env)
  const age = known ? Date.now() - known.at : Infinity
  if (!known || age < 0 || age >= knownUntilMs) return readOrKept(c.env)
  if (age >= refreshAfterMs) readBehind(c)
  return known
}

const changeOf = ({ service, item, tokens, startsAt }: OverrideRow): PriceChange => ({
  service,
  item,
  tokens,
  startsAt
})

/** All that is known of prices: what is in force and what begins later. */
export async function priceChanges(c: AppContext): Promise<PriceChange[]> {
  return (await knownOf(c)).rows.filter(({ kind }) => kind === 'price').map(changeOf)
}

/** Upstream models by model of the catalogue: an operator's choice goes before the setting `UPSTREAM_MODELS`. */
function upstreamsAt(rows: readonly OverrideRow[], now: number, setting: UpstreamOverrides): UpstreamOverrides {
  const begun = rows.filter(({ kind, startsAt }) => kind === 'upstream' && startsAt <= now)
  const upstreams = { ...setting }
  for (const { item, upstreamModel } of begun.toSorted((one, other) => one.startsAt - other.startsAt)) {
    // One whose list price is no longer known is as if it were not set.
    if (upstreamModel !== null && isUpstreamModel(upstreamModel)) upstreams[item] = upstreamModel
    else if (setting[item] === undefined) delete upstreams[item]
    else upstreams[item] = setting[item]
  }
  return upstreams
}

/** The models that change until then, as they will be sold by what is connected now. */
export async function comingModels(c: AppContext, until: number): Promise<ModelChange[]> {
  const known = await knownOf(c)
  const now = Date.now()
  return known.models
    .filter(({ startsAt }) => startsAt > now && startsAt <= until)
    .map(({ id, startsAt }) => {
      const { models } = soldThen(known, startsAt, c.var.environment)
      return { id, startsAt, model: models.find((one) => one.id === id) ?? null }
    })
}

export interface InForce {
  prices: Prices
  upstreams: UpstreamOverrides
  /** All, also those that are not on sale or not connected. Their own prices: `prices` says what one costs now. */
  models: readonly SoldModel[]
  suppliers: readonly Supplier[]
  /** Null for a supplier of answers that is unknown, switched off or without a key. */
  connectionOf: (supplier: string) => ChatConnection | null
  /** What the breakers of routes have said last, in any isolate. */
  routeStates: readonly RouteState[]
  /** Who makes the works of tools. */
  supplies: SuppliesInForce
}

/** Also of a supplier that is off; null for one of other works. */
function chatAccount({ connections }: Pick<Known, 'connections'>, id: string): ChatConnection | null {
  const connection = connections.get(id)
  return connection && isOfChats(connection) ? connection : null
}

interface Sold {
  from: number
  /** When the next change begins. */
  until: number
  upstreams: UpstreamOverrides
  models: readonly SoldModel[]
}

/** By what was read: between two changes it is the same for every request. */
const sold = new WeakMap<Known, Sold>()

function soldThen(known: Known, at: number, environment: Environment): Pick<Sold, 'upstreams' | 'models'> {
  const upstreams = upstreamsAt(known.rows, at, environment.UPSTREAM_MODELS)
  const models = connectedModels(
    soldModels(known.models, upstreams, at, chatSupplyOf(environment)),
    (id) => chatAccount(known, id)?.dialect ?? null
  )
  return { upstreams, models }
}

function soldAt(known: Known, now: number, environment: Environment): Sold {
  const before = sold.get(known)
  if (before && before.from <= now && now < before.until) return before
  const coming = [...known.rows, ...known.models].flatMap(({ startsAt }) => (startsAt > now ? [startsAt] : []))
  const own = { from: now, until: Math.min(...coming), ...soldThen(known, now, environment) }
  sold.set(known, own)
  return own
}

const suppliesOf = (
  { suppliers, connections, routeStates, works }: Known,
  models: readonly SoldModel[],
  now: number
): SuppliesInForce => ({
  suppliers,
  chatRoutes: models.flatMap(({ isOnSale, routes }) =>
    routes.filter(
      ({ supplier: id }) => isOnSale && isOwnSupplier(id) && suppliers.some((one) => one.id === id && one.isOn)
    )
  ),
  connections,
  routeStates,
  works: suppliesAt(works, now)
})

/** The same for a message of a queue, which has time: what is older than a request may use is read anew. */
export async function suppliesInForce(env: Env): Promise<SuppliesInForce> {
  const known = kept.get(env)
  const age = known ? Date.now() - known.at : Infinity
  const right = known && age >= 0 && age < refreshAfterMs ? known : await readOrKept(env)
  const now = Date.now()
  return suppliesOf(right, soldAt(right, now, environmentOf(env)).models, now)
}

/** What is in force for a request that comes now. @param now a later moment: what will be then, as far as it is planned */
export async function inForce(c: AppContext, now = Date.now()): Promise<InForce> {
  const known = await knownOf(c)
  const { rows, suppliers, routeStates } = known
  const { upstreams, models } = soldAt(known, now, c.var.environment)
  return {
    // Made when they are asked for: most calls need one of the two, and calls of the API neither.
    get prices() {
      return pricesAt(rows.filter(({ kind }) => kind === 'price').map(changeOf), now)
    },
    upstreams,
    models,
    suppliers,
    connectionOf: (id) => (suppliers.find((one) => one.id === id)?.isOn ? chatAccount(known, id) : null),
    get supplies() {
      return suppliesOf(known, models, now)
    },
    routeStates
  }
}
