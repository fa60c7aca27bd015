import { z } from 'zod'
import { planIds } from './catalogue/plans.ts'
import { endpoint } from './endpoint.ts'
import { paymentStatus } from './payments.ts'

export const planId = z.enum(planIds, { error: 'Такого тарифа нет' })

/**
 * `cancelled` runs to the end of its period. `past-due`: the period is over, the bank declined its renewal, and the plan
 * stays open while the card is tried again; another card pays through `changeSubscription`. `none`: the free plan.
 */
const subscriptionState = z.enum(['none', 'active', 'cancelled', 'past-due'])

const subscription = z.object({
  planId,
  state: subscriptionState,
  /** Of one month: what was agreed on at the start, of the catalogue without a plan. */
  priceRub: z.number().int(),
  periodStart: z.number().nullable(),
  periodEnd: z.number().nullable(),
  /** When the card is charged next; null when it is not: cancelled, or no card could be saved. */
  renewsAt: z.number().nullable(),
  /** «Карта *4444». Kept while cancelled, so that the plan can be resumed; null when detached, or never saved. */
  paymentMethod: z.object({ title: z.string() }).nullable(),
  /** Of `past-due`: the provider's code, for `declineText`. */
  declineReason: z.string().nullable()
})
export type Subscription = z.infer<typeof subscription>

export const readSubscription = endpoint({
  method: 'GET',
  path: '/subscription',
  access: 'session',
  input: z.object({}),
  output: z.object({ subscription })
})

export const listPlans = endpoint({
  method: 'GET',
  path: '/subscription/plans',
  access: 'public',
  input: z.object({}),
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
 * `premium` with a payment: the widget takes its token, and `confirmPayment` and `readPayment` know it like any purchase
 * (`package_id` is `premium`, `tokens_amount` 0). It pays the first month, the month that could not be charged, or, when
 * nothing will be charged, the month after the paid one. One that waits to be paid is given again, whatever the key.
 * `premium` without a payment (null): a cancelled plan with a saved card is resumed, a running one stays as it is; nobody
 * pays twice. `free`: as `cancelSubscription`.
 * `Idempotency-Key`, `PAYMENT_DELAYED` and `PAYMENT_FAILED` as with `startPurchase`; `OPERATION_IN_PROGRESS` (409) while a
 * charge of the saved card has no outcome yet.
 */
export const changeSubscription = endpoint({
  method: 'PUT',
  path: '/subscription',
  access: 'session',
  input: z.object({ planId }),
  output: z.object({
    subscription,
    payment: z
      .object({
        id: z.string(),
        /** For the widget; null when this intent's payment has ended or run out: `status` says how. */
        confirmation_token: z.string().nullable(),
        /** In roubles. */
        amount: z.number().int(),
        status: paymentStatus,
        widget_url: z.string()
      })
      .nullable()
  })
})

/** Ends the renewal; the period that is paid for stays. Past due, nothing is paid for: the plan ends at once. */
export const cancelSubscription = endpoint({
  method: 'DELETE',
  path: '/subscription',
  access: 'session',
  input: z.object({}),
  output: z.object({ subscription })
})

/** Forgets the saved card at once: it is never charged again. Else as `cancelSubscription`. */
export const detachPaymentMethod = endpoint({
  method: 'DELETE',
  path: '/subscription/payment-method',
  access: 'session',
  input: z.object({}),
  output: z.object({ subscription })
})

export const readSubscriptionUsage = endpoint({
  method: 'GET',
  path: '/subscription/usage',
  access: 'session',
  input: z.object({}),
  output: z.object({
    /** Of the paid period, or of the current month without one. */
    periodStart: z.number(),
    periodEnd: z.number(),
    requests: z.number().int(),
    chargedTokens: z.number().int(),
    /** What the requests would have cost without the plan. */
    priceTokens: z.number().int(),
    byService: z.array(z.object({ service: z.string(), requests: z.number().int(), priceTokens: z.number().int() })),
    /** Of the plan that runs: what its requests of today would have cost, and when counting begins anew. */
    fairUse: z.object({ limitTokens: z.number().int(), usedTokens: z.number().int(), resetsAt: z.number() }).nullable()
  })
})
