import { useState } from 'react'
import { decideTokens, listTokenChanges, type TokenChange } from '#contract/operator-tokens.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { hrefOf } from '../base/address.ts'
import { useOperator } from '../base/use-operator.ts'
import { moreOf, useParts } from '../base/use-call.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page as Frame } from '../ui/page.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { doneText, placeOf, wishText } from '../ui/value-words.ts'

interface Chosen {
  change: TokenChange
  decision: 'agree' | 'decline'
}

function Wish({ change }: { change: TokenChange }) {
  const { path, id } = placeOf(change)
  return (
    <a href={hrefOf(path, id)} className="block min-w-40 break-words underline">
      {wishText(change)}
    </a>
  )
}

const Narrow = ({ text }: { text: string }) => <span className="block min-w-32 break-words">{text}</span>

const columns: readonly Column<TokenChange>[] = [
  { title: 'Что сделать', render: (change) => <Wish change={change} /> },
  {
    title: 'Кому',
    render: ({ user_id: id }) =>
      id === '' ? 'всем' : <code className="block min-w-24 break-all text-small">{id}</code>
  },
  { title: 'Стоит', render: ({ tokens }) => formatTokens(Math.abs(tokens)), numeric: true },
  { title: 'Почему', render: ({ reason }) => <span className="block min-w-40 break-words">{reason}</span> },
  {
    title: 'Кто просит',
    render: (change) => <Narrow text={`${change.asked_by}, ${formatDateTime(change.asked_at)}`} />
  },
  {
    title: 'До',
    render: ({ state, expires_at: at }) => (
      <Narrow text={state === 'agreed' ? 'прервано, подтвердите ещё раз' : formatDateTime(at)} />
    )
  }
]

/** What is done, and to whom. */
const wishedOf = (change: TokenChange): string =>
  change.user_id === '' ? wishText(change) : `${wishText(change)}; человек ${change.user_id}`

/** The buttons of one request. Who asked may only decline. */
function Decisions({ change, onChoose }: { change: TokenChange; onChoose: (chosen: Chosen) => void }) {
  const { name } = useOperator()
  return (
    <span className="flex justify-end gap-2">
      {(change.asked_by !== name || change.state === 'agreed') && (
        <Button
          size="small"
          aria-label={`Подтвердить: ${wishedOf(change)}`}
          onClick={() => onChoose({ change, decision: 'agree' })}
        >
          Подтвердить
        </Button>
      )}
      {change.state === 'asked' && (
        <Button
          size="small"
          variant="secondary"
          aria-label={`Отклонить: ${wishedOf(change)}`}
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
          ? 'Ничего не изменится. Отказ останется в журнале.'
          : `Это будет сделано сразу: ${chosen ? wishedOf(chosen.change) : ''}.`
      }
      confirm={declines ? 'Отклонить' : 'Подтвердить'}
      danger={declines}
      done={({ change }) => doneText(change, 'Запрос выполнен')}
      input={(change) => ({ id: chosen?.change.id ?? '', decision: chosen?.decision ?? 'decline', ...change })}
    />
  )
}

/** What waits for a second person. */
export function Page() {
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
    <Frame
      title="Запросы"
      intro="Что сверх дневного предела оператора, в течение суток подтверждает другой. Оператор, получивший роль меньше 72 часов назад, подтвердить не может."
    >
      <Loaded query={{ data: changes, error: query.error, refetch: query.refetch }}>
        {(shown) => (
          <Table
            caption="Запросы, которые ждут второго человека"
            rows={shown}
            keyOf={({ id }) => id}
            empty="Ничего не ждёт"
            more={moreOf(query)}
            columns={[...columns, ...decisions]}
          />
        )}
      </Loaded>
      <DecisionDialog chosen={chosen} onClose={() => setChosen(null)} />
    </Frame>
  )
}
