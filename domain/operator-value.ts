// The values that operators can give without a payment, what they are worth in tokens, and who may agree. Pure. Must never value
// anything below its price for users: a token is a rouble, and Premium costs its price.
import { planOf, premiumPackageId } from '#contract/catalogue/plans.ts'
import { dayMs } from './billing-calendar.ts'
import type { SeenPayment } from './payment.ts'

/** The terms of a change, by kind. */
export interface ValueTerms {
  /** Negative: taken. `mayOwe`: taking may make a debt. */
  tokens: { tokens: number; mayOwe: boolean }
  /** `seq`: the newest line of the journal on which the correction was based. */
  correction: { freeTokens: number; seq: number }
  code: { code: string; tokens: number; usesMax: number; networkMax: number; startsAt: number; endsAt: number }
  campaign: {
    invitedTokens: number
    inviterTokens: number
    rewardsMax: number
    networkMax: number
    peopleMax: number
    purchaseMinKopecks: number
    endsAt: number | null
  }
  premium: { days: number }
  payment: { paymentId: string }
  job: { jobId: string }
}

/** How long a role must have stood before its holder may agree: so that the others notice a second account of one person. */
const standingMs = 3 * dayMs

/** From when on an operator who got a role at that time may agree to requests of others. */
export const agreesFrom = (grantedAt: number): number => grantedAt + standingMs

/** Roles given after this moment are new. */
export const newSince = (now: number): number => now - standingMs

export const codeValue = ({ tokens, usesMax }: Pick<ValueTerms['code'], 'tokens' | 'usesMax'>): number =>
  tokens * usesMax

/** All users who may come, and their inviters. */
export const campaignValue = (
  terms: Pick<ValueTerms['campaign'], 'invitedTokens' | 'inviterTokens' | 'peopleMax'>
): number => terms.peopleMax * (terms.invitedTokens + terms.inviterTokens)

/** Days of Premium at what they cost: thirty of them are a month. */
export const premiumValue = (days: number): number => Math.ceil((days * planOf('premium').priceRub) / 30)

/**
 * The tokens that a correction adds. Damaged rows may show any balance, so the smaller of the two counts as the former one.
 * @param accountTokens free tokens of the account, negative: the debt
 * @param countedTokens the same as all lines of the journal add up to
 */
export const correctionValue = (freeTokens: number, accountTokens: number, countedTokens: number): number =>
  Math.max(freeTokens - Math.min(accountTokens, countedTokens), 0)

interface ReviewedOrder {
  packageId: string
  totalTokens: number
  amountKopecks: number
  currency: string
}

/** The unpaid part of an order in review that is credited. Test money does not count as paid. */
export function reviewValue(order: ReviewedOrder, seen: SeenPayment | null, allowsTest: boolean): number {
  const worth = order.packageId === premiumPackageId ? Math.ceil(order.amountKopecks / 100) : order.totalTokens
  const isMoney = seen !== null && seen.currency === order.currency && (allowsTest || !seen.test)
  const paidKopecks = isMoney ? Math.min(seen.amountKopecks ?? 0, order.amountKopecks) : 0
  return worth - Math.floor((worth * paidKopecks) / order.amountKopecks)
}
