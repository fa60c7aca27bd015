import { useState } from 'react'
import { Plus } from 'lucide-react'
import { endAnnouncement, listAnnouncements, type ShownAnnouncement } from '#contract/operator/prices/announcements.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { Button } from '../../../../src/base/ui/button.tsx'
import { type MoreRows, moreOf, useParts } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { AddDialog } from './add-dialog.tsx'

const states = {
  coming: <Badge tone="accent">ждёт начала</Badge>,
  shown: <Badge tone="success">показывается</Badge>,
  over: <Badge>снято</Badge>
}

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
        {(shown) => <AnnouncementsTable rows={shown} onEnd={mayChange ? setEnding : undefined} more={moreOf(query)} />}
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

interface AnnouncementsTableProps {
  rows: readonly ShownAnnouncement[]
  /** Undefined: the role may only look. */
  onEnd: ((row: ShownAnnouncement) => void) | undefined
  more: MoreRows | null
}

const AnnouncementsTable = ({ rows, onEnd, more }: AnnouncementsTableProps) => (
  <Table
    caption="Объявления"
    rows={rows}
    keyOf={({ id }) => id}
    empty="Объявлений ещё не было"
    more={more}
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
          onEnd &&
          row.state !== 'over' && (
            <Button size="small" variant="secondary" aria-label={`Снять: ${row.text}`} onClick={() => onEnd(row)}>
              Снять
            </Button>
          )
      }
    ]}
  />
)
