// What an operator may give alone: to whom, and how much in a day.
import type { OperatorActionName } from '#contract/operator-change.ts'
import type { OwnLimit } from '#data/directory/token-changes.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'

export const dayMs = 24 * 60 * 60_000

/** Nothing for whoever has the token, which may call itself anything: what it asks for waits for somebody in the console. */
export const ownLimitOf = (c: AppContext, now: number): OwnLimit => ({
  since: now - dayMs,
  maxTokens: c.var.operator.userId === null ? 0 : c.var.environment.OPERATOR_GRANT_LIMIT
})

/** By these an account gains money or tokens, or gets them out of a check. */
const givings: ReadonlySet<OperatorActionName> = new Set([
  'tokens-change',
  'tokens-agree',
  'wallet-thaw',
  'wallet-correct',
  'job-release',
  'premium-extend',
  'payment-credit',
  'payment-refund',
  'payment-dismiss',
  'money-refund'
])

/** @throws AppError NOT_PERMITTED for what an operator would do to the own account */
export function expectOthersAccount(c: AppContext, action: OperatorActionName, userId: string): void {
  if (givings.has(action) && userId !== '' && userId === c.var.operator.userId)
    throw new AppError('NOT_PERMITTED', { text: 'Это ваш собственный аккаунт: попросите другого оператора' })
}
