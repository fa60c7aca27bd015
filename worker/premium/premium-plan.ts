// What Premium means for a request: the plan covers its price, within fair use.
import { fairUseTokensPerDay } from '#contract/catalogue/plans.ts'
import type { Account } from '#data/sessions.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import { dayAround } from '#domain/billing-calendar.ts'
import type { ReserveCommand } from '#durable-objects/wallet/calls.ts'
import { AppError } from '../http/errors.ts'

/** The plan that covers a request of this account; undefined when the user pays in tokens. */
export const coveringPlanOf = (account: Account, now: number): ReserveCommand['plan'] =>
  accountPlanOf(account, now) === 'premium'
    ? { since: dayAround(now).start, maxTokens: fairUseTokensPerDay }
    : undefined

/** Retry at midnight: a user on Premium is never charged in tokens instead. */
export const fairUseExceeded = (now: number): AppError =>
  new AppError('FAIR_USE_EXCEEDED', { retryAfter: Math.ceil((dayAround(now).end - now) / 1000) })
