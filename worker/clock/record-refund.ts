// Ends the record's line of a refund that YooKassa accepted at once and made later. The operator's call is over by then.
import { openDirectory } from '#data/base/database.ts'
import { addAction, begunAction, isDone } from '#data/directory/operator-actions.ts'
import { findPayment } from '#data/directory/payments.ts'
import type { RefundRow } from '#data/directory/refunds.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { report } from '#notices/report.ts'
import { advancePayment } from '../payments/advance-payment.ts'
import { paymentPorts } from '../payments/payment-ports.ts'
import { moneyFacts } from '../payments/payment-view.ts'

/** @throws ProviderFailure when the provider does not answer: the tokens that went back are not known yet */
export async function recordRefund(env: Env, { operationId: id, paymentId, userId }: RefundRow): Promise<void> {
  const directory = openDirectory(env)
  const begun = await begunAction(directory, id)
  // The refund of a review is a part of that decision, which ends with its own call.
  if (begun?.action !== 'money-refund' || (await isDone(directory, id))) return
  const found = await findPayment(directory, paymentId)
  if (!found) return
  const payment = await advancePayment(paymentPorts(env, environmentOf(env)), found, Date.now())
  const facts = await moneyFacts(env, payment)
  const { isNew } = await addAction(directory, { ...begun, phase: 'done', at: Date.now(), facts })
  const { operator, action, subject, reason } = begun
  if (isNew)
    report(userId, { event: 'operator-action', phase: 'done', actionId: id, operator, action, subject, reason, facts })
}
