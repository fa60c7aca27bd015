// What operators see of the routes of models, and what a week would have cost elsewhere.
import type { Hono } from 'hono'
import type { z } from 'zod'
import { transcription } from '#contract/catalogue/transcription.ts'
import * as contract from '#contract/operator/shop/traffic.ts'
import { transcriptionModel } from '#contract/v1/transcriptions.ts'
import { kopecksPerToken } from '#data/both/margin.ts'
import { readTraffic, readUsage } from '#data/both/traffic.ts'
import { readOutages } from '#data/directory/outages.ts'
import { readRouteStates } from '#data/directory/route-states.ts'
import type { CountedUsage } from '#data/history/traffic.ts'
import { breakerKeyOf, type RouteState } from '#domain/models/breaker.ts'
import type { Outages } from '#domain/outage.ts'
import type { Route } from '#domain/models/route.ts'
import { replayedMicros, type RouteFigures, routeFigures, routeKeyOf, uncalled } from '#domain/models/traffic.ts'
import type { ListPrice } from '#domain/upstreams/list-prices.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, expectFound } from '../../http/errors.ts'
import { inForce } from '../../http/in-force.ts'
import { serve } from '../../http/serve.ts'

const dayMs = 24 * 60 * 60_000

/** @param state undefined: the breaker has never opened; `awayUntil`: of a supplier without our money */
function breakerView(
  state: RouteState | undefined,
  awayUntil: number | undefined,
  now: number
): contract.TrafficRoute['breaker'] {
  if (awayUntil) return { state: 'open', until: awayUntil, failure: 'unpaid' }
  if (!state || state.opened === 0) return { state: 'closed', until: null, failure: null }
  const { openUntil: until, failure } = state
  return { state: until > now ? 'open' : 'waiting', until, failure }
}

interface Around {
  nameOf: (supplier: string) => string
  stateOf: (supplier: string, model: string) => RouteState | undefined
  outages: Outages
  now: number
}

const routeView = (
  figures: RouteFigures,
  place: number | null,
  { nameOf, stateOf, outages, now }: Around
): contract.TrafficRoute => ({
  supplier: figures.supplier,
  supplier_name: nameOf(figures.supplier),
  upstream_model: figures.upstreamModel,
  place,
  calls: figures.calls,
  served: figures.served,
  share: figures.share,
  failures: figures.failures,
  first_word: figures.firstWord && { median_ms: figures.firstWord.medianMs, p95_ms: figures.firstWord.p95Ms },
  input_tokens: figures.inputTokens,
  cached_input_tokens: figures.cachedInputTokens,
  output_tokens: figures.outputTokens,
  cost_micros: figures.served > 0 && figures.uncosted === figures.served ? null : figures.costMicros,
  uncosted: figures.uncosted,
  charged_tokens: figures.chargedTokens,
  plan_served: figures.onPlan,
  breaker: breakerView(stateOf(figures.supplier, figures.upstreamModel), outages[figures.supplier], now)
})

/** What a model is called, and whom it asks now. */
interface Listed {
  id: string
  name: string
  routes: readonly Pick<Route, 'supplier' | 'model'>[]
}

/** Recordings are written down by one supplier, and no editor changes that. */
const ofRecordings: Listed = {
  id: transcriptionModel,
  name: transcription.modelName,
  routes: [{ supplier: transcription.upstream.provider, model: transcription.upstream.model }]
}

/** Two routes of a model that differ in their effort alone are one here: they share supplier, list price and breaker. */
function modelView(
  id: string,
  figures: readonly RouteFigures[],
  sold: Listed | undefined,
  around: Around
): contract.TrafficModel {
  const ofNow = new Map((sold?.routes ?? []).map((route) => [breakerKeyOf(route), route]))
  const called = new Map(figures.map((one) => [routeKeyOf(one), one]))
  const now = [...ofNow].map(
    ([key, { supplier, model }]) => called.get(key) ?? uncalled({ model: id, supplier, upstreamModel: model })
  )
  const earlier = figures.filter((one) => !ofNow.has(routeKeyOf(one)))
  return {
    model: id,
    name: sold?.name ?? id,
    routes: [
      ...now.map((one, index) => routeView(one, index + 1, around)),
      ...earlier.map((one) => routeView(one, null, around))
    ]
  }
}

async function trafficOf(c: AppContext, days: number) {
  const now = Date.now()
  const { directory } = c.var
  const [{ groups, isWhole }, states, outages, kopecks, { models, suppliers }] = await Promise.all([
    readTraffic(c.env, now - days * dayMs),
    readRouteStates(directory),
    readOutages(directory, now),
    kopecksPerToken(directory),
    inForce(c)
  ])
  const around: Around = {
    now,
    outages,
    nameOf: (supplier) => suppliers.find(({ id }) => id === supplier)?.name ?? supplier,
    stateOf: (supplier, model) => states.find((one) => one.supplier === supplier && one.model === model)
  }
  const ofModels = Map.groupBy(routeFigures(groups), ({ model }) => model)
  const views = [...ofModels].map(([id, figures]) =>
    modelView(
      id,
      figures,
      [...models, ofRecordings].find((one) => one.id === id),
      around
    )
  )
  return { models: views, is_whole: isWhole, kopecks_per_token: kopecks }
}

type Asked = z.output<typeof contract.replayTraffic.input>

/** @throws AppError NOT_FOUND: there is no such route */
async function candidateOf(c: AppContext, asked: Asked): Promise<ListPrice> {
  const { of_model: ofModel, supplier, upstream_model: upstreamModel } = asked
  if (ofModel !== undefined) {
    const sold = (await inForce(c)).models.find(({ id }) => id === ofModel)
    return expectFound(sold?.routes.find((one) => one.supplier === supplier && one.model === upstreamModel)).listPrice
  }
  const { input_micros: inputMicros, output_micros: outputMicros, cached_input_micros: cachedInputMicros } = asked
  // The contract asks for them where no route is named.
  if (inputMicros === undefined || outputMicros === undefined) throw new AppError('VALIDATION_FAILED')
  return { inputMicros, outputMicros, cachedInputMicros, searchMicros: asked.search_micros ?? 0 }
}

export function mountTraffic(app: Hono<HonoEnv>) {
  serve(app, contract.openTraffic, ({ days }, c) => trafficOf(c, days))

  serve(app, contract.replayTraffic, async (asked, c) => {
    const listPrice = await candidateOf(c, asked)
    const aboveInputTokens = listPrice.longInput?.aboveInputTokens ?? Number.MAX_SAFE_INTEGER
    const since = Date.now() - asked.days * dayMs
    const { rows, isWhole } = await readUsage(c.env, asked.model, { since, aboveInputTokens })
    const sumOf = (of: (row: CountedUsage) => number) => rows.reduce((sum, row) => sum + of(row), 0)
    return {
      served: sumOf(({ served }) => served),
      told: sumOf(({ told }) => told),
      cost_micros: sumOf(({ costMicros }) => costMicros),
      replayed_micros: replayedMicros(rows, listPrice),
      is_whole: isWhole
    }
  })
}
