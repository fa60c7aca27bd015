// A duty of the clock: continues a refund of an operator that a crash or the provider's silence has interrupted, and looks
// after one that takes its time.
import { openDirectory } from '#data/database.ts'
import { claimedUntil, type Lease } from '#data/directory/due-rows.ts'
import { claimDueRefund } from '#data/directory/refunds.ts'
import { raiseAlarm } from '#durable-objects/raise-alarm.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { advanceRefund } from './advance-refund.ts'

/** When a failed refund is continued. Longer than one step, so that two never overlap on one refund. */
const failedPauseMs = 90_000

/** @returns `void`: the refund is no longer the message's own */
export async function continueRefund(env: Env, lease: Lease, now: number): Promise<'done' | 'failed' | 'void'> {
  const row = await claimDueRefund(openDirectory(env), lease, claimedUntil(lease, now, failedPauseMs))
  if (!row) return 'void'
  const { userId, paymentId } = row
  try {
    const { status, failure } = await advanceRefund(env, row, now)
    // No operator waits for this answer, and the user was promised the money.
    if (status === 'refused' || status === 'canceled')
      await raiseAlarm(env, userId, { event: 'refund-not-made', paymentId, failure: failure ?? status })
    return 'done'
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
    report(userId, { event: 'refund-check-failed', paymentId, failure })
    return 'failed'
  }
}
