import { useQuery } from '@tanstack/react-query'
import { tokenAccountQuery } from '../../base/session/wallet.ts'
import { formatDate } from '../../base/format/dates.ts'
import { formatCount, formatTokens, tokensWord } from '../../base/format/tokens.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'

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
