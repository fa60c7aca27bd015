// What services and models earn and cost. Rules only: the figures come from the database.
import { type MediaAmount, mediaMicrosOf } from './upstreams/media-costs.ts'

interface Earned extends MediaAmount {
  service: string
  model: string | null
  upstreamModel: string | null
  requests: number
  planRequests: number
  chargedTokens: number
}

interface AnswerCost {
  model: string
  answers: number
  usdMicros: number
}

export interface Margin {
  service: string
  model: string | null
  requests: number
  planRequests: number
  chargedTokens: number
  /** Null: not known of any request. */
  costMicros: number | null
}

/** The average cost of an answer of each model at list price, without the markup that users see. */
export function averageCosts(costs: readonly AnswerCost[], markupPercent: number): Map<string, number> {
  const sums = new Map<string, { answers: number; usdMicros: number }>()
  for (const { model, answers, usdMicros } of costs) {
    const sum = sums.get(model) ?? { answers: 0, usdMicros: 0 }
    sums.set(model, { answers: sum.answers + answers, usdMicros: sum.usdMicros + usdMicros })
  }
  return new Map(
    [...sums].map(([model, { answers, usdMicros }]) => [model, (usdMicros * 100) / (100 + markupPercent) / answers])
  )
}

/** Of one request. */
const costOf = (earned: Earned, averages: ReadonlyMap<string, number>): number | null =>
  averages.get(earned.model ?? earned.service) ?? mediaMicrosOf(earned.upstreamModel, earned)

/**
 * One line for each service and model, those that earned most first.
 * @param averages what a request costs, by the model of a chat, or by the service whose requests have no model
 */
export function marginsOf(earned: readonly Earned[], averages: ReadonlyMap<string, number>): Margin[] {
  const lines = new Map<string, Margin>()
  for (const one of earned) {
    const { service, model, requests, planRequests, chargedTokens } = one
    const key = JSON.stringify([service, model])
    const line = lines.get(key) ?? { service, model, requests: 0, planRequests: 0, chargedTokens: 0, costMicros: null }
    const cost = costOf(one, averages)
    const costMicros = cost === null ? line.costMicros : (line.costMicros ?? 0) + Math.round(cost * requests)
    lines.set(key, {
      ...line,
      requests: line.requests + requests,
      planRequests: line.planRequests + planRequests,
      chargedTokens: line.chargedTokens + chargedTokens,
      costMicros
    })
  }
  return [...lines.values()].toSorted((one, other) => other.chargedTokens - one.chargedTokens)
}

/** What the same number of requests would have cost at another price. */
export const chargedAt = (chargedTokens: number, tokensBefore: number, tokensAfter: number): number =>
  Math.round((chargedTokens * tokensAfter) / tokensBefore)
