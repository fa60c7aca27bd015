import { useState } from 'react'
import { Plus } from 'lucide-react'
import {
  endAnnouncement,
  listAnnouncements,
  type ShownAnnouncement,
  addAnnouncement
} from '#contract/operator/prices/announcements.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { Button } from '../../../../src/base/ui/button.tsx'
import { serverNow } from '../../base/server-clock.ts'
import { useParts } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { type Column, PartsTable, RowButton } from '../../ui/table.tsx'
import { TextArea } from '../../../../src/base/ui/text-field.tsx'
import { localTime, timeOf } from '../../base/local-time.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { PeriodFields } from '../../ui/period-fields.tsx'

const states = {
  coming: <Badge tone="accent">ждёт начала</Badge>,
  shown: <Badge tone="success">показывается</Badge>,
  over: <Badge>снято</Badge>
}

const columns: readonly Column<ShownAnnouncement>[] = [
  {
    title: 'Текст',
    render: ({ text }) => <span className="block min-w-56 font-normal break-words">{text}</span>
  },
  { title: 'Состояние', render: ({ state }) => states[state] },
  { title: 'Начало', render: ({ starts_at: at }) => formatDateTime(at) },
  { title: 'Конец', render: ({ ends_at: at }) => formatDateTime(at) },
  { title: 'Оператор', render: ({ created_by: by }) => by }
]

/** What the site tells everybody who is signed in. */
export function Page() {
  const mayChange = useOperator().may('prices.change')
  const query = useParts(listAnnouncements, (next) => (next === null ? {} : { before: Number(next) }))
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<ShownAnnouncement | null>(null)
  return (
    <Frame
      title="Объявления"
      intro="Полоса над страницами у всех, кто вошёл. Видно самое новое из действующих; человек может его скрыть."
      actions={
        mayChange && (
          <Button icon={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            Новое объявление
          </Button>
        )
      }
    >
      <PartsTable
        caption="Объявления"
        query={query}
        rowsOf={({ announcements }) => announcements}
        keyOf={({ id }) => id}
        empty="Объявлений ещё не было"
        columns={[
          ...columns,
          {
            title: 'Действия',
            titleHidden: true,
            render: (row) =>
              mayChange &&
              row.state !== 'over' && (
                <RowButton label={`Снять: ${row.text}`} onClick={() => setEnding(row)}>
                  Снять
                </RowButton>
              )
          }
        ]}
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {ending && (
        <ChangeDialog
          open
          onClose={() => setEnding(null)}
          endpoint={endAnnouncement}
          title="Снять объявление"
          description={`«${ending.text}» исчезнет с открытых страниц в течение нескольких минут.`}
          confirm="Снять"
          danger
          done="Объявление снято"
          input={(change) => ({ id: ending.id, ...change })}
        />
      )}
    </Frame>
  )
}

const dayMs = 24 * 60 * 60_000

const severities = [
  ['news', 'Новость'],
  ['warning', 'Предупреждение']
] as const
type Severity = (typeof severities)[number][0]

/** Writes an announcement. */
function AddDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [severity, setSeverity] = useState<Severity>('news')
  const [startsAt, setStartsAt] = useState(() => localTime(serverNow()))
  const [endsAt, setEndsAt] = useState(() => localTime(serverNow() + dayMs))
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={addAnnouncement}
      title="Новое объявление"
      description="Его увидят все, кто вошёл, на каждой странице сайта."
      confirm="Опубликовать"
      done="Объявление опубликовано"
      input={(change) => ({ text, severity, starts_at: timeOf(startsAt), ends_at: timeOf(endsAt), ...change })}
    >
      {(problems) => (
        <>
          <TextArea
            label="Текст"
            maxLength={300}
            value={text}
            error={problems.text}
            onChange={({ target }) => setText(target.value)}
            className="max-h-40"
          />
          <ChoiceField label="Вид" value={severity} choices={severities} onChange={setSeverity} />
          <PeriodFields {...{ startsAt, endsAt, problems, onStart: setStartsAt, onEnd: setEndsAt }} />
        </>
      )}
    </ChangeDialog>
  )
}
