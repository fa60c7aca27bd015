import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.tsx'
import { tokenAccountQuery } from './wallet.ts'
import { formatTokens, formatTokensGenitive } from '../format/tokens.ts'

/** What the user owes since a refund, in tokens. Asked only of an empty purse: nobody who can spend owes anything. */
export function useDebt(): number {
  const { user } = useSession()
  const { data } = useQuery({ ...tokenAccountQuery, enabled: user?.tokens === 0 })
  return user?.tokens === 0 ? (data?.debtTokens ?? 0) : 0
}

/** What a debt is, and how it ends; shown wherever a balance is short because of it. */
export const debtText = (debtTokens: number): string =>
  `Мы вернули вам деньги за покупку, а ${formatTokens(debtTokens)} из неё вы успели потратить. ` +
  `Это долг: новые запросы станут доступны, когда следующая покупка покроет его. ` +
  `Из неё спишется не больше ${formatTokensGenitive(debtTokens)}.`
