// Payments of all users, and refunds of them.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/money/payments.ts'
import { countInReview, listedPayments, type PaymentPlace } from '#data/directory/operator-payments.ts'
import { findPayment, type PaymentRow } from '#data/directory/payments.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { expectFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { expectRefundable, refundPayment } from '../../payments/refund-payment.ts'
import { isFrozenByRefund, moneyFacts, paymentView } from '../../payments/payment-view.ts'
import { actionIdOf, recorded, recordReading } from '../access/record.ts'

const pageSize = 50

const placeOf = ({ createdAt, id }: PaymentRow): string => `${createdAt}-${id}`

function readPlace(text: string | undefined): PaymentPlace | null {
  const [, createdAt, id] = contract.paymentPlace.exec(text ?? '') ?? []
  return id ? { createdAt: Number(createdAt), id } : null
}

const expectPayment = async (c: AppContext, id: string): Promise<PaymentRow> =>
  expectFound(await findPayment(c.var.directory, id))

export function mountPaymentList(app: Hono<HonoEnv>) {
  serve(app, contract.listPayments, async ({ state, user, before }, c) => {
    await recordReading(
      c,
      user === undefined
        ? { action: 'payments-list', subject: 'payments', facts: { state, before: before ?? '' } }
        : { action: 'payments-read', subject: user, userId: user, facts: { state } }
    )
    const asked = { state, before: readPlace(before), limit: pageSize + 1, ...(user === undefined ? {} : { user }) }
    const rows = await listedPayments(c.var.directory, asked)
    const shown = rows.slice(0, pageSize)
    const last = shown.at(-1)
    return { payments: shown.map(paymentView), next: rows.length > pageSize && last ? placeOf(last) : null }
  })

  serve(app, contract.countReviews, async (_, c) => ({ waiting: await countInReview(c.var.directory) }))

  serve(app, contract.refundMoney, async ({ id, amount_kopecks: amountKopecks, ...who }, c) => {
    const found = await expectPayment(c, id)
    await expectRefundable(c, { paymentId: id, amountKopecks, operationId: actionIdOf(who.idempotency_key) })
    let row = found
    let done = false
    const facts = () => moneyFacts(c.env, found)
    const change = {
      action: 'money-refund',
      subject: id,
      userId: found.userId,
      ...who,
      request: { amountKopecks },
      facts
    } as const
    await recorded(c, change, async (actionId) => {
      const made = await refundPayment(c, { paymentId: id, amountKopecks, operationId: actionId })
      row = made.row
      done = made.refund.status === 'succeeded'
      return done ? moneyFacts(c.env, row) : null
    })
    // A repeated call does not ask the provider again.
    const after = row === found ? await expectPayment(c, id) : row
    return {
      payment: paymentView(after),
      done: done || row === found,
      notice: (await isFrozenByRefund(c.env, after)) ? contract.refundFrozenText : null
    }
  })
}
