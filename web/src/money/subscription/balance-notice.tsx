import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import { chatModels, defaultChatModels } from '#contract/catalogue/chat-models.ts'
import type { UsageRecord } from '#contract/wallet.ts'
import { useSession } from '../../base/session/session.tsx'
import { tokenAccountQuery, usageQuery } from '../../base/session/wallet.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { topUpPath } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { debtText } from '../../base/session/debt.ts'

/** Warns that the next request will be refused, with a link to the shop. Not shown on Premium, which spends no tokens. */
export function BalanceNotice() {
  const { user } = useSession()
  const { data: account } = useQuery(tokenAccountQuery)
  const { data: history } = useQuery(usageQuery)
  if (!account || !history || (user && !paysInTokens(user.plan))) return null
  const { tokens, debtTokens } = account
  const price = usualPrice(history.usage)
  if (debtTokens > 0) return <Notice missing={debtTokens + price}>{debtText(debtTokens)}</Notice>
  if (tokens >= price) return null
  return (
    <Notice missing={price - tokens}>
      {isBelowCheapest(tokens)
        ? 'Токены закончились: новый запрос пока не отправить.'
        : `Токенов мало: осталось ${formatTokens(tokens)}, а обычный запрос стоит ${formatTokens(price)}.`}
    </Notice>
  )
}

const Notice = ({ missing, children }: { missing: number; children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-accent-soft py-3 pr-3 pl-4 text-small">
    <CircleAlert size={18} className="shrink-0 text-accent-strong max-sm:hidden" aria-hidden />
    <output className="min-w-0 grow basis-60">{children}</output>
    <Link to={topUpPath(missing)} className={buttonClass({ size: 'small' })}>
      Пополнить
    </Link>
  </div>
)

const lastRequests = 10

const cheapestTokens = Math.min(...chatModels.map(({ priceTokens }) => priceTokens))

/** For a user without requests: the price of the model that /chatgpt opens with. */
const firstTokens = chatModels.find(({ id }) => id === defaultChatModels['/chatgpt'])?.priceTokens ?? cheapestTokens

/** What a request of this user usually costs: the median price of the last ones, in tokens. */
export function usualPrice(usage: readonly UsageRecord[]): number {
  const prices = usage
    .map(({ price_tokens: price }) => price)
    .filter((price) => price > 0)
    .slice(0, lastRequests)
    .toSorted((one, other) => one - other)
  return prices[Math.floor(prices.length / 2)] ?? firstTokens
}

/** Whether the balance is below the price of the cheapest model. */
const isBelowCheapest = (tokens: number): boolean => tokens < cheapestTokens
