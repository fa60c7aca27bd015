// An operator may act alone on the accounts of others, never on the own one.
import type { OperatorActionName } from '#contract/operator/access/change.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'

/** By these an account gains money or tokens, or gets them out of a check. */
const givings: ReadonlySet<OperatorActionName> = new Set([
  'tokens-change',
  'value-agree',
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
