// The limits that the user sets on spending.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { spentWords } from '#contract/spent-words.ts'
import { type Budget, type Budgets, changeBudget, liftBudget, readBudgets } from '#contract/budgets.ts'
import { refusedFields, useProblems } from '../../base/form/problems.tsx'
import { useTyped } from '../../base/form/use-typed.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatDate } from '../../base/format/dates.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'
import { tokensOf, typedOf } from '../../base/format/typed-tokens.ts'
import { errorText } from '../../base/http/error-text.ts'
import { walletKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { atServerTime } from '../../base/session/server-timer.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { TextField } from '../../base/ui/text-field.tsx'

const budgetsQuery = {
  queryKey: [...walletKey, 'budgets'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readBudgets, {}, { signal }),
  staleTime: 0
}

const labels = { day: 'В день', month: 'В месяц', total: 'Всего' }

/** The limits of a day, a month and in all. */
export function BudgetForms() {
  const { data, isError, refetch } = useQuery(budgetsQuery)
  useAgainAt(data, refetch)
  const place = useRef<HTMLDivElement>(null)
  const isShown = data !== undefined
  // Refusals and letters lead here, and the browser looks for the place before the profile is read.
  useEffect(() => {
    if (isShown && location.hash === '#limits') place.current?.closest('section')?.scrollIntoView()
  }, [isShown])
  if (isError && !data) return <LoadFailure what="лимиты" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-99 max-w-md" />
  return (
    <div ref={place} className="flex max-w-md flex-col gap-6">
      {data.budgets.map((budget) => (
        <BudgetForm key={budget.period} budget={budget} heldTokens={data.heldTokens} />
      ))}
    </div>
  )
}

/** Reads the limits again when the period of one ends. */
function useAgainAt(budgets: Budgets | undefined, readAgain: () => unknown): void {
  const endsAt = Math.min(...(budgets?.budgets ?? []).map((one) => one.endsAt ?? Infinity))
  useEffect(() => {
    if (endsAt === Infinity) return undefined
    // A second later: the server's clock is known but for the way of its answer.
    return atServerTime(endsAt + 1000, () => void readAgain())
  }, [endsAt, readAgain])
}

interface BudgetProps {
  budget: Budget
  heldTokens: number
}

const isSameLimit = (typed: string, stored: string) => tokensOf(typed) === tokensOf(stored)

function BudgetForm({ budget, heldTokens }: BudgetProps) {
  const { period, limitTokens } = budget
  const queries = useQueryClient()
  const [typed, setTyped] = useTyped(typedOf(limitTokens), isSameLimit)
  const { problems, clear, reportRefusal, form } = useProblems<'limitTokens'>()
  const keep = (saved: Budgets) => queries.setQueryData(budgetsQuery.queryKey, saved)
  const saving = useSingleMutation({
    mutationFn: (wanted: number | null) => call(changeBudget, { period, limitTokens: wanted }),
    onSuccess: (saved) => {
      keep(saved)
      const stored = saved.budgets.find((one) => one.period === period)?.limitTokens ?? null
      const isOff = stored === null
      notify.success(isOff ? 'Лимит снят' : 'Лимит сохранён')
    },
    onError: (error) => {
      if (reportRefusal(refusedFields(error, ['limitTokens'])))
        notify.error(errorText(error, 'Не удалось сохранить лимит'))
    }
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = tokensOf(typed)
    if (Number.isNaN(wanted)) reportRefusal({ limitTokens: 'Укажите целое число токенов' })
    else saving.start(wanted)
  }
  return (
    <form ref={form} noValidate aria-label={labels[period]} onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={labels[period]}
        name="limitTokens"
        inputMode="numeric"
        autoComplete="off"
        placeholder="Без лимита"
        maxLength={14}
        value={typed}
        error={problems.limitTokens}
        onChange={({ target }) => {
          clear('limitTokens')
          setTyped(target.value)
        }}
      />
      <Spent {...{ budget, heldTokens }} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="secondary"
          size="small"
          aria-label={`Сохранить лимит: ${labels[period].toLowerCase()}`}
          busy={saving.isPending}
          off={tokensOf(typed) === limitTokens}
        >
          Сохранить
        </Button>
        <Lift budget={budget} onLifted={keep} onReturn={() => saving.start(limitTokens)} />
      </div>
    </form>
  )
}

const spentTexts = {
  day: () => 'Сегодня',
  month: () => 'В этом месяце',
  total: ({ startsAt }: Budget) => `С ${formatDate(startsAt)}`
}

function Spent({ budget, heldTokens }: BudgetProps) {
  const { period, limitTokens, spentTokens } = budget
  if (period === 'total' && limitTokens === null) return null
  const of = limitTokens === null ? '' : ` из ${formatCount(limitTokens)}`
  const held = limitTokens === null || heldTokens === 0 ? '' : `, ещё ${formatTokens(heldTokens)} в начатых работах`
  const share = limitTokens === null ? 0 : Math.min(1, (spentTokens + heldTokens) / limitTokens)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-small text-ink-soft">{`${spentTexts[period](budget)} ${spentWords(spentTokens)}${of}${held}`}</p>
      {limitTokens !== null && (
        <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
          <div
            className={share >= 1 ? 'h-full bg-danger' : 'h-full bg-accent'}
            style={{ width: `${Math.round(share * 100)}%` }}
          />
        </div>
      )}
    </div>
  )
}

interface LiftProps {
  budget: Budget
  onLifted: (saved: Budgets) => void
  onReturn: () => void
}

const until = { day: 'до полуночи', month: 'до конца месяца', total: '' }

/** Lifts a limit for the rest of its period, or puts it back. What has no end is only removed. */
function Lift({ budget: { period, limitTokens, liftedUntil }, onLifted, onReturn }: LiftProps) {
  const lifting = useSingleMutation({
    mutationFn: () => call(liftBudget, { period }),
    onSuccess: (saved) => {
      onLifted(saved)
      notify.success(`Лимит снят ${until[period]}`)
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось снять лимит'))
  })
  if (limitTokens === null || period === 'total') return null
  const isLifted = liftedUntil !== null
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        busy={lifting.isPending}
        onClick={() => (isLifted ? onReturn() : lifting.start())}
      >
        {isLifted ? 'Вернуть лимит' : `Снять ${until[period]}`}
      </Button>
      {isLifted && <p className="basis-full text-small">{`Снят ${until[period]} по московскому времени.`}</p>}
    </>
  )
}
