// Run by the cron: continues refunds of operators that a crash or the provider's silence has interrupted, and looks after
// those that take their time.
import { openDirectory } from '#data/database.ts'
import { takeDueRefunds } from '#data/directory/refunds.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { advanceRefund } from './advance-refund.ts'

/** One run must fit into a minute even when every call runs into its timeout. */
const refundsPerRun = 10
/** When a failed refund is continued. Longer than a minute, so that two runs do not overlap on one refund. */
const failedPauseMs = 90_000

export interface Continued {
  due: number
  failed: number
}

export async function continueRefunds(env: Env, now: number): Promise<Continued> {
  const due = await takeDueRefunds(openDirectory(env), { now, limit: refundsPerRun, putOffTo: now + failedPauseMs })
  const failures = await Promise.all(
    due.map(async (row) => {
      const { userId, paymentId } = row
      try {
        const { status, failure } = await advanceRefund(env, row, now)
        // No operator waits for this answer, and the user was promised the money.
        if (status === 'refused' || status === 'canceled')
          report(userId, { event: 'refund-not-made', paymentId, failure: failure ?? status })
        return 0
      } catch (error) {
        const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
        report(userId, { event: 'refund-check-failed', paymentId, failure })
        return 1
      }
    })
  )
  return { due: due.length, failed: failures.reduce<number>((sum, one) => sum + one, 0) }
}
