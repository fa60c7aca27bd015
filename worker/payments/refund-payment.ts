// Refund by an operator: the order is stored first, and only then is the provider asked for its refund. Afterwards the
// tokens are taken back by the amounts that the provider reports, exactly as after a refund in its own dashboard.
import { findPayment, type PaymentRow } from '#data/directory/payments.ts'
import { findRefundOrder, insertRefund, isReceiptUnderWay, type RefundRow } from '#data/directory/refunds.ts'
import { emailOf } from '#data/directory/users.ts'
import { decimalOf } from '#domain/money.ts'
import { nextCheckAt, unreturnedKopecks } from '#domain/payment.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { digestOf } from '../crypto/digest.ts'
import type { AppContext } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { advancePayment } from './advance-payment.ts'
import { advanceRefund } from './advance-refund.ts'
import { paymentPorts } from './payment-ports.ts'

export interface RefundCommand {
  paymentId: string
  /** Null: everything not refunded yet. */
  amountKopecks: number | null
  /** The same for every repetition of one refund. */
  operationId: string
  /** The payment is in review, and an operator has decided to return this amount: the order's own does not bound it. */
  isReviewed?: boolean
}

export interface Refunded {
  /** `id`: the provider's. */
  refund: { id: string | null; status: RefundRow['status'] }
  row: PaymentRow
}

/** @throws AppError for a payment that cannot be refunded, or not by that amount */
async function refundable(c: AppContext, { paymentId, amountKopecks, isReviewed }: RefundCommand) {
  const row = expectFound(await findPayment(c.var.directory, paymentId))
  const leftKopecks = unreturnedKopecks(row)
  const wanted = amountKopecks ?? leftKopecks
  if (isReviewed && row.status === 'review') return { userId: row.userId, wanted }
  if (row.status !== 'succeeded') throw new AppError('BAD_REQUEST', { text: 'Этот платёж вернуть нельзя' })
  if (wanted <= 0 || wanted > leftKopecks)
    throw new AppError('BAD_REQUEST', { text: `Вернуть можно не больше ${decimalOf(leftKopecks)} ₽` })
  return { userId: row.userId, wanted }
}

/** The stored order of this command, if it is a repetition. @throws AppError IDEMPOTENCY_MISMATCH */
async function knownOrder(c: AppContext, { paymentId, amountKopecks, operationId }: RefundCommand) {
  const known = await findRefundOrder(c.var.directory, paymentId, operationId)
  if (known && amountKopecks !== null && amountKopecks !== known.amountKopecks)
    throw new AppError('IDEMPOTENCY_MISMATCH')
  return known
}

/** @throws AppError OPERATION_IN_PROGRESS while another refund or a second receipt of the payment has no outcome */
async function storedOrder(c: AppContext, command: RefundCommand): Promise<RefundRow> {
  const known = await knownOrder(c, command)
  if (known) return known
  const { paymentId, operationId } = command
  const { userId, wanted } = await refundable(c, command)
  const now = Date.now()
  const inserted = await insertRefund(c.var.directory, {
    id: crypto.randomUUID(),
    paymentId,
    userId,
    operationId,
    amountKopecks: wanted,
    idempotenceKey: digestOf(`refund:${paymentId}:${operationId}`),
    receiptEmail: (await emailOf(c.var.directory, userId)) ?? null,
    createdAt: now,
    nextCheckAt: nextCheckAt(now, now)
  })
  const order = inserted ?? (await knownOrder(c, command))
  if (order) return order
  throw new AppError('OPERATION_IN_PROGRESS', {
    text: (await isReceiptUnderWay(c.var.directory, paymentId))
      ? 'По этому платежу отправляется чек. Повторите возврат через несколько минут'
      : 'У этого платежа есть возврат без исхода. Он продолжается сам, новый возможен после него'
  })
}

/**
 * Refuses what `refundPayment` would refuse, before the command is recorded: so that the same form may be sent again with another amount.
 * @throws AppError NOT_FOUND, BAD_REQUEST; IDEMPOTENCY_MISMATCH
 */
export async function expectRefundable(c: AppContext, command: RefundCommand): Promise<void> {
  if (!(await knownOrder(c, command))) await refundable(c, command)
}

const delayed = (cause: string) =>
  new AppError('PAYMENT_DELAYED', {
    text: `Возврат без исхода (${cause}), он продолжается сам. Исход скажет повтор с тем же ключом`
  })

/**
 * Refunds only once for one operation id.
 * @throws AppError; PAYMENT_DELAYED when the outcome is unknown: the cron continues, and a repetition tells the outcome;
 * PAYMENT_FAILED when the provider refused or canceled it
 */
export async function refundPayment(c: AppContext, command: RefundCommand): Promise<Refunded> {
  const order = await storedOrder(c, command)
  try {
    const { providerRefundId: id, status, failure } = await advanceRefund(c.env, order, Date.now())
    if (status === 'created') throw delayed('отправляется')
    if (status === 'refused')
      throw new AppError('PAYMENT_FAILED', { text: `Возврат не принят (${failure}). Новой попытке нужен новый ключ` })
    if (status === 'canceled')
      throw new AppError('PAYMENT_FAILED', {
        text: 'ЮKassa отменила возврат, деньги не вернулись. Новой попытке нужен новый ключ'
      })
    const row = expectFound(await findPayment(c.var.directory, order.paymentId))
    const isBack = status === 'succeeded'
    const ports = paymentPorts(c.env, c.var.environment)
    return { refund: { id, status }, row: isBack ? await advancePayment(ports, row, Date.now()) : row }
  } catch (error) {
    if (error instanceof ProviderFailure) throw delayed(error.message)
    throw error
  }
}
