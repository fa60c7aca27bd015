// Queries and calls of the balance and the history of tokens.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { checkBalance, exportUsage, readOperation, readTokens, readUsage } from '#contract/wallet.ts'
import { formatTokens, formatTokensGenitive } from '../format/tokens.ts'
import { walletKey } from '../http/query-keys.ts'
import { authorizedFetch, call, failureOf } from './client.ts'
import { askForBalance, setBalance } from './session-store.ts'
import { useSession } from './session.tsx'

export const tokenAccountQuery = {
  queryKey: [...walletKey, 'tokens'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const show = askForBalance()
    const account = await call(readTokens, {}, { signal })
    // In the top bar too.
    show(account.tokens)
    return account
  },
  staleTime: 0
}

export const usageQuery = {
  queryKey: [...walletKey, 'usage'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readUsage, {}, { signal }),
  staleTime: 0
}

/** One operation with its movements. */
export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: [...walletKey, 'operation', id],
    queryFn: ({ signal }) => call(readOperation, { id }, { signal }),
    staleTime: 0
  })

export async function checkedBalance() {
  const check = await call(checkBalance, {})
  setBalance(check.tokens)
  return check
}

/** The server needs minutes for a long history. */
const exportTimeoutMs = 5 * 60_000

/** The whole history as CSV, with times in the user's time zone. */
export async function exportedUsage(): Promise<Blob> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const response = await authorizedFetch(`${exportUsage.path}?${new URLSearchParams({ timeZone })}`, {
    signal: AbortSignal.timeout(exportTimeoutMs)
  })
  if (!response.ok) throw await failureOf(response)
  return response.blob()
}

/** The tokens that the user owes after a refund. Read only at a balance of zero: a user with tokens has no debt. */
export function useDebt(): number {
  const { user } = useSession()
  const { data } = useQuery({ ...tokenAccountQuery, enabled: user?.tokens === 0 })
  return user?.tokens === 0 ? (data?.debtTokens ?? 0) : 0
}

/** Explains a debt and how it is repaid. */
export const debtText = (debtTokens: number): string =>
  `Мы вернули вам деньги за покупку, а ${formatTokens(debtTokens)} из неё вы успели потратить. ` +
  `Это долг: новые запросы станут доступны, когда следующая покупка покроет его. ` +
  `Из неё спишется не больше ${formatTokensGenitive(debtTokens)}.`
