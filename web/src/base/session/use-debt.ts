import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.tsx'
import { tokenAccountQuery } from './wallet.ts'

/** What the user owes since a refund, in tokens. Asked only of an empty purse: nobody who can spend owes anything. */
export function useDebt(): number {
  const { user } = useSession()
  const { data } = useQuery({ ...tokenAccountQuery, enabled: user?.tokens === 0 })
  return user?.tokens === 0 ? (data?.debtTokens ?? 0) : 0
}
