import type { WatchedService } from '#contract/operator/jobs/services.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { useOperator } from '../../base/use-operator.ts'
import { dollarsEach } from '../../ui/money-words.ts'
import { RowButton, Table } from '../../ui/table.tsx'
import type { Switched } from './switch-dialogs.tsx'
import { tellAgo } from '../../base/server-clock.ts'

type Health = WatchedService['health'][number]
type Off = WatchedService['off']

/** A service, or one model of it at one provider. */
export interface ServiceRow extends Omit<Switched, 'text' | 'wish'> {
  off: Off
  state: WatchedService['state'] | null
  health: Health[]
}

const together = (health: readonly Health[], read: (one: Health) => number) =>
  health.reduce((sum, one) => sum + read(one), 0)

/** Calls of the API from before their ends and costs were kept. Short, because a reason beside it takes the room of the buttons. */
const isUntold = (health: readonly Health[]): boolean => health.some(({ failed }) => failed === null)

function failuresOf(health: readonly Health[]): string {
  const requests = together(health, (one) => one.requests)
  if (requests === 0) return '—'
  if (isUntold(health)) return `— из ${formatCount(requests)}`
  const failed = together(health, (one) => one.failed ?? 0)
  return `${Math.round((100 * failed) / requests)} % из ${formatCount(requests)}`
}

/** Of several models that of the one that is used most. */
function medianOf(health: readonly Health[]): string {
  const [busiest] = health.toSorted((one, other) => other.requests - one.requests)
  return busiest?.median_seconds == null ? '—' : `${busiest.median_seconds.toLocaleString('ru-RU')} с`
}

function costOf(health: readonly Health[], isShown: boolean): string {
  const known = health.flatMap((one) => (one.usd_micros_each === null ? [] : [one.usd_micros_each]))
  if (known.length === 0) return health.length > 0 && isShown && !isUntold(health) ? 'цена неизвестна' : '—'
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return least === most ? dollarsEach(least) : `${dollarsEach(least)}–${dollarsEach(most)}`
}

const stateBadges = {
  up: <Badge tone="success">работает</Badge>,
  degraded: <Badge tone="accent">сбоит</Badge>,
  down: <Badge tone="danger">не работает</Badge>
}

const State = ({ off, state }: Pick<ServiceRow, 'off' | 'state'>) =>
  off ? (
    <span className="block min-w-48">
      <Badge tone="danger">выключен</Badge>
      <span className="mt-1 block break-words">{off.reason}</span>
      <span className="block text-caption text-ink-faint">{`${off.by}, ${tellAgo(off.since)}`}</span>
    </span>
  ) : (
    state && stateBadges[state]
  )

function SwitchButtons({ row, onSwitch }: { row: ServiceRow; onSwitch: (asked: Switched) => void }) {
  const { service, model, title, off } = row
  const ask = (wish: Switched['wish']) => onSwitch({ service, model, title, text: off?.reason ?? null, wish })
  if (!off)
    return (
      <RowButton variant="danger" label={`Выключить: ${title}`} onClick={() => ask('off')}>
        Выключить
      </RowButton>
    )
  return (
    <span className="flex flex-wrap gap-2">
      <RowButton label={`Включить: ${title}`} onClick={() => ask('on')}>
        Включить
      </RowButton>
      <RowButton variant="ghost" label={`Изменить текст: ${title}`} onClick={() => ask('text')}>
        Изменить текст
      </RowButton>
    </span>
  )
}

interface ServiceTableProps {
  caption: string
  rows: readonly ServiceRow[]
  /** What a supplier is called, by its id. */
  nameOf: (supplier: string) => string
  onSwitch: (asked: Switched) => void
}

export function ServiceTable({ caption, rows, nameOf, onSwitch }: ServiceTableProps) {
  const { may } = useOperator()
  return (
    <Table
      caption={caption}
      rows={rows}
      keyOf={({ service, model, health }) => [service, model, health[0]?.provider].join(' ')}
      empty="Ничего нет"
      columns={[
        { title: 'Название', render: ({ title }) => title },
        { title: 'Состояние', render: (row) => <State {...row} /> },
        {
          title: 'Поставщик',
          render: ({ health }) => [...new Set(health.map((one) => nameOf(one.provider)))].join(', ') || '—'
        },
        { title: 'Не удалось за сутки', numeric: true, render: ({ health }) => failuresOf(health) },
        { title: 'Обычное время', numeric: true, render: ({ health }) => medianOf(health) },
        {
          title: 'Списано токенов',
          numeric: true,
          render: ({ health }) => formatCount(together(health, (one) => one.charged_tokens))
        },
        { title: 'Запрос стоит нам', numeric: true, render: ({ health }) => costOf(health, may('prices.read')) },
        {
          title: 'Что сделать',
          titleHidden: true,
          render: (row) => may('services.switch') && <SwitchButtons row={row} onSwitch={onSwitch} />
        }
      ]}
    />
  )
}
