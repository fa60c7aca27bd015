// Payments of all users, what operators decide about those in review, and refunds. Amounts in kopecks.
import { z } from 'zod'
import { change, operatorAction, subjectId } from '../access/change.ts'
import { endpoint } from '../../endpoint.ts'
import { tokenChange } from '../people/tokens.ts'

/** The decision of an operator about a payment in review. */
const reviewDecision = z.enum(['credit', 'refund', 'dismiss'])
export type ReviewDecision = z.infer<typeof reviewDecision>

/** As stored; with `provider`, as the provider sees the payment now. Amounts in kopecks. */
const reviewedPayment = z.object({
  id: z.string(),
  user_id: z.string(),
  status: z.enum(['created', 'pending', 'succeeded', 'canceled', 'refunded', 'review']),
  /** Why it is in review: how the payment differs from the order. */
  mismatch: z.string().nullable(),
  /** The decision that an operator has begun; until it is done, no other is possible. */
  decision: reviewDecision.nullable(),
  package_id: z.string(),
  total_tokens: z.number().int(),
  amount_kopecks: z.number().int(),
  refunded_kopecks: z.number().int(),
  /** Returned money whose tokens are not taken back yet; the wallet may be frozen. */
  taking_back: z.boolean(),
  currency: z.string(),
  provider_payment_id: z.string().nullable(),
  /** Of the fiscal receipt, as the provider says. */
  receipt_status: z.enum(['pending', 'succeeded', 'canceled']).nullable(),
  created_at: z.number()
})
export type ReviewedPayment = z.infer<typeof reviewedPayment>

const seen = z.object({
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  paid: z.boolean(),
  test: z.boolean(),
  amount_kopecks: z.number().int().nullable(),
  refunded_kopecks: z.number().int().nullable(),
  currency: z.string().nullable(),
  order_id: z.string().nullable(),
  user_id: z.string().nullable()
})

const orderedRefund = z.object({
  amount_kopecks: z.number().int(),
  status: z.string(),
  /** The code with which the provider refused it. */
  failure: z.string().nullable(),
  /** Of its fiscal receipt, as the provider says; null before it is made. */
  receipt_status: z.enum(['pending', 'succeeded', 'canceled']).nullable(),
  created_at: z.number()
})

/** Of a purchase sold as an advance: made when its tokens were spent. */
const secondReceipt = z.object({
  amount_kopecks: z.number().int(),
  status: z.enum(['created', 'pending', 'succeeded', 'canceled', 'refused']),
  /** The code with which the provider refused it. */
  failure: z.string().nullable(),
  created_at: z.number()
})

export const openPayment = endpoint({
  call: 'GET /operator/payments/:id',
  permission: 'payments.read',
  recorded: true,
  input: z.object({ id: subjectId }),
  /** `provider`: null when the provider does not know the payment, or is silent: it did not answer. `refunds`: those that operators ordered. */
  output: z.object({
    payment: reviewedPayment,
    provider: seen.nullable(),
    provider_silent: z.boolean(),
    /** The tokens of returned money are not taken back, because the wallet has not so many and is frozen. */
    wallet_frozen: z.boolean(),
    refunds: z.array(orderedRefund),
    /** Null: the purchase was no advance. */
    second_receipts: z.array(secondReceipt).nullable(),
    actions: z.array(operatorAction)
  })
})

/**
 * Ends the review of a payment. `credit` gives the buyer what was ordered, and what of it was not paid passes the gate of
 * `changeTokens`; `refund` has the provider return all of the
 * money; `dismiss` closes it without either, for example because it is test money. 409: the payment is not in review, is
 * not paid, or another decision has begun. `PAYMENT_DELAYED` (503): repeat the call.
 */
export const decidePayment = endpoint({
  call: 'POST /operator/payments/:id/decision',
  permission: 'payments.change',
  input: z.object({ id: subjectId, decision: reviewDecision, ...change }),
  /** `done`: false when the provider has accepted the refund but not made it yet; repeat the call later. `change`: of `credit`. */
  output: z.object({ payment: reviewedPayment, done: z.boolean(), change: tokenChange.nullable() })
})

const paymentFilter = z.enum(['all', 'review', 'receipt-pending', 'receipt-canceled'])
export type PaymentFilter = z.infer<typeof paymentFilter>

/** Where the list continues: a time and an id. */
export const paymentPlace = /^(\d{1,15})-(.{1,99})$/

/** Newest first. */
export const listPayments = endpoint({
  call: 'GET /operator/payments',
  permission: 'payments.read',
  recorded: true,
  input: z.object({
    /** In review, or with a fiscal receipt that is not registered yet or will not be. */
    state: paymentFilter.default('all'),
    user: subjectId.optional(),
    before: z.string().regex(paymentPlace).optional()
  }),
  /** `next`: what to send as `before` for older ones; null: there are none. */
  output: z.object({ payments: z.array(reviewedPayment), next: z.string().nullable() })
})

/** How many payments are in review, without their users: for the overview, which must not record a reading of data. */
export const countReviews = endpoint({
  call: 'GET /operator/reviews',
  permission: 'payments.read',
  output: z.object({ waiting: z.number().int() })
})

/** When the wallet never had as many tokens as the returned money had bought. */
export const refundFrozenText = 'Деньги возвращены, кошелёк заморожен'

/**
 * Has the provider return money; the tokens are taken back by what it reports. 400: more than is left, or not paid. 409: another
 * refund of the payment has no outcome. `PAYMENT_DELAYED` (503): the outcome is unknown, repeat the call.
 */
export const refundMoney = endpoint({
  call: 'POST /operator/payments/:id/refunds',
  permission: 'payments.change',
  input: z.object({
    id: subjectId,
    /** Null: all that is left. */
    amount_kopecks: z.number().int().positive('Сумма больше нуля').nullable(),
    ...change
  }),
  /**
   * `done`: false while the provider has accepted the refund and not made it. `notice`: the money is back and the tokens are not,
   * because the wallet is frozen; they are taken back by themselves once it is corrected.
   */
  output: z.object({ payment: reviewedPayment, done: z.boolean(), notice: z.string().nullable() })
})
