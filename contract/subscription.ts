import { z } from 'zod'
import { planIds } from './catalogue/plans.ts'
import { endpoint } from './endpoint.ts'
import { paymentStatus } from './payments.ts'

export const planId = z.enum(planIds, { error: 'Такого тарифа нет' })

/**
 * `cancelled`: runs to the end of its period. `past-due`: the period is over, the bank declined the renewal, and the
 * plan stays open while the card is retried; the user can pay with another card through `changeSubscription`. `none`:
 * the free plan.
 */
const subscriptionState = z.enum(['none', 'active', 'cancelled', 'past-due'])

const subscription = z.object({
  planId,
  state: subscriptionState,
  /** Price of one month: as agreed at the start, or from the catalogue without a plan. */
  priceRub: z.number().int(),
  periodStart: z.number().nullable(),
  periodEnd: z.number().nullable(),
  /** When the card is charged next; null when it will not be charged: the plan is cancelled, or no card was saved. */
  renewsAt: z.number().nullable(),
  /** When the plan ends if its owner does not pay: null while the card is charged before. */
  endsAt: z.number().nullable(),
  /** «Карта *4444». Kept while cancelled, so that the plan can be resumed; null when detached or never saved. */
  paymentMethod: z.object({ title: z.string() }).nullable(),
  /** For `past-due`: the provider's code, see `declineText`. */
  declineReason: z.string().nullable()
})
export type Subscription = z.infer<typeof subscription>

export const readSubscription = endpoint({
  call: 'GET /subscription',
  access: 'session',
  output: z.object({ subscription })
})

export const listPlans = endpoint({
  call: 'GET /subscription/plans',
  access: 'public',
  output: z.object({
    plans: z.array(
      z.object({
        id: planId,
        title: z.string(),
        priceRub: z.number().int(),
        period: z.literal('month').nullable(),
        features: z.array(z.string()),
        unlimited: z.boolean()
      })
    )
  })
})

/**
 * `premium` with a payment: the widget takes its token, and `confirmPayment` and `readPayment` work as for any purchase
 * (`package_id` is `premium`, `tokens_amount` 0). It pays the first month, the month whose charge failed, or, when no
 * renewal will be charged, the month after the paid one. If a payment is already waiting to be paid, it is returned for
 * any key.
 * `premium` without a payment (null): a cancelled plan with a saved card is resumed, a running plan stays as it is; the
 * user never pays twice. `free`: as `cancelSubscription`.
 * `Idempotency-Key`, `PAYMENT_DELAYED` and `PAYMENT_FAILED` as in `startPurchase`; `OPERATION_IN_PROGRESS` (409) while
 * a charge of the saved card has no outcome yet.
 */
export const changeSubscription = endpoint({
  call: 'PUT /subscription',
  access: 'session',
  input: z.object({ planId }),
  output: z.object({
    subscription,
    payment: z
      .object({
        id: z.string(),
        /** For the payment widget; null when this key's payment has ended or expired: see `status`. */
        confirmation_token: z.string().nullable(),
        /** In roubles. */
        amount: z.number().int(),
        status: paymentStatus,
        widget_url: z.string()
      })
      .nullable()
  })
})

/** Stops the renewal; the paid period stays. A plan that is past due has no paid period and ends at once. */
export const cancelSubscription = endpoint({
  call: 'DELETE /subscription',
  access: 'session',
  output: z.object({ subscription })
})

/** Removes the saved card at once, so that it is never charged again; otherwise as `cancelSubscription`. */
export const detachPaymentMethod = endpoint({
  call: 'DELETE /subscription/payment-method',
  access: 'session',
  output: z.object({ subscription })
})

export const readSubscriptionUsage = endpoint({
  call: 'GET /subscription/usage',
  access: 'session',
  output: z.object({
    /** Start of the paid period; without a plan, of the current month. */
    periodStart: z.number(),
    periodEnd: z.number(),
    requests: z.number().int(),
    chargedTokens: z.number().int(),
    /** What the requests would have cost without the plan. */
    priceTokens: z.number().int(),
    byService: z.array(z.object({ service: z.string(), requests: z.number().int(), priceTokens: z.number().int() })),
    /** For a running plan: the prices of today's requests, and when the count is reset. */
    fairUse: z.object({ limitTokens: z.number().int(), usedTokens: z.number().int(), resetsAt: z.number() }).nullable()
  })
})
