// The payment ports of the deployed product.
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import {
  attachPayment,
  beginTakingBack,
  cancelPayment,
  completePayment,
  findPayment,
  finishTakingBack,
  giveUpSaving,
  holdForReview,
  storeCheck,
  type PaymentRow
} from '#data/directory/payments.ts'
import { addOutgoingMail } from '#data/directory/outgoing-mails.ts'
import { type Directory, openDirectory } from '#data/base/database.ts'
import { statusOf } from '#data/directory/payment-view.ts'
import type { Environment } from '#domain/environment.ts'
import { decimalOf } from '#domain/money.ts'
import { nextCheckAt } from '#domain/payment.ts'
import { paidKopecks } from '#domain/payment-review.ts'
import { receiptOf, rulesOfSale } from '#domain/receipt.ts'
import { publish } from '#durable-objects/publish.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { report } from '#notices/report.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { PaymentOrder } from '#providers/payment/payment-provider.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import { type PaymentPorts, seenOf } from './advance-payment.ts'
import { createSaving } from './create-saving.ts'
import { grantPremium, takeBackPremium } from './grant-premium.ts'
import { premiumPaymentMethod } from './premium-order.ts'
import { rewardInviter, takeBackReward } from './reward-inviter.ts'

/** The service name of purchases and refunds in the journal. */
const service = 'payment'

const isPremium = ({ packageId }: Pick<PaymentRow, 'packageId'>) => packageId === premiumPackageId

/** The description that the payer and the receipt show. */
export const descriptionOf = (row: Pick<PaymentRow, 'packageId' | 'totalTokens'>) =>
  isPremium(row) ? 'Premium на AI-платформе, 1 месяц' : `Токены AI-платформы, ${row.totalTokens} шт.`

async function orderOf(directory: Directory, environment: Environment, row: PaymentRow): Promise<PaymentOrder | null> {
  const method = isPremium(row) ? await premiumPaymentMethod(directory, row) : {}
  if (method === null) return null
  const { id, userId, idempotenceKey, amountKopecks, currency, receiptEmail } = row
  if (receiptEmail === null) throw new Error('An order without an address for its receipt')
  const description = descriptionOf(row)
  return {
    orderId: id,
    userId,
    idempotenceKey,
    amount: { value: decimalOf(amountKopecks), currency },
    description,
    receipt: receiptOf(rulesOfSale(environment, row), { email: receiptEmail, description, amountKopecks, currency }),
    ...method
  }
}

/** A bug, or two products that share a wallet: an operator must decide which of the two amounts is right. */
function refuseConflict({ id }: PaymentRow, { state }: { state: string }) {
  if (state === 'conflict') throw new Error(`The wallet knows payment ${id} with another amount`)
}

const creditTokens = async (env: Env, row: PaymentRow, id: string): Promise<void> =>
  refuseConflict(
    row,
    await userOf(env, row.userId).credit({
      id,
      amountTokens: row.totalTokens,
      service,
      action: { kind: 'purchase', packageId: row.packageId }
    })
  )

export function paymentPorts(env: Env, environment: Environment): PaymentPorts {
  const directory = openDirectory(env)
  const provider = yookassa(environment)
  return {
    provider: {
      create: (order) => createSaving(provider, order, (key) => giveUpSaving(directory, order.orderId, key)),
      read: (id) => provider.read(id)
    },
    allowsTest: environment.STAGE !== 'production',
    orderOf: (row) => orderOf(directory, environment, row),
    find: (id) => findPayment(directory, id),
    attach: (row, { id, confirmationToken }, now) =>
      attachPayment(directory, row, {
        providerPaymentId: id,
        confirmationToken,
        nextCheckAt: nextCheckAt(row.createdAt, now),
        now
      }),
    complete: (row, now, rest) => completePayment(directory, row, now, rest),
    cancel: (row, reason, now) => cancelPayment(directory, row, reason, now),
    review: (row, mismatch, now) => holdForReview(directory, row, mismatch, now),
    note: (row, note) => storeCheck(directory, row, note),
    beginTakingBack: (row, upToKopecks, now) => beginTakingBack(directory, row, upToKopecks, now),
    finishTakingBack: (row, refundedTokens, now) => finishTakingBack(directory, row, refundedTokens, now),
    credit: async (row, id, payment) => {
      if (isPremium(row)) await grantPremium(env, row, payment.savedMethod, Date.now())
      else await creditTokens(env, row, id)
      await rewardInviter(env, row, paidKopecks(row, seenOf(payment)), Date.now())
    },
    debit: async (row, id, amountTokens) => {
      if (isPremium(row)) {
        await takeBackPremium(env, row, Date.now())
        return 'taken'
      }
      const action = { kind: 'refund', packageId: row.packageId } as const
      const taken = await userOf(env, row.userId).debit({ id, amountTokens, service, action })
      refuseConflict(row, taken)
      return taken.state === 'excess' ? 'excess' : 'taken'
    },
    takeBackReward: (row, leftKopecks) => takeBackReward(env, row, leftKopecks, Date.now()),
    queueRefundMail: async ({ userId }, id, refund) => {
      const { debtTokens } = await userOf(env, userId).view()
      await addOutgoingMail(directory, {
        id,
        userId,
        facts: { kind: 'refund', ...refund, debtTokens },
        now: Date.now()
      })
    },
    announce: (row) => publish(env, row.userId, { type: 'payment', id: row.id, status: statusOf(row) }),
    report: (row, event) => report(row.userId, { ...event, paymentId: row.id }),
    callPerson: (row, event) => raiseAlarm(env, row.userId, { ...event, paymentId: row.id })
  }
}
