// A duty of the clock: continues a refund of an operator that a crash or the provider's silence has interrupted, and looks
// after one that takes its time.
import { openDirectory } from '#data/database.ts'
import { claimedUntil, type Lease } from '#data/directory/due-rows.ts'
import { claimDueRefund, endRefundChecks, type RefundRow } from '#data/directory/refunds.ts'
import { raiseAlarm } from '#durable-objects/raise-alarm.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { advanceRefund } from './advance-refund.ts'

/** When a failed refund is continued. Longer than one step, so that two never overlap on one refund. */
const failedPauseMs = 90_000

/**
 * @param told is called with a refund that the provider has made, and may be called again
 * @returns `void`: the refund is no longer the message's own
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
    if (status === 'succeeded') await told(advanced)
    // The user was promised the money.
    else await raiseAlarm(env, userId, { event: 'refund-not-made', paymentId, failure: failure ?? status })
    await endRefundChecks(directory, id)
    return 'done'
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
    report(userId, { event: 'refund-check-failed', paymentId, failure })
    return 'failed'
  }
}
