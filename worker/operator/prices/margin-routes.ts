// What services and models earn, and what another price would change.
import type { Hono } from 'hono'
import { chatServices } from '#contract/catalogue/chat.ts'
import { chatModels, findChatModel } from '#contract/catalogue/chat-models.ts'
import type { ChatService } from '#contract/catalogue/chat.ts'
import { findPriceItem } from '#contract/catalogue/price-items.ts'
import { priceKey } from '#contract/catalogue/prices.ts'
import { findStudioEntry, studioEntries } from '#contract/catalogue/studio.ts'
import * as contract from '#contract/operator-prices.ts'
import { kopecksPerToken, readAnswerCosts, readEarned } from '#data/margin.ts'
import { averageCosts, chargedAt, type Margin, marginsOf } from '#domain/margin.ts'
import { resolveUpstream } from '#domain/upstreams/chat-upstreams.ts'
import { isUpstreamModel } from '#domain/upstreams/list-prices.ts'
import { usdMicrosOf } from '#domain/usage-cost.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { inForce } from '../../http/prices.ts'
import { serve } from '../../http/serve.ts'

const dayMs = 24 * 60 * 60_000
const previewDays = 30
const typicalUsage = { inputTokens: 1000, outputTokens: 700 }

const allServices = [...chatServices, ...studioEntries.map(({ id }) => id)]

async function readMargins(c: AppContext, services: readonly string[], days: number) {
  const since = Date.now() - days * dayMs
  const [{ earned, isWhole }, costs, kopecks] = await Promise.all([
    readEarned(c.env, services, since),
    readAnswerCosts(c.env, since),
    kopecksPerToken(c.var.directory)
  ])
  const averages = averageCosts(costs, c.var.environment.USD_MARKUP_PERCENT)
  return { margins: marginsOf(earned, averages), isWhole, kopecks }
}

const titleOf = ({ service, model }: Margin): string =>
  chatModels.find(({ id }) => id === model)?.name ??
  [findStudioEntry(service)?.title ?? service, ...(model === null ? [] : [model])].join(' · ')

const typicalMicros = (requestedModel: string): number =>
  usdMicrosOf({ usage: typicalUsage, requestedModel, ranModel: null, markupPercent: 0 })

/** Of a chat model what it alone has earned; a price of the studio belongs to all of its service. */
function earnedBy(margins: readonly Margin[], item: string, isChat: boolean) {
  const own = isChat ? margins.filter(({ model }) => model === item) : margins
  const costs = own.flatMap(({ costMicros }) => costMicros ?? [])
  return {
    requests: own.reduce((sum, { requests }) => sum + requests, 0),
    chargedTokens: own.reduce((sum, { chargedTokens }) => sum + chargedTokens, 0),
    costMicros: costs.length === 0 ? null : costs.reduce((sum, one) => sum + one, 0)
  }
}

export function mountMargin(app: Hono<HonoEnv>) {
  serve(
    app,
    contract.openMargin
  )(async ({ days }, c) => {
    const { margins, isWhole, kopecks } = await readMargins(c, allServices, days)
    const rows = margins.map((margin) => ({
      service: margin.service,
      model: margin.model,
      title: titleOf(margin),
      requests: margin.requests,
      plan_requests: margin.planRequests,
      charged_tokens: margin.chargedTokens,
      cost_micros: margin.costMicros
    }))
    return { rows, kopecks_per_token: kopecks, is_whole: isWhole }
  })

  serve(
    app,
    contract.previewPrice
  )(async ({ service, item, tokens, upstream_model: upstreamModel }, c) => {
    const priced = findPriceItem(service, item)
    if (!priced) throw new AppError('NOT_FOUND')
    if (upstreamModel !== undefined && !isUpstreamModel(upstreamModel)) throw new AppError('UNKNOWN_MODEL')
    const [{ margins, isWhole, kopecks }, { prices, upstreams }] = await Promise.all([
      readMargins(c, [service], previewDays),
      inForce(c)
    ])
    const model = findChatModel(service as ChatService, item)
    const { requests, chargedTokens, costMicros } = earnedBy(margins, item, model !== undefined)
    const now = prices.get(priceKey(service, item)) ?? priced.tokens
    const before = model ? typicalMicros(resolveUpstream(model, upstreams).model) : null
    const after = upstreamModel === undefined || !model ? before : typicalMicros(upstreamModel)
    const factor = before !== null && after !== null ? after / before : 1
    return {
      title: priced.title,
      requests,
      before: { tokens: now, charged_tokens: chargedTokens, cost_micros: costMicros, typical_micros: before },
      after: {
        tokens: tokens ?? now,
        charged_tokens: chargedAt(chargedTokens, now, tokens ?? now),
        cost_micros: costMicros === null ? null : Math.round(costMicros * factor),
        typical_micros: after
      },
      kopecks_per_token: kopecks,
      is_whole: isWhole
    }
  })
}
