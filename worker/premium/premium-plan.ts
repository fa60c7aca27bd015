// What Premium means for a request: a plan bears its price, within fair use.
import { fairUseTokensPerDay } from '#contract/catalogue/plans.ts'
import type { Account } from '#data/sessions.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import { dayAround } from '#domain/billing-calendar.ts'
import type { ReserveCommand } from '#durable-objects/wallet/calls.ts'
import { AppError } from '../http/errors.ts'

/** The plan that a request of this account is made under; undefined for one that is paid for in tokens. */
export const bearingPlanOf = (account: Account, now: number): ReserveCommand['plan'] =>
  accountPlanOf(account, now) === 'premium'
    ? { since: dayAround(now).start, maxTokens: fairUseTokensPerDay }
    : undefined

/** The user waits until midnight: nothing is charged in tokens that was to be free. */
export const fairUseExceeded = (now: number): AppError =>
  new AppError('FAIR_USE_EXCEEDED', { retryAfter: Math.ceil((dayAround(now).end - now) / 1000) })
