import type { DeadLetterView } from '#contract/operator/jobs/dead-letters.ts'
import { formatAgo } from '../../../../src/base/format/dates.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { Button } from '../../../../src/base/ui/button.tsx'
import { hrefOf } from '../../base/address.ts'
import { useOperator } from '../../base/use-operator.ts'
import { dutyName } from '../../system/words.ts'
import { Table, type Column } from '../../ui/table.tsx'
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
      <a href={hrefOf('/jobs', subject)} className="break-all underline underline-offset-4">
        {`Работа ${subject}`}
      </a>
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
        <Button
          key={change}
          variant="secondary"
          size="small"
          aria-label={`${names[change]}: сообщение ${letter.id}`}
          onClick={() => onAsk(change, letter)}
        >
          {names[change]}
        </Button>
      ))}
    </span>
  )
}

interface LetterTableProps extends Pick<ChoicesProps, 'onAsk'> {
  letters: readonly DeadLetterView[]
  more: { read: () => void; busy: boolean } | null
}

export const LetterTable = ({ letters, more, onAsk }: LetterTableProps) => (
  <Table
    caption="Мёртвые сообщения"
    rows={letters}
    keyOf={({ id }) => String(id)}
    empty="Таких сообщений нет"
    more={more}
    columns={[...known, { title: 'Что сделать', render: (letter) => <Choices letter={letter} onAsk={onAsk} /> }]}
  />
)
