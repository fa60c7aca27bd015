// What services and models earn, and what another price would change.
import type { Hono } from 'hono'
import { chatServices } from '#contract/catalogue/chat.ts'
import { findPriceItem } from '#contract/catalogue/price-items.ts'
import { priceKey } from '#contract/catalogue/prices.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { findStudioEntry, studioEntries } from '#contract/catalogue/studio.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { apiCalls } from '#contract/api-key-words.ts'
import * as contract from '#contract/operator/prices/prices.ts'
import { usualUsage } from '#contract/operator/shop/definition.ts'
import { sumApiCalls } from '#data/both/api-calls.ts'
import { kopecksPerToken, type PricedService, readAnswerCosts, readEarned } from '#data/both/margin.ts'
import { averageCosts, chargedAt, type Margin, marginsOf } from '#domain/margin.ts'
import { isUpstreamModel, type ListPrice, listPriceOf } from '#domain/upstreams/list-prices.ts'
import { usdMicrosOf } from '#domain/models/usage-cost.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, expectFound } from '../../http/errors.ts'
import { inForce } from '../../http/in-force.ts'
import { serve } from '../../http/serve.ts'

const dayMs = 24 * 60 * 60_000
const previewDays = 30

/** The parameter whose value is the item of a price. */
const byOf = ({ price: { tokens } }: StudioEntry): string | null => (typeof tokens === 'number' ? null : tokens.by)

const pricedService = (service: string): PricedService => {
  const entry = findStudioEntry(service)
  return { service, by: entry ? byOf(entry) : null }
}

const allServices = [...chatServices, ...studioEntries.map(({ id }) => id), apiCalls.service].map(pricedService)

async function readMargins(c: AppContext, services: readonly PricedService[], days: number) {
  const since = Date.now() - days * dayMs
  const [{ earned, isWhole }, costs, calls, kopecks] = await Promise.all([
    readEarned(c.env, services, since),
    readAnswerCosts(c.env, since),
    sumApiCalls(c.env, since),
    kopecksPerToken(c.var.directory)
  ])
  const averages = averageCosts(costs, c.var.environment.USD_MARKUP_PERCENT)
  if (calls.priced > 0) averages.set(apiCalls.service, calls.costMicros / calls.costed)
  return { earned, averages, isWhole, kopecks }
}

function titleOf({ service, model }: Margin, models: readonly ShownModel[]): string {
  if (service === apiCalls.service) return apiCalls.title
  const ofChat = models.find(({ id }) => id === model)
  if (ofChat) return ofChat.name
  const entry = findStudioEntry(service)
  const options = entry?.parameters.flatMap((one) => (one.kind === 'choice' && one.name === 'model' ? one.options : []))
  const label = options?.find(({ value }) => value === model)?.label ?? model
  return [entry?.title ?? service, ...(label === null ? [] : [label])].join(' · ')
}

/** Of a usual answer at list price; null: no route is known. */
const typicalMicros = (listPrice: ListPrice | undefined): number | null =>
  listPrice ? usdMicrosOf({ usage: usualUsage, listPrice, markupPercent: 0 }) : null

/**
 * What the item alone has earned: a model of a chat, or the requests with one value of the parameter that decides the price of a
 * service of the studio. The job's row has that value. Requests without a row, or with a price of their own, cannot be assigned
 * to an item: they are not counted, and `untold` is their number.
 */
function earnedBy({ earned, averages }: Awaited<ReturnType<typeof readMargins>>, item: string, isChat: boolean) {
  const valueOf = ({ model, item: value }: EarnedRow) => (isChat ? model : value)
  const own = item === '' ? earned : earned.filter((one) => valueOf(one) === item)
  const untold = item === '' || isChat ? [] : earned.filter(({ item: value }) => value === null)
  const margins = marginsOf(own, averages)
  const costs = margins.flatMap(({ costMicros }) => costMicros ?? [])
  return {
    requests: sumOf(margins, ({ requests }) => requests),
    chargedTokens: sumOf(margins, ({ chargedTokens }) => chargedTokens),
    costMicros: costs.length === 0 ? null : sumOf(costs, (cost) => cost),
    untold: sumOf(untold, ({ requests }) => requests)
  }
}

const sumOf = <One>(list: readonly One[], of: (one: One) => number): number =>
  list.reduce((sum, one) => sum + of(one), 0)

type EarnedRow = Awaited<ReturnType<typeof readMargins>>['earned'][number]

export function mountMargin(app: Hono<HonoEnv>) {
  serve(app, contract.openMargin, async ({ days }, c) => {
    const [read, { models }] = await Promise.all([readMargins(c, allServices, days), inForce(c)])
    const { earned, averages, isWhole, kopecks } = read
    const rows = marginsOf(earned, averages).map((margin) => ({
      service: margin.service,
      model: margin.model,
      title: titleOf(margin, models),
      requests: margin.requests,
      plan_requests: margin.planRequests,
      charged_tokens: margin.chargedTokens,
      cost_micros: margin.costMicros
    }))
    return { rows, kopecks_per_token: kopecks, is_whole: isWhole }
  })

  serve(app, contract.previewPrice, async ({ service, item, tokens, upstream_model: upstreamModel }, c) => {
    if (upstreamModel !== undefined && !isUpstreamModel(upstreamModel)) throw new AppError('UNKNOWN_MODEL')
    const { prices, models } = await inForce(c)
    const priced = expectFound(findPriceItem(models, { service, item }))
    const read = await readMargins(c, [pricedService(service)], previewDays)
    const now = prices.get(priceKey(service, item)) ?? priced.tokens
    const model = models.find((one) => one.service === service && one.id === item)
    const { requests, chargedTokens, costMicros, untold } = earnedBy(read, item, model !== undefined)
    const isUntold = requests === 0 && untold > 0
    const charged = (tokensAfter: number) => (isUntold ? null : chargedAt(chargedTokens, now, tokensAfter))
    const before = typicalMicros(model?.routes[0]?.listPrice)
    const after = upstreamModel === undefined || !model ? before : typicalMicros(listPriceOf(upstreamModel))
    const factor = before !== null && after !== null ? after / before : 1
    return {
      title: priced.title,
      requests,
      before: { tokens: now, charged_tokens: charged(now), cost_micros: costMicros, typical_micros: before },
      after: {
        tokens: tokens ?? now,
        charged_tokens: charged(tokens ?? now),
        cost_micros: costMicros === null ? null : Math.round(costMicros * factor),
        typical_micros: after
      },
      untold_requests: untold,
      kopecks_per_token: read.kopecks,
      is_whole: read.isWhole
    }
  })
}
