// Run by the cron: asks the provider about payments that neither a notification nor a return page has ended.
import { openDirectory } from '#data/database.ts'
import { type PaymentRow, takeDue } from '#data/directory/payments.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { environmentOf } from '../http/context.ts'
import { advancePayment } from './advance-payment.ts'
import { paymentPorts } from './payment-ports.ts'

/** One run must fit into a minute even when every call runs into its timeout. */
const paymentsPerRun = 30
/** When a failed payment is checked again. Longer than a minute, so that two runs do not overlap on one payment. */
const failedPauseMs = 90_000

export interface Reconciled {
  /** Payments that the provider was asked about. */
  asked: number
  ended: number
  failed: number
}

const isEnded = ({ status }: PaymentRow) => status !== 'created' && status !== 'pending'

export async function reconcilePayments(env: Env, now: number): Promise<Reconciled> {
  const due = await takeDue(openDirectory(env), { now, limit: paymentsPerRun, putOffTo: now + failedPauseMs })
  if (due.length === 0) return { asked: 0, ended: 0, failed: 0 }
  const ports = paymentPorts(env, environmentOf(env))
  const ended = await Promise.all(
    due.map(async (row) => {
      try {
        return isEnded(await advancePayment(ports, row, now))
      } catch (error) {
        const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
        report(row.userId, { event: 'payment-check-failed', paymentId: row.id, failure })
        return null
      }
    })
  )
  return {
    asked: due.length,
    ended: ended.filter((outcome) => outcome === true).length,
    failed: ended.filter((outcome) => outcome === null).length
  }
}
