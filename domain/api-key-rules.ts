// What a key of the API lets through. Pure: the caller passes the key, the request and the time.
import { apiLimits, type ApiScope } from '#contract/api-key-words.ts'
import type { AccountPlan } from '#contract/catalogue/plans.ts'
import type { BucketRule } from './bucket.ts'
import { isInNetworks, networksOf } from './network-list.ts'

const yearMs = 365.25 * 24 * 60 * 60_000

export const expiryMaxMs = 5 * yearMs

export interface KeyLimits {
  scopes: readonly ApiScope[]
  /** Null: all. */
  models: readonly string[] | null
  /** Null: from everywhere. */
  networks: readonly string[] | null
}

/** The limit of calls a minute on this plan. @param rule as the operator allows it */
export const limitUnder = (plan: AccountPlan, rule: BucketRule): BucketRule => ({
  ...rule,
  limit: Math.max(1, Math.floor(rule.limit * apiLimits[plan].minuteShare))
})

interface KeyTimes {
  expiresAt: number | null
  endedAt: number | null
}

export interface KeyUse {
  /** Of the client. */
  address: string
  scope: ApiScope
  /** Null: the request is about no model. */
  model: string | null
}

export const isWorking = ({ expiresAt, endedAt }: KeyTimes, now: number): boolean =>
  endedAt === null && (expiresAt === null || now < expiresAt)

/** One address or network: a list of them is none. */
export const isNetwork = (text: string): boolean => !text.includes(',') && networksOf(text) !== null

/** Networks that cannot be read let nothing through. */
const isFrom = (networks: readonly string[], address: string): boolean =>
  isInNetworks(networksOf(networks.join(',')) ?? [], address)

/** Why a working key does not open this use; null: it does. The network comes first: others learn nothing of the key. */
export function keyRefusal(
  { scopes, models, networks }: KeyLimits,
  { address, scope, model }: KeyUse
): 'NETWORK' | 'SCOPE' | 'MODEL' | null {
  if (networks && !isFrom(networks, address)) return 'NETWORK'
  if (!scopes.includes(scope)) return 'SCOPE'
  return model === null || !models || models.includes(model) ? null : 'MODEL'
}
