// Purchases: starting one, reading its state, and listing all of them; and the state of Premium.
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Offer } from '#contract/catalogue/packages.ts'
import { confirmPayment, type ConfirmedPayment, listPayments, readPayment, startPurchase } from '#contract/payments.ts'
import { changeSubscription, readSubscription } from '#contract/subscription.ts'
import { callFresh } from '../base/session/call-fresh.ts'
import { call } from '../base/session/client.ts'
import { paymentsKey, subscriptionKey, walletKey } from '../base/http/query-keys.ts'
import { setBalance } from '../base/session/session-store.ts'

const paymentsPerPage = 20

/** All purchases of the user, newest first, in pages that go backwards. */
export const paymentsQuery = infiniteQueryOptions({
  queryKey: [...paymentsKey, 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(listPayments, { limit: paymentsPerPage, ...(pageParam !== null && { before: pageParam }) }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ payments, hasMore }) => (hasMore ? payments.at(-1)?.id : undefined),
  staleTime: 0
})

export const subscriptionQuery = queryOptions({
  queryKey: [...subscriptionKey, 'state'],
  queryFn: async ({ signal }) => (await call(readSubscription, {}, { signal })).subscription,
  staleTime: 0
})

/** Has the server check the payment with the provider and credit it if it is paid. Repeating the call credits only once. */
export async function confirm(id: string, signal?: AbortSignal): Promise<ConfirmedPayment> {
  const confirmed = await call(confirmPayment, { id }, signal && { signal })
  setBalance(confirmed.new_balance)
  return confirmed
}

/** A payment as the server has stored it, with what the widget needs while it can be paid. */
export const find = (id: string, signal: AbortSignal) => call(readPayment, { id }, { signal })

/**
 * Starts the purchase of an offer. The same operation id returns the same payment.
 * Throws `ApiError`: after `PAYMENT_DELAYED` repeat the call with the same id, after `PAYMENT_FAILED` with a new one.
 */
export const beginPurchase = ({ packageId, tokens, amountRub }: Offer, operationId: string) =>
  call(
    startPurchase,
    { tokens, amount: amountRub, package_id: packageId },
    { headers: { 'idempotency-key': operationId } }
  )

/** Starts Premium in the same way, which keeps a card. Null: nothing to pay, a cancelled plan continues. */
export const beginPremium = async (operationId: string) =>
  (await callFresh(changeSubscription, { planId: 'premium' }, { headers: { 'idempotency-key': operationId } })).payment

/** Refetches balance, payments and subscription after a payment has changed. */
export async function rereadMoney(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: walletKey }),
    queries.invalidateQueries({ queryKey: paymentsKey }),
    queries.invalidateQueries({ queryKey: subscriptionKey })
  ])
}
