import type { DeadLetterView } from '#contract/operator/jobs/dead-letters.ts'
import { formatAgo } from '../../../../src/base/format/dates.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import type { PartsQuery } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { dutyName } from '../../system/words.ts'
import { IdLink } from '../../ui/id-link.tsx'
import { type Column, PartsTable, RowButton } from '../../ui/table.tsx'
import { stepNames } from '../../ui/job-words.ts'

const resolutions = { retried: 'отправлено ещё раз', closed: 'закрыто' } as const

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
  { title: 'Последний раз', render: ({ at }) => <span className="whitespace-nowrap">{formatAgo(at)}</span> }
]

export type LetterChange = 'retry' | 'close'

interface ChoicesProps {
  letter: DeadLetterView
  onAsk: (change: LetterChange, letter: DeadLetterView) => void
}

const names = { retry: 'Повторить', close: 'Закрыть' } as const

/** What may be done with a letter, or what was done. */
function Choices({ letter, onAsk }: ChoicesProps) {
  const { may } = useOperator()
  if (letter.resolution !== null) return <Badge tone="success">{resolutions[letter.resolution]}</Badge>
  if (!may('jobs.change')) return null
  const changes: LetterChange[] = letter.kind === 'unreadable' ? ['close'] : ['retry', 'close']
  return (
    <span className="flex flex-wrap gap-2">
      {changes.map((change) => (
        <RowButton
          key={change}
          label={`${names[change]}: сообщение ${letter.id}`}
          onClick={() => onAsk(change, letter)}
        >
          {names[change]}
        </RowButton>
      ))}
    </span>
  )
}

interface LetterTableProps extends Pick<ChoicesProps, 'onAsk'> {
  query: PartsQuery<{ letters: DeadLetterView[] }>
}

export const LetterTable = ({ query, onAsk }: LetterTableProps) => (
  <PartsTable
    caption="Мёртвые сообщения"
    query={query}
    rowsOf={({ letters }) => letters}
    keyOf={({ id }) => String(id)}
    empty="Таких сообщений нет"
    columns={[...known, { title: 'Что сделать', render: (letter) => <Choices letter={letter} onAsk={onAsk} /> }]}
  />
)
