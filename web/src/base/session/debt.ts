import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.tsx'
import { tokenAccountQuery } from './wallet.ts'
import { formatTokens, formatTokensGenitive } from '../format/tokens.ts'

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
