// A duty of the clock: asks the provider about a payment that neither a notification nor a return page has ended.
import { openDirectory } from '#data/base/database.ts'
import { claimedUntil, type Lease } from '#data/directory/due-rows.ts'
import { claimDuePayment, type PaymentRow } from '#data/directory/payments.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { advancePayment } from './advance-payment.ts'
import { paymentPorts } from './payment-ports.ts'

/** When a failed payment is checked again. Longer than a check takes, so that two never overlap on one payment. */
const failedPauseMs = 90_000

const isEnded = ({ status }: PaymentRow) => status !== 'created' && status !== 'pending'

/** @returns `void`: another message has the payment now */
export async function reconcilePayment(
  env: Env,
  lease: Lease,
  now: number
): Promise<'ended' | 'open' | 'failed' | 'void'> {
  const row = await claimDuePayment(openDirectory(env), lease, claimedUntil(lease, now, failedPauseMs))
  if (!row) return 'void'
  try {
    return isEnded(await advancePayment(paymentPorts(env, environmentOf(env)), row, now)) ? 'ended' : 'open'
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
    report(row.userId, { event: 'payment-check-failed', paymentId: row.id, failure })
    return 'failed'
  }
}
