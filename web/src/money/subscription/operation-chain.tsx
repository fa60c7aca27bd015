import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isRunning, outcomeText } from '#contract/operation-outcomes.ts'
import type { OperationStep, UsageRecord } from '#contract/wallet.ts'
import { formatTime } from '../../base/format/dates.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { operationQuery } from '../../base/session/wallet.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { isOnPlan, usageRow } from './usage-row.ts'

// The texts of one operation: its price, what was reserved, charged and returned, and its steps with their times.
export interface ChainLine {
  name: string
  value: string
}

const attemptsText = (attempts: number): string => (attempts === 0 ? 'ещё не было' : String(attempts))

function balanceText({ balance_after: balance }: UsageRecord): string {
  return balance < 0 ? `долг ${formatTokens(0 - balance)}` : formatTokens(balance)
}

/** A credit or a debit has an amount and no price. */
const isMovement = ({ price_tokens: price }: UsageRecord): boolean => price === 0

/** Calls of the API, each of which has a cost of its own. */
const isTab = ({ service }: UsageRecord): boolean => service === 'api'

function moneyLines(record: UsageRecord): ChainLine[] {
  const { cost_in_tokens: cost, price_tokens: price, reserved_tokens: held, returned_tokens: returned } = record
  if (isMovement(record))
    return [{ name: cost < 0 ? 'Начислено' : 'Снято с баланса', value: formatTokens(Math.abs(cost)) }]
  const paid: ChainLine[] = isOnPlan(record)
    ? [{ name: 'Списано', value: 'ничего: запрос покрыл Premium' }]
    : [
        { name: 'Зарезервировано', value: formatTokens(held) },
        { name: 'Списано', value: isRunning(record) ? 'пока ничего' : formatTokens(cost) },
        { name: 'Возвращено', value: formatTokens(returned) }
      ]
  return isTab(record) ? paid : [{ name: 'Цена', value: formatTokens(price) }, ...paid]
}

/** The lines of an opened row. */
export function chainLines(record: UsageRecord): ChainLine[] {
  const { outcome, upstream_model: upstream, attempts } = record
  // How many calls a tab has paid for is counted when it closes.
  const isUncounted = isMovement(record) || (isTab(record) && isRunning(record))
  const attemptLines: ChainLine[] = isUncounted
    ? []
    : [
        ...(upstream === null ? [] : [{ name: 'Ответила модель', value: upstream }]),
        { name: isTab(record) ? 'Запросов' : 'Попыток', value: attemptsText(attempts) }
      ]
  return [
    { name: isRunning(record) ? 'Состояние' : 'Чем закончилось', value: outcomeText(outcome) },
    ...moneyLines(record),
    ...attemptLines,
    { name: 'Баланс после', value: balanceText(record) }
  ]
}

const left = ({ tokensAfter, debtAfter }: OperationStep): string =>
  debtAfter > 0 ? `долг ${formatTokens(debtAfter)}` : `доступно ${formatTokens(tokensAfter)}`

function happened(step: OperationStep): string {
  const { kind, balanceDelta, reservedDelta } = step
  const changed = formatTokens(Math.abs(balanceDelta))
  const returned = 0 - reservedDelta + balanceDelta
  switch (kind) {
    case 'credit':
      return `Начислили ${changed}`
    case 'debit':
      return `Сняли ${changed}`
    case 'correct':
      return balanceDelta < 0 ? `Исправили баланс, сняли ${changed}` : `Исправили баланс, добавили ${changed}`
    case 'reserve':
      return reservedDelta === 0 ? 'Приняли в работу без списания' : `Зарезервировали ${formatTokens(reservedDelta)}`
    case 'settle':
    case 'release':
    case 'expire':
      if (balanceDelta === 0) return returned === 0 ? 'Закончили без списания' : `Вернули ${formatTokens(returned)}`
      return returned === 0 ? `Списали ${changed}` : `Списали ${changed} и вернули ${formatTokens(returned)}`
    default:
      return kind satisfies never
  }
}

/** `Зарезервировали 5 токенов, доступно 15 токенов` */
export const stepText = (step: OperationStep): string => `${happened(step)}, ${left(step)}`

/** Where the tokens of one operation went. The record is known; its steps are loaded. */
export function OperationChain({ id, record }: { id: string; record: UsageRecord }) {
  const { data } = useQuery(operationQuery(record.id))
  const current = data?.operation ?? record
  const { path } = usageRow(current)
  return (
    <div id={id} className="border-t border-line bg-sunken/60 px-4 py-4 sm:px-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-small sm:grid-cols-3 lg:grid-cols-4">
        {chainLines(current).map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="text-caption text-ink-soft">{name}</dt>
            <dd className="mt-0.5 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Steps id={record.id} />
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 text-caption text-ink-soft">
        <span className="wrap-anywhere">{`Номер операции: ${record.id}`}</span>
        {path && (
          <Link to={path} className="font-medium text-ink underline decoration-line underline-offset-4">
            Открыть страницу сервиса
          </Link>
        )}
      </div>
    </div>
  )
}

function Steps({ id }: { id: string }) {
  const { data, isError, refetch } = useQuery(operationQuery(id))
  if (!data && isError) return <LoadFailure what="движение токенов" onRetry={() => void refetch()} />
  return (
    <ol className="mt-4 flex flex-col gap-1.5 border-t border-line pt-4 text-small">
      {data ? (
        data.steps.map((step) => (
          <li key={step.kind} className="flex gap-3">
            <time dateTime={new Date(step.at).toISOString()} className="shrink-0 text-ink-soft tabular-nums">
              {formatTime(step.at)}
            </time>
            <span>{stepText(step)}</span>
          </li>
        ))
      ) : (
        <Skeleton className="h-4.5 w-72 max-w-full" />
      )}
    </ol>
  )
}
