// Refund by an operator. The provider refunds first; then the tokens are taken back by the amounts that the provider
// reports, exactly as after a refund in the provider's own dashboard.
import { checkBy, findPayment, type PaymentRow } from '#data/payments.ts'
import { emailOf } from '#data/users.ts'
import { decimalOf } from '#domain/money.ts'
import { receiptOf } from '#domain/receipt.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { ProviderRefund } from '#providers/payment/payment-provider.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { advancePayment } from './advance-payment.ts'
import { descriptionOf, paymentPorts } from './payment-ports.ts'

/** The check after which a refund that was interrupted by a crash is completed. */
const checkPauseMs = 60_000

export interface RefundCommand {
  paymentId: string
  /** Null: everything not refunded yet. */
  amountKopecks: number | null
  idempotenceKey: string
}

/** @throws AppError for a payment that cannot be refunded, or not by that amount */
async function refundable(c: AppContext, { paymentId, amountKopecks }: RefundCommand) {
  const row = await findPayment(c.var.database, paymentId)
  if (!row || row.providerPaymentId === null) throw new AppError('NOT_FOUND')
  const leftKopecks = row.amountKopecks - row.refundedKopecks
  const wanted = amountKopecks ?? leftKopecks
  if (row.status !== 'succeeded' || wanted <= 0 || wanted > leftKopecks)
    throw new AppError('BAD_REQUEST', { text: `Вернуть можно не больше ${decimalOf(leftKopecks)} ${row.currency}` })
  return { row, providerPaymentId: row.providerPaymentId, wanted }
}

/**
 * Refunds only once for one key.
 * @throws AppError; PAYMENT_DELAYED when the outcome is unknown: the operator repeats the call with the same key
 */
export async function refundPayment(
  c: AppContext,
  command: RefundCommand
): Promise<{ refund: ProviderRefund; row: PaymentRow }> {
  const { row, providerPaymentId, wanted } = await refundable(c, command)
  const { environment, database } = c.var
  const email = await emailOf(database, row.userId)
  const description = `Возврат: ${descriptionOf(row)}`
  const { currency } = row
  await checkBy(database, row.id, Date.now() + checkPauseMs)
  try {
    const refund = await yookassa(environment).refund({
      paymentId: providerPaymentId,
      idempotenceKey: command.idempotenceKey,
      amount: { value: decimalOf(wanted), currency },
      description,
      // An erased account has no mail address; the provider then sends the receipt to the address of the first one.
      ...(email === undefined
        ? {}
        : { receipt: receiptOf(environment, { email, description, amountKopecks: wanted, currency }) })
    })
    return { refund, row: await advancePayment(paymentPorts(c.env, environment), row, Date.now()) }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    throw new AppError(error.retryable ? 'PAYMENT_DELAYED' : 'PAYMENT_FAILED', { text: `Возврат: ${error.message}` })
  }
}
