import { z } from 'zod'
import { planIds } from './catalogue/plans.ts'
import { endpoint } from './endpoint.ts'

export const planId = z.enum(planIds, { error: 'Такого тарифа нет' })

export const subscription = z.object({
  planId,
  /** `cancelled` runs to the end of its period; `past-due` has a renewal that the bank declined. */
  state: z.enum(['none', 'active', 'cancelled', 'past-due']),
  priceRub: z.number().int(),
  periodStart: z.number().nullable(),
  periodEnd: z.number().nullable(),
  /** When the card is charged next; null when it is not. */
  renewsAt: z.number().nullable(),
  /** As the bank shows it: «Bank card *4444». */
  paymentMethod: z.object({ title: z.string() }).nullable()
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

/** Premium starts with a payment in the widget; a cancelled one that still runs is resumed without. */
export const changeSubscription = endpoint({
  method: 'PUT',
  path: '/subscription',
  access: 'session',
  input: z.object({ planId }),
  output: z.object({
    subscription,
    payment: z.object({ id: z.string(), confirmation_token: z.string(), amount: z.number().int() }).nullable()
  })
})

/** Ends the renewal; the period that is paid for stays. */
export const cancelSubscription = endpoint({
  method: 'DELETE',
  path: '/subscription',
  access: 'session',
  input: z.object({}),
  output: z.object({ subscription })
})

/** Forgets the saved card at once: it is never charged again. */
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
    byService: z.array(z.object({ service: z.string(), requests: z.number().int(), priceTokens: z.number().int() }))
  })
})
