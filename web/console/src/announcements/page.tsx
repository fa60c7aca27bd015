import { useState } from 'react'
import { Plus } from 'lucide-react'
import {
  addAnnouncement,
  endAnnouncement,
  listAnnouncements,
  type ShownAnnouncement
} from '#contract/operator-promo.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { Button } from '../../../src/base/ui/button.tsx'
import { TextArea, TextField } from '../../../src/base/ui/text-field.tsx'
import { localTime, minuteAfter, timeOf } from '../base/local-time.ts'
import { useParts } from '../base/use-call.ts'
import { useOperator } from '../base/use-operator.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page as Frame } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

const dayMs = 24 * 60 * 60_000

const states = {
  coming: <Badge tone="accent">ждёт начала</Badge>,
  shown: <Badge tone="success">показывается</Badge>,
  over: <Badge>снято</Badge>
}

const severities = [
  ['news', 'Новость'],
  ['warning', 'Предупреждение']
] as const
type Severity = (typeof severities)[number][0]

/** What the site tells everybody who is signed in. */
export function Page() {
  const mayChange = useOperator().may('prices.change')
  const query = useParts(listAnnouncements, (next) => (next === null ? {} : { before: Number(next) }))
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<ShownAnnouncement | null>(null)
  const rows = query.data?.pages.flatMap(({ announcements }) => announcements)
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
      <Loaded query={{ data: rows, error: query.error, refetch: query.refetch }}>
        {(shown) => (
          <Table
            caption="Объявления"
            rows={shown}
            keyOf={({ id }) => id}
            empty="Объявлений ещё не было"
            more={query.hasNextPage ? { read: () => void query.fetchNextPage(), busy: query.isFetchingNextPage } : null}
            columns={[
              {
                title: 'Текст',
                render: ({ text }) => <span className="block min-w-56 font-normal break-words">{text}</span>
              },
              { title: 'Состояние', render: ({ state }) => states[state] },
              { title: 'Начало', render: ({ starts_at: at }) => formatDateTime(at) },
              { title: 'Конец', render: ({ ends_at: at }) => formatDateTime(at) },
              { title: 'Оператор', render: ({ created_by: by }) => by },
              {
                title: 'Действия',
                titleHidden: true,
                render: (row) =>
                  mayChange &&
                  row.state !== 'over' && (
                    <Button size="small" variant="secondary" onClick={() => setEnding(row)}>
                      Снять<span className="sr-only">: {row.text}</span>
                    </Button>
                  )
              }
            ]}
          />
        )}
      </Loaded>
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

function AddDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [severity, setSeverity] = useState<Severity>('news')
  const [startsAt, setStartsAt] = useState(() => minuteAfter(0))
  const [endsAt, setEndsAt] = useState(() => localTime(Date.now() + dayMs))
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
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Начало"
              type="datetime-local"
              value={startsAt}
              error={problems.starts_at}
              onChange={({ target }) => setStartsAt(target.value)}
            />
            <TextField
              label="Конец"
              type="datetime-local"
              value={endsAt}
              error={problems.ends_at}
              onChange={({ target }) => setEndsAt(target.value)}
            />
          </div>
        </>
      )}
    </ChangeDialog>
  )
}
