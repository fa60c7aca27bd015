import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import { formOf } from '#contract/counted.ts'
import { catalogueModels, defaultOnPage, type ShownModel } from '#contract/catalogue/models.ts'
import type { UsageRecord } from '#contract/wallet.ts'
import { formatDate } from '../../base/format/dates.ts'
import { formatCount, formatTokens, tokensWord } from '../../base/format/tokens.ts'
import { topUpPath } from '../../base/links.ts'
import { useModels } from '../../base/session/models.ts'
import { useSession } from '../../base/session/session.tsx'
import { debtText, tokenAccountQuery, usageQuery } from '../../base/session/wallet.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { FrozenNotice, Notice } from '../notice.tsx'

/** Warns that the next request will be refused, with the way out: the shop, or the support. A short balance is no matter of Premium, which spends no tokens. */
export function BalanceNotice() {
  const { user } = useSession()
  const { data: account } = useQuery(tokenAccountQuery)
  const { data: history } = useQuery(usageQuery)
  const models = useModels()
  if (account?.frozen) return <FrozenNotice fate="Токены никуда не денутся." />
  if (!account || !history || (user && !paysInTokens(user.plan))) return null
  const { tokens, debtTokens } = account
  const price = usualPrice(history.usage, models)
  if (debtTokens > 0) return <Notice action={topUp(debtTokens + price)}>{debtText(debtTokens)}</Notice>
  if (tokens >= price) return null
  return (
    <Notice action={topUp(price - tokens)}>
      {tokens < cheapestTokens(models)
        ? 'Токены закончились: новый запрос пока не отправить.'
        : `Токенов мало: ${formOf(tokens, ['остался', 'осталось', 'осталось'])} ${formatTokens(tokens)}, а обычный запрос стоит ${formatTokens(price)}.`}
    </Notice>
  )
}

const topUp = (missing: number) => (
  <Link to={topUpPath(missing)} className={buttonClass({ size: 'small' })}>
    Пополнить
  </Link>
)

const lastRequests = 10

const cheapestTokens = (models: readonly ShownModel[]): number =>
  Math.min(...models.filter(({ isOnSale }) => isOnSale).map(({ priceTokens }) => priceTokens))

/** What a request of this user usually costs, in tokens: the median price of the last ones; before the first one that of the model of /chatgpt. */
export function usualPrice(usage: readonly UsageRecord[], models: readonly ShownModel[] = catalogueModels): number {
  const prices = usage
    .map(({ price_tokens: price }) => price)
    .filter((price) => price > 0)
    .slice(0, lastRequests)
    .toSorted((one, other) => one - other)
  return (
    prices[Math.floor(prices.length / 2)] ?? defaultOnPage(models, '/chatgpt')?.priceTokens ?? cheapestTokens(models)
  )
}

/** When the balance cannot be read, shows an error with a retry button instead of zero. */
export function AccountCards() {
  const { data, isPending, isError, refetch } = useQuery(tokenAccountQuery)
  const failure = isError && <LoadFailure what="баланс" onRetry={() => void refetch()} />
  if (failure && !data) return failure
  const { tokens = 0, reservedTokens = 0, totalUsedTokens = 0, debtTokens = 0, createdAt } = data ?? {}
  return (
    <>
      {failure}
      <dl className="mt-8 grid gap-4 sm:grid-cols-3">
        <Card
          title="Доступно токенов"
          value={formatCount(tokens)}
          note={balanceNote(tokens, reservedTokens, debtTokens)}
          loading={isPending}
          strong
        />
        <Card
          title="Использовано токенов"
          value={formatCount(totalUsedTokens)}
          note="за всё время"
          loading={isPending}
        />
        <Card
          title="Дата регистрации"
          value={createdAt === undefined ? '—' : formatDate(createdAt)}
          note="с нами"
          loading={isPending}
          small
        />
      </dl>
    </>
  )
}

function balanceNote(tokens: number, reservedTokens: number, debtTokens: number): string {
  if (debtTokens > 0) return `долг ${formatTokens(debtTokens)} после возврата денег`
  return reservedTokens > 0 ? `ещё ${formatCount(reservedTokens)} в работе` : tokensWord(tokens)
}

interface CardProps {
  title: string
  value: string
  note: string
  loading: boolean
  strong?: boolean
  small?: boolean
}

const Card = ({ title, value, note, loading, strong, small }: CardProps) => (
  <div className="flex flex-col rounded-card border border-line bg-raised p-5 shadow-raised">
    <dt className="flex items-center gap-2 text-small text-ink-soft">
      {strong && <span className="size-2 rounded-full bg-accent" aria-hidden />}
      <span>{title}</span>
    </dt>
    <dd className="mt-3 flex grow flex-col">
      {loading ? (
        <Skeleton className="h-9 w-24" />
      ) : (
        <span
          className={
            small ? 'text-title leading-9! font-semibold' : 'text-heading leading-9! font-semibold tabular-nums'
          }
        >
          {value}
        </span>
      )}
      {!small && <span className="mt-1 text-caption text-ink-faint">{note}</span>}
    </dd>
  </div>
)
