// Balance and history, as options for react-query.
import { readTokens, readUsage } from '#contract/wallet.ts'
import { call } from './client.ts'
import { setBalance } from './session-store.ts'

export const tokenAccountQuery = {
  queryKey: ['wallet', 'tokens'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const account = await call(readTokens, {}, { signal })
    // The balance in the top bar is the same number: it follows what was just learnt.
    setBalance(account.tokens)
    return account
  },
  staleTime: 0
}

export const usageQuery = {
  queryKey: ['wallet', 'usage'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(readUsage, {}, { signal })).usage,
  staleTime: 0
}
