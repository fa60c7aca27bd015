import { useState } from 'react'
import { decideTokens, listTokenChanges, type TokenChange } from '#contract/operator/people/tokens.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { formatTokens } from '../../../../src/base/format/tokens.ts'
import { hrefOf } from '../../base/address.ts'
import { useOperator } from '../../base/use-operator.ts'
import { useParts } from '../../base/use-call.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { type Column, PartsTable, RowButton } from '../../ui/table.tsx'
import { doneText, placeOf, wishText } from '../../ui/value-words.ts'

interface Chosen {
  change: TokenChange
  decision: 'agree' | 'decline'
}

function Wish({ change }: { change: TokenChange }) {
  const { path, id } = placeOf(change)
  return (
    <span className="block min-w-40 break-words">
      <a href={hrefOf(path, id)} className="underline">
        {wishText(change)}
      </a>
      {change.user_id !== '' && (
        <code className="mt-1 block text-caption font-normal break-all text-ink-soft">{change.user_id}</code>
      )}
    </span>
  )
}

/** Until when it waits. */
const termText = ({ state, expires_at: at }: TokenChange): string =>
  state === 'agreed' ? 'прервано, подтвердите ещё раз' : `до ${formatDateTime(at)}`

const columns: readonly Column<TokenChange>[] = [
  { title: 'Что сделать', render: (change) => <Wish change={change} /> },
  { title: 'Стоит', render: ({ tokens }) => formatTokens(Math.abs(tokens)), numeric: true },
  { title: 'Почему', render: ({ reason }) => <span className="block min-w-40 break-words">{reason}</span> },
  {
    title: 'Кто просит',
    render: (change) => (
      <span className="block min-w-36">
        <span>{change.asked_by}</span>
        <span className="block text-small text-ink-soft">{termText(change)}</span>
      </span>
    )
  }
]

/** What is done, and to whom. */
const wishedOf = (change: TokenChange): string =>
  change.user_id === '' ? wishText(change) : `${wishText(change)}; человек ${change.user_id}`

/** The buttons of one request. The operator who asked may only decline. */
function Decisions({ change, onChoose }: { change: TokenChange; onChoose: (chosen: Chosen) => void }) {
  const { name } = useOperator()
  return (
    <span className="flex justify-end gap-2">
      {(change.asked_by !== name || change.state === 'agreed') && (
        <RowButton
          variant="primary"
          label={`Подтвердить: ${wishedOf(change)}`}
          onClick={() => onChoose({ change, decision: 'agree' })}
        >
          Подтвердить
        </RowButton>
      )}
      {change.state === 'asked' && (
        <RowButton label={`Отклонить: ${wishedOf(change)}`} onClick={() => onChoose({ change, decision: 'decline' })}>
          Отклонить
        </RowButton>
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

/** The changes that wait for a second operator. */
export function Page() {
  const { may } = useOperator()
  const query = useParts(listTokenChanges, (next) => (next === null ? {} : { before: Number(next) }))
  const [chosen, setChosen] = useState<Chosen | null>(null)
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
      <PartsTable
        caption="Запросы, которые ждут второго человека"
        query={query}
        rowsOf={({ changes }) => changes}
        keyOf={({ id }) => id}
        empty="Ничего не ждёт"
        columns={[...columns, ...decisions]}
      />
      <DecisionDialog chosen={chosen} onClose={() => setChosen(null)} />
    </Frame>
  )
}
