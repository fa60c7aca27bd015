// What an operator sees of a payment, and how its review ends.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/money/payments.ts'
import { actionsAbout } from '#data/directory/operator-actions.ts'
import { findPayment } from '#data/directory/payments.ts'
import { orderedRefunds, type RefundRow } from '#data/directory/refunds.ts'
import { type SecondReceiptRow, secondReceiptsOf } from '#data/directory/second-receipts.ts'
import { reviewValue } from '#domain/operator-value.ts'
import type { SeenPayment } from '#domain/payment.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { endReview, expectDecidable, readReviewed, type Reviewed } from '../../payments/end-review.ts'
import { paymentPorts } from '../../payments/payment-ports.ts'
import { isFrozenByRefund, moneyFacts, paymentView } from '../../payments/payment-view.ts'
import { actionView, type Asked, recorded, recordReading } from '../access/record.ts'
import { isAsked, passGate } from '../access/gate.ts'

const seenView = (seen: SeenPayment) => ({
  status: seen.status,
  paid: seen.paid,
  test: seen.test,
  amount_kopecks: seen.amountKopecks,
  refunded_kopecks: seen.refundedKopecks,
  currency: seen.currency,
  order_id: seen.orderId,
  user_id: seen.userId
})

const refundView = ({ amountKopecks, status, failure, receiptStatus, createdAt }: RefundRow) => ({
  amount_kopecks: amountKopecks,
  status,
  failure,
  receipt_status: receiptStatus,
  created_at: createdAt
})

const receiptView = ({ amountKopecks, status, failure, createdAt }: SecondReceiptRow) => ({
  amount_kopecks: amountKopecks,
  status,
  failure,
  created_at: createdAt
})

/** Gives the buyer what was ordered; the unpaid part counts as a gift of the operator. */
async function credited(c: AppContext, reviewed: Reviewed, who: Asked) {
  const { row, seen } = reviewed
  const { id, userId } = row
  if (!(await isAsked(c, who.idempotency_key))) expectDecidable('credit', reviewed)
  const { allowsTest } = paymentPorts(c.env, c.var.environment)
  const wish = { kind: 'payment', action: 'payment-credit', subject: id, userId, ...who } as const
  const change = await passGate(c, {
    ...wish,
    tokens: reviewValue(row, seen, allowsTest),
    terms: { paymentId: id },
    facts: async () => moneyFacts(c.env, (await findPayment(c.var.directory, id)) ?? row)
  })
  const after = (await findPayment(c.var.directory, id)) ?? row
  return { payment: paymentView(after), done: change.state === 'booked', change }
}

export function mountPaymentReviews(app: Hono<HonoEnv>) {
  serve(app, contract.openPayment, async ({ id }, c) => {
    const { row, seen, silence } = await readReviewed(c, id)
    await recordReading(c, { action: 'payment-read', subject: id, userId: row.userId })
    const [actions, refunds, receipts] = await Promise.all([
      actionsAbout(c.var.directory, id),
      orderedRefunds(c.var.directory, id),
      secondReceiptsOf(c.var.directory, id)
    ])
    return {
      payment: paymentView(row),
      provider: seen && seenView(seen),
      provider_silent: silence !== null,
      wallet_frozen: await isFrozenByRefund(c.env, row),
      refunds: refunds.map(refundView),
      second_receipts: row.isAdvance ? receipts.map(receiptView) : null,
      actions: actions.map(actionView)
    }
  })

  serve(app, contract.decidePayment, async ({ id, decision, ...who }, c) => {
    const reviewed = await readReviewed(c, id)
    if (decision === 'credit') return credited(c, reviewed, who)
    let { row } = reviewed
    let done = true
    const facts = () => moneyFacts(c.env, row)
    const change = { action: `payment-${decision}`, subject: id, userId: row.userId, ...who, facts } as const
    await recorded(c, change, async (actionId, isRepeated) => {
      const ended = await endReview(c, reviewed, { decision, actionId, isRepeated })
      row = ended.row
      done = ended.done
      return done ? moneyFacts(c.env, row) : null
    })
    return { payment: paymentView(row), done, change: null }
  })
}
