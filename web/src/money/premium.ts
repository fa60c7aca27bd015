// Queries and mutations of the Premium subscription.
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  cancelSubscription,
  changeSubscription,
  detachPaymentMethod,
  readSubscription,
  readSubscriptionUsage
} from '#contract/subscription.ts'
import { call } from '../base/session/client.ts'
import { subscriptionKey } from '../base/http/query-keys.ts'

export const subscriptionQuery = queryOptions({
  queryKey: [...subscriptionKey, 'state'],
  queryFn: async ({ signal }) => (await call(readSubscription, {}, { signal })).subscription,
  staleTime: 0
})

/** The user's requests in the paid period, or in this month. */
export const subscriptionUsageQuery = queryOptions({
  queryKey: [...subscriptionKey, 'usage'],
  queryFn: ({ signal }) => call(readSubscriptionUsage, {}, { signal }),
  staleTime: 0
})

export const cancelSubscriptionMutation = mutationOptions({
  mutationFn: async () => (await call(cancelSubscription, {})).subscription
})

/** Continues a cancelled plan. Null: it has to be paid for, because the card was removed or the plan has ended. */
export const resumeSubscriptionMutation = mutationOptions({
  mutationFn: async () => {
    const { subscription, payment } = await call(changeSubscription, { planId: 'premium' })
    return payment === null ? subscription : null
  }
})

export const detachPaymentMethodMutation = mutationOptions({
  mutationFn: async () => (await call(detachPaymentMethod, {})).subscription
})
