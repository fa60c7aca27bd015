// What operators see of money and do with it: payments, refunds, debts, Premium, the months. Amounts in kopecks.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { change, operatorAction, subjectId } from './operator-change.ts'
import { tokenChange } from './operator-tokens.ts'
import { reviewedPayment } from './operator.ts'

const paymentFilter = z.enum(['all', 'review', 'receipt-pending', 'receipt-canceled'])
export type PaymentFilter = z.infer<typeof paymentFilter>

/** Newest first. */
export const listPayments = endpoint({
  method: 'GET',
  path: '/operator/payments',
  access: 'operator',
  permission: 'payments.read',
  recorded: true,
  input: z.object({
    /** In review, or with a fiscal receipt that is not registered yet or will not be. */
    state: paymentFilter.default('all'),
    user: subjectId.optional(),
    before: z.string().max(100).optional()
  }),
  /** `next`: what to send as `before` for older ones; null: there are none. */
  output: z.object({ payments: z.array(reviewedPayment), next: z.string().nullable() })
})

/** How many payments are in review, and whom they concern is not told: for the overview, which nobody opens to look at people. */
export const countReviews = endpoint({
  method: 'GET',
  path: '/operator/reviews',
  access: 'operator',
  permission: 'payments.read',
  input: z.object({}),
  output: z.object({ waiting: z.number().int() })
})

/** When the wallet never had as many tokens as the returned money had bought. */
export const refundFrozenText = 'Деньги возвращены, кошелёк заморожен'

/**
 * Has the provider return money; the tokens are taken back by what it reports. 400: more than is left, or not paid. 409: another
 * refund of the payment has no outcome. `PAYMENT_DELAYED` (503): the outcome is unknown, repeat the call.
 */
export const refundMoney = endpoint({
  method: 'POST',
  path: '/operator/payments/:id/refunds',
  access: 'operator',
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

const debt = z.object({ user_id: z.string(), debt_tokens: z.number().int() })
export type Debt = z.infer<typeof debt>

/**
 * Users who had spent tokens that were taken from them, by a refund or by an operator, in the order of their ids. It is
 * resolved by giving tokens (`changeTokens`).
 */
export const listDebts = endpoint({
  method: 'GET',
  path: '/operator/debts',
  access: 'operator',
  permission: 'payments.read',
  recorded: true,
  input: z.object({ after: subjectId.optional() }),
  output: z.object({ debts: z.array(debt), next: z.string().nullable() })
})

const plan = z.object({
  user_id: z.string(),
  state: z.enum(['active', 'cancelled', 'past-due', 'ended']),
  running: z.boolean(),
  price_kopecks: z.number().int(),
  period_start: z.number(),
  period_end: z.number(),
  access_until: z.number(),
  /** When the card is charged next; null: never. */
  renews_at: z.number().nullable(),
  /** Like `Bank card *4444`; null: no card is saved. */
  method: z.string().nullable(),
  decline_reason: z.string().nullable()
})
export type OperatedPlan = z.infer<typeof plan>

/** Premium of a user; null for who never had it. */
export const openPremium = endpoint({
  method: 'GET',
  path: '/operator/premium/:id',
  access: 'operator',
  permission: 'payments.read',
  recorded: true,
  input: z.object({ id: subjectId }),
  output: z.object({ plan: plan.nullable(), actions: z.array(operatorAction) })
})

/** Stops the renewal; what is paid goes on. 409: there is nothing to stop. */
export const cancelPremium = endpoint({
  method: 'POST',
  path: '/operator/premium/:id/cancellation',
  access: 'operator',
  permission: 'payments.change',
  input: z.object({ id: subjectId, ...change }),
  output: z.object({ plan })
})

/**
 * Moves the end of the paid period, and with it the next charge. Passes the gate of `changeTokens` with what the days cost. 409:
 * the plan does not run.
 */
export const extendPremium = endpoint({
  method: 'POST',
  path: '/operator/premium/:id/extension',
  access: 'operator',
  permission: 'payments.change',
  input: z.object({
    id: subjectId,
    days: z.number().int().min(1, 'От одного дня').max(92, 'Не больше 92 дней'),
    ...change
  }),
  output: z.object({ plan, change: tokenChange })
})

/** A calendar month of Moscow. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Месяц пишется как 2026-11')

/** In tokens: opening + late + sold + bonus + granted + corrected − taken back − spent = owed. */
const figures = z.object({
  opening: z.number().int(),
  /** What the books got for the time before, after the month before was closed. */
  late: z.number().int(),
  sold: z.number().int(),
  /** For signing up and by promo codes. */
  bonus: z.number().int(),
  /** Given by operators, less what they took. */
  granted: z.number().int(),
  corrected: z.number().int(),
  /** By refunds. */
  taken_back: z.number().int(),
  spent: z.number().int(),
  /** What users own at the end: free and reserved tokens less debts. */
  owed: z.number().int(),
  /** Of payments that were credited, and of their money that went back, whoever returned it. */
  payments: z.number().int(),
  paid_kopecks: z.number().int(),
  refunds: z.number().int(),
  refunded_kopecks: z.number().int()
})
export type ClosingFigures = z.infer<typeof figures>

/** `owed`: all wallets, as a nightly backup added them up. `books`: the same by the ledgers' copies, of the moment `at`. */
const night = z.object({ owed: z.number().int(), books: z.number().int(), at: z.number() })
export type ClosingNight = z.infer<typeof night>

/**
 * `closed`: null while the month was not closed; then the figures are those of this moment. 409: it can be counted no
 * more, or not yet.
 */
export const openClosing = endpoint({
  method: 'GET',
  path: '/operator/closing/:month',
  access: 'operator',
  permission: 'books.read',
  input: z.object({ month }),
  output: z.object({
    figures,
    closed: z.object({ at: z.number(), by: z.string() }).nullable(),
    /** Of a closed month, the first night behind its end, as it was stored at closing; else the newest. Null: there is none. */
    wallets: night.nullable(),
    /** By the ledger's copy, at this moment. */
    owed_now: z.number().int()
  })
})

/** Stores the figures of a month that is over. 409: it is not over for a day, is closed, or the month before is not. */
export const closeMonth = endpoint({
  method: 'POST',
  path: '/operator/closing/:month',
  access: 'operator',
  permission: 'books.change',
  input: z.object({ month, ...change }),
  output: z.object({ figures })
})

/** Payments and refunds of a month as CSV. */
export const exportMoney = endpoint({
  method: 'GET',
  path: '/operator/closing/:month/money.csv',
  access: 'operator',
  permission: 'books.read',
  recorded: true,
  input: z.object({ month }),
  output: z.string()
})
