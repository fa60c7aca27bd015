// A duty of the clock: continues a refund of an operator that a crash or the provider's silence has interrupted, and looks
// after one that takes its time, and after the receipt of one that was made.
import { openDirectory } from '#data/base/database.ts'
import { claimedUntil, type Lease } from '#data/directory/due-rows.ts'
import { claimDueRefund, noteEndedRefund, type RefundRow } from '#data/directory/refunds.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { lostReceipt, receiptCheckAt } from '#domain/receipt-registration.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import { advanceRefund } from './advance-refund.ts'

/** When a failed refund is continued. Longer than one step, so that two never overlap on one refund. */
const failedPauseMs = 90_000

/**
 * Raises an alarm about a fiscal receipt that will not be registered, before that is stored: a crash in between repeats the call,
 * and an open alarm only counts it.
 */
async function followReceipt(env: Env, row: RefundRow, now: number): Promise<void> {
  const { id, userId, paymentId, providerRefundId } = row
  const seen = providerRefundId === null ? null : await yookassa(environmentOf(env)).readRefund(providerRefundId)
  const receiptStatus = seen?.receiptStatus ?? null
  // A refund may have been on its way for days: its receipt is made when the money is back.
  const since = row.checkedAt ?? row.createdAt
  const registration = lostReceipt({ ...row, since }, receiptStatus, now)
  if (registration)
    await raiseAlarm(env, userId, { event: 'receipt-not-registered', paymentId, operation: 'refund', registration })
  const nextCheckAt = receiptCheckAt({ since }, receiptStatus, now)
  await noteEndedRefund(openDirectory(env), id, { receiptStatus, nextCheckAt })
}

/**
 * @param told is called with a refund that the provider has made, and may be called again
 * @returns `void`: another message has the refund now
 */
export async function continueRefund(
  env: Env,
  lease: Lease,
  now: number,
  told: (made: RefundRow) => Promise<void>
): Promise<'done' | 'failed' | 'void'> {
  const directory = openDirectory(env)
  const row = await claimDueRefund(directory, lease, claimedUntil(lease, now, failedPauseMs))
  if (!row) return 'void'
  const { userId, paymentId } = row
  try {
    const advanced = await advanceRefund(env, row, now)
    const { id, status, failure } = advanced
    if (status === 'created' || status === 'pending') return 'done'
    if (status === 'succeeded') {
      await told(advanced)
      await followReceipt(env, advanced, now)
      return 'done'
    }
    // The user was promised the money, so an operator must act.
    await raiseAlarm(env, userId, { event: 'refund-not-made', paymentId, failure: failure ?? status })
    await noteEndedRefund(directory, id, { nextCheckAt: null })
    return 'done'
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
    report(userId, { event: 'refund-check-failed', paymentId, failure })
    return 'failed'
  }
}
