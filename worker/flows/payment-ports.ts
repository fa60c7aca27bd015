// What a payment touches in the deployed product.
import {
  attachPayment,
  beginTakingBack,
  cancelPayment,
  completePayment,
  findPayment,
  finishTakingBack,
  holdForReview,
  noteCheck,
  type PaymentRow
} from '#data/payments.ts'
import { openDatabase } from '#data/database.ts'
import { statusOf } from '#data/payment-view.ts'
import type { Environment } from '#domain/environment.ts'
import { decimalOf } from '#domain/money.ts'
import { nextCheckAt } from '#domain/payment.ts'
import { receiptOf } from '#domain/receipt.ts'
import { publish } from '#durable-objects/publish.ts'
import { report } from '#durable-objects/report.ts'
import { walletOf } from '#durable-objects/stubs.ts'
import type { PaymentOrder } from '#providers/payment-provider.ts'
import { yookassa } from '#providers/yookassa.ts'
import type { PaymentPorts } from './advance-payment.ts'

/** Of the credits and debits of purchases in the journal. */
const service = 'payment'

/** What the payer and the receipt read. */
export const descriptionOf = ({ totalTokens }: Pick<PaymentRow, 'totalTokens'>) =>
  `Токены AI-платформы, ${totalTokens} шт.`

function orderOf(environment: Environment, row: PaymentRow): PaymentOrder {
  const { id, userId, idempotenceKey, amountKopecks, currency, receiptEmail } = row
  if (receiptEmail === null) throw new Error('An order without an address for its receipt')
  const description = descriptionOf(row)
  return {
    orderId: id,
    userId,
    idempotenceKey,
    amount: { value: decimalOf(amountKopecks), currency },
    description,
    receipt: receiptOf(environment, { email: receiptEmail, description, amountKopecks, currency })
  }
}

/** A bug, or two products on one wallet: nobody may guess which of the two sums is right. */
function refuseConflict({ id }: PaymentRow, { state }: { state: string }) {
  if (state === 'conflict') throw new Error(`The wallet knows payment ${id} with another sum`)
}

export function paymentPorts(env: Env, environment: Environment): PaymentPorts {
  const database = openDatabase(env.DB)
  return {
    provider: yookassa(environment),
    allowsTest: environment.STAGE === 'local',
    orderOf: (row) => orderOf(environment, row),
    find: (id) => findPayment(database, id),
    attach: (row, { id, confirmationToken }, now) =>
      attachPayment(database, row, {
        providerPaymentId: id,
        confirmationToken,
        nextCheckAt: nextCheckAt(row.createdAt, now),
        now
      }),
    complete: (row, now, rest) => completePayment(database, row, now, rest),
    cancel: (row, reason, now) => cancelPayment(database, row, reason, now),
    review: (row, mismatch, now) => holdForReview(database, row, mismatch, now),
    note: (row, note) => noteCheck(database, row, note),
    beginTakingBack: (row, upToKopecks, now) => beginTakingBack(database, row, upToKopecks, now),
    finishTakingBack: (row, refundedTokens, now) => finishTakingBack(database, row, refundedTokens, now),
    credit: async (row, id) =>
      refuseConflict(
        row,
        await walletOf(env, row.userId).credit({
          id,
          amountTokens: row.totalTokens,
          service,
          action: 'Покупка токенов',
          reason: `purchase ${row.packageId}`
        })
      ),
    debit: async (row, id, amountTokens) =>
      refuseConflict(
        row,
        await walletOf(env, row.userId).debit({
          id,
          amountTokens,
          service,
          action: 'Возврат покупки',
          reason: `refund ${row.packageId}`
        })
      ),
    announce: (row) => publish(env, row.userId, { type: 'payment', id: row.id, status: statusOf(row) }),
    report: (row, event) => report(row.userId, { ...event, paymentId: row.id })
  }
}
