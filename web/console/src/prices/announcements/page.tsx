import { useState } from 'react'
import { Plus } from 'lucide-react'
import { endAnnouncement, listAnnouncements, type ShownAnnouncement } from '#contract/operator/prices/announcements.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { Button } from '../../../../src/base/ui/button.tsx'
import { useParts } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { type Column, PartsTable, RowButton } from '../../ui/table.tsx'
import { AddDialog } from './add-dialog.tsx'

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
