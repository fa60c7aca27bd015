import { useState } from 'react'
import {
  closeDeadLetter,
  listDeadLetters,
  retryDeadLetter,
  type DeadLetterView
} from '#contract/operator/jobs/dead-letters.ts'
import { replaceQuery, useAddress } from '../../base/address.ts'
import { useParts } from '../../base/use-call.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { useOperator } from '../../base/use-operator.ts'
import { dutyName } from '../../system/words.ts'
import { IdLink } from '../../ui/id-link.tsx'
import { type Column, PartsTable, RowButton } from '../../ui/table.tsx'
import { resolutionNames, stepNames } from '../../ui/job-words.ts'
import { tellAgo } from '../../base/server-clock.ts'

const states = [
  ['open', 'Ждут решения'],
  ['all', 'Все за 90 дней']
] as const

function reasonOf({ reason }: DeadLetterView): string {
  if (reason === 'died') return 'Обработка обрывалась несколько раз'
  return reason === 'unreadable' ? 'Сообщение нельзя прочитать' : `Не удавался шаг: ${stepNames[reason]}`
}

const Reason = ({ letter }: { letter: DeadLetterView }) => (
  <>
    <span>{reasonOf(letter)}</span>
    {letter.error !== null && (
      <span className="block">
        Ошибка: <code className="break-all">{letter.error}</code>
      </span>
    )}
  </>
)

const Subject = ({ letter: { kind, subject, row } }: { letter: DeadLetterView }) => {
  if (kind === 'unreadable') return <span>Неизвестно</span>
  if (kind === 'job')
    return (
      <IdLink to="/jobs" id={subject} className="break-all underline underline-offset-4">
        {`Работа ${subject}`}
      </IdLink>
    )
  return (
    <>
      <span>{dutyName(subject)}</span>
      {row !== null && <code className="block break-all">{row}</code>}
    </>
  )
}

const known: readonly Column<DeadLetterView>[] = [
  { title: 'О чём', render: (letter) => <Subject letter={letter} /> },
  { title: 'Причина', render: (letter) => <Reason letter={letter} /> },
  { title: 'Очередь', render: ({ queue }) => <code>{queue}</code> },
  { title: 'Сколько раз', numeric: true, render: ({ times }) => formatCount(times) },
  { title: 'Последний раз', render: ({ at }) => <span className="whitespace-nowrap">{tellAgo(at)}</span> }
]

type LetterChange = 'retry' | 'close'

interface ChoicesProps {
  letter: DeadLetterView
  onAsk: (change: LetterChange) => void
}

const names = { retry: 'Повторить', close: 'Закрыть' } as const

/** What may be done with a letter, or what was done. */
function Choices({ letter, onAsk }: ChoicesProps) {
  const { may } = useOperator()
  if (letter.resolution !== null) return <Badge tone="success">{resolutionNames[letter.resolution]}</Badge>
  if (!may('jobs.change')) return null
  const changes: LetterChange[] = letter.kind === 'unreadable' ? ['close'] : ['retry', 'close']
  return (
    <span className="flex flex-wrap gap-2">
      {changes.map((change) => (
        <RowButton key={change} label={`${names[change]}: сообщение ${letter.id}`} onClick={() => onAsk(change)}>
          {names[change]}
        </RowButton>
      ))}
    </span>
  )
}

interface Asked {
  change: LetterChange
  letter: DeadLetterView
}

/** Messages that the queues gave up. */
export function Page() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const chosen = useAddress().query.get('state') === 'all' ? ('all' as const) : ('open' as const)
  const query = useParts(listDeadLetters, (next) => ({ state: chosen, ...(next !== null && { before: next }) }))
  const isAsked = (change: Asked['change']) => asked?.change === change
  const dialog = {
    onClose: () => setAsked(null),
    input: (change: { reason: string; idempotency_key: string }) => ({ id: asked?.letter.id ?? 0, ...change })
  }
  return (
    <Frame
      title="Мёртвые сообщения"
      intro="Сообщения, которые не удалось обработать. Работы при этом не теряются: каждая закончилась или идёт дальше. Имя последней ошибки стоит рядом с шагом; подробности в журнале Worker."
    >
      <ChoiceField
        label="Какие показать"
        value={chosen}
        choices={states}
        onChange={(state) => replaceQuery({ state })}
        className="sm:max-w-72"
      />
      <PartsTable
        caption="Мёртвые сообщения"
        query={query}
        rowsOf={({ letters }) => letters}
        keyOf={({ id }) => String(id)}
        empty="Таких сообщений нет"
        columns={[
          ...known,
          {
            title: 'Что сделать',
            render: (letter) => <Choices letter={letter} onAsk={(change) => setAsked({ change, letter })} />
          }
        ]}
      />
      <ChangeDialog
        {...dialog}
        open={isAsked('retry')}
        endpoint={retryDeadLetter}
        title="Повторить сообщение"
        description="Оно встанет в очередь ещё один раз. Обязанность начнётся заново и найдёт то, что ей пора сделать."
        confirm="Повторить"
        done="Сообщение отправлено"
      />
      <ChangeDialog
        {...dialog}
        open={isAsked('close')}
        endpoint={closeDeadLetter}
        title="Закрыть сообщение"
        description="С ним ничего не произойдёт: запись останется в журнале."
        confirm="Закрыть"
        done="Сообщение закрыто"
      />
    </Frame>
  )
}
