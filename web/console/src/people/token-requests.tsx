import { useState } from 'react'
import { decideTokens, listTokenChanges, type TokenChange } from '#contract/operator-tokens.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { hrefOf } from '../base/address.ts'
import { useOperator } from '../base/use-operator.ts'
import { useParts } from '../base/use-call.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { doneText } from './words.ts'

interface Chosen {
  change: TokenChange
  decision: 'agree' | 'decline'
}

const signed = (tokens: number): string => `${tokens > 0 ? '+' : '−'}${formatTokens(Math.abs(tokens))}`

const columns: readonly Column<TokenChange>[] = [
  {
    title: 'Кому',
    render: ({ user_id: id }) => (
      <a href={hrefOf('/people', id)} className="break-all underline">
        {id}
      </a>
    )
  },
  { title: 'Сколько', render: ({ tokens }) => signed(tokens), numeric: true },
  { title: 'Почему', render: ({ reason }) => <span className="block min-w-40 break-words">{reason}</span> },
  { title: 'Кто просит', render: (change) => `${change.asked_by}, ${formatDateTime(change.asked_at)}` },
  {
    title: 'До',
    render: ({ state, expires_at: at }) => (state === 'agreed' ? 'прервано, подтвердите ещё раз' : formatDateTime(at))
  }
]

/** The buttons of one request. Who asked may only decline. */
function Decisions({ change, onChoose }: { change: TokenChange; onChoose: (chosen: Chosen) => void }) {
  const { name } = useOperator()
  return (
    <span className="flex justify-end gap-2">
      {(change.asked_by !== name || change.state === 'agreed') && (
        <Button
          size="small"
          aria-label={`Подтвердить: ${signed(change.tokens)}`}
          onClick={() => onChoose({ change, decision: 'agree' })}
        >
          Подтвердить
        </Button>
      )}
      {change.state === 'asked' && (
        <Button
          size="small"
          variant="secondary"
          aria-label={`Отклонить: ${signed(change.tokens)}`}
          onClick={() => onChoose({ change, decision: 'decline' })}
        >
          Отклонить
        </Button>
      )}
    </span>
  )
}

function DecisionDialog({ chosen, onClose }: { chosen: Chosen | null; onClose: () => void }) {
  const declines = chosen?.decision === 'decline'
  return (
    <ChangeDialog
      open={chosen !== null}
      onClose={onClose}
      endpoint={decideTokens}
      title={declines ? 'Отклонить запрос' : 'Подтвердить запрос'}
      description={
        declines
          ? 'Баланс не изменится. Отказ останется в журнале.'
          : `Баланс человека сразу изменится: ${signed(chosen?.change.tokens ?? 0)}.`
      }
      confirm={declines ? 'Отклонить' : 'Подтвердить'}
      danger={declines}
      done={({ change: { state } }) => doneText(state, 'Баланс изменён')}
      input={(change) => ({ id: chosen?.change.id ?? '', decision: chosen?.decision ?? 'decline', ...change })}
    />
  )
}

/** Tokens given or taken that wait for a second person. */
export function TokenRequests() {
  const { may } = useOperator()
  const query = useParts(listTokenChanges, (next) => (next === null ? {} : { before: Number(next) }))
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const changes = query.data?.pages.flatMap((part) => part.changes)
  const decisions: Column<TokenChange>[] = may('wallets.change')
    ? [
        {
          title: 'Решение',
          titleHidden: true,
          render: (change) => <Decisions change={change} onChoose={setChosen} />
        }
      ]
    : []
  return (
    <Section
      title="Ждут второго человека"
      intro="Больше своего дневного предела оператор сам не начисляет и не списывает: подтверждает другой, в течение суток."
    >
      <Loaded query={{ data: changes, error: query.error, refetch: query.refetch }}>
        {(shown) => (
          <Table
            caption="Запросы на изменение баланса"
            rows={shown}
            keyOf={({ id }) => id}
            empty="Ничего не ждёт"
            more={query.hasNextPage ? { read: () => void query.fetchNextPage(), busy: query.isFetchingNextPage } : null}
            columns={[...columns, ...decisions]}
          />
        )}
      </Loaded>
      <DecisionDialog chosen={chosen} onClose={() => setChosen(null)} />
    </Section>
  )
}
