// Purchases: beginning one, finding out how it ended, and the list of all, as options for react-query.
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { Offer } from '#contract/catalogue/packages.ts'
import { confirmPayment, listPayments, startPurchase, type Payment } from '#contract/payments.ts'
import { changeSubscription } from '#contract/subscription.ts'
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

/** The purchase as the provider knows it now; credits what is paid, once however often it is asked. */
export async function confirm(id: string, signal?: AbortSignal): Promise<Payment & { new_balance: number }> {
  const confirmed = await call(confirmPayment, { id }, signal && { signal })
  setBalance(confirmed.new_balance)
  return confirmed
}

/**
 * Begins the purchase of an offer under the id of its intent: the same id again is the same payment.
 * Throws `ApiError`: `PAYMENT_DELAYED` asks for the same once more, `PAYMENT_FAILED` for a new id.
 */
export const beginPurchase = ({ packageId, tokens, amountRub }: Offer, operationId: string) =>
  call(
    startPurchase,
    { tokens, amount: amountRub, package_id: packageId },
    { headers: { 'idempotency-key': operationId } }
  )

/** Begins Premium likewise. Null: there is nothing to pay, a cancelled plan goes on. */
export const beginPremium = async (operationId: string) =>
  (await call(changeSubscription, { planId: 'premium' }, { headers: { 'idempotency-key': operationId } })).payment

/** A payment moved: everything that shows money reads again. */
export async function rereadMoney(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: walletKey }),
    queries.invalidateQueries({ queryKey: paymentsKey }),
    queries.invalidateQueries({ queryKey: subscriptionKey })
  ])
}
