import { useState } from 'react'
import { type AlarmKind, alarmKinds } from '#contract/alarm-kinds.ts'
import { alarmDescriptions, alarmsPath } from '#contract/alarms.ts'
import { openAlarms, type OpenedAlarm, resolveAlarm } from '#contract/operator/system/alarms.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { Button, buttonClass } from '../../../../src/base/ui/button.tsx'
import { hrefOf, replaceQuery, useAddress } from '../../base/address.ts'
import { useParts } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { factsOf } from './words.ts'

const states = [
  ['open', 'Открытые'],
  ['resolved', 'Закрытые'],
  ['all', 'Все']
] as const
type State = (typeof states)[number][0]

const kinds = [
  ['', 'Любые'],
  ...alarmKinds.map((kind) => [kind, alarmDescriptions[kind].title] as const)
] as readonly (readonly [AlarmKind | '', string])[]

const stateOf = (text: string | null): State => states.find(([state]) => state === text)?.[0] ?? 'open'
const kindOf = (text: string | null): AlarmKind | '' => kinds.find(([kind]) => kind === text)?.[0] ?? ''

const times = (count: number) => (count === 1 ? 'один раз' : `повторов: ${count - 1}`)

function AlarmCard({ alarm, onResolve }: { alarm: OpenedAlarm; onResolve: (() => void) | null }) {
  const { title, severity, todo, path, user_id: userId, first_at: firstAt, last_at: lastAt, count, note } = alarm
  const facts = factsOf(alarm)
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 sm:flex-row sm:items-start sm:justify-between">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold">{title}</h2>
          {severity === 'urgent' && <Badge tone="danger">Срочно</Badge>}
        </div>
        <p className="mt-1 text-small">{todo}</p>
        <p className="mt-2 text-caption break-words text-ink-faint">
          {`№ ${alarm.id}, ${formatDateTime(lastAt)}${count > 1 ? `, ${times(count)}, впервые ${formatDateTime(firstAt)}` : ''}${alarm.paged_at === null && alarm.failures > 0 ? ' · людям пока не сообщено: каналы не отвечают' : ''}`}
        </p>
        {facts && <p className="text-caption break-words text-ink-faint">{facts}</p>}
        {alarm.resolved_at !== null && (
          <p className="mt-2 text-small text-ink-soft">
            {`Закрыта ${formatDateTime(alarm.resolved_at)}, ${alarm.resolved_by ?? ''}: ${note ?? ''}`}
          </p>
        )}
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        {!path.startsWith(alarmsPath) && (
          <a href={path} className={buttonClass({ variant: 'secondary', size: 'small' })}>
            Открыть
          </a>
        )}
        {userId !== null && !path.includes('#/people/') && (
          <a href={hrefOf('/people', userId)} className={buttonClass({ variant: 'ghost', size: 'small' })}>
            Человек
          </a>
        )}
        {onResolve && alarm.resolved_at === null && (
          <Button variant="secondary" size="small" onClick={onResolve}>
            Закрыть
          </Button>
        )}
      </div>
    </li>
  )
}

/** The alarms for operators, newest first. The choice is in the address. */
export function Page() {
  const { query } = useAddress()
  const [state, kind] = [stateOf(query.get('state')), kindOf(query.get('kind'))]
  const [resolving, setResolving] = useState<OpenedAlarm | null>(null)
  const mayResolve = useOperator().may('alarms.change')
  const choose = (chosen: { state?: State; kind?: AlarmKind | '' }) => replaceQuery({ state, kind, ...chosen })
  const parts = useParts(openAlarms, (next) => ({
    state,
    ...(kind !== '' && { kind }),
    ...(next !== null && { cursor: String(next) })
  }))
  const alarms = parts.data?.pages.flatMap((part) => part.alarms)
  return (
    <Frame
      title="Тревоги"
      intro="Что требует человека. Повторы собираются в одну строку; о каждой сообщается один раз, о срочной ещё раз через сутки."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label="Состояние"
          value={state}
          choices={states}
          onChange={(chosen) => choose({ state: chosen })}
        />
        <ChoiceField label="Вид" value={kind} choices={kinds} onChange={(chosen) => choose({ kind: chosen })} />
      </div>
      <Loaded query={{ data: alarms, error: parts.error, refetch: parts.refetch }}>
        {(shown) =>
          shown.length === 0 ? (
            <p className="rounded-card bg-sunken px-4 py-6 text-small text-ink-soft">
              {state === 'open' ? 'Открытых тревог нет' : 'Таких тревог нет'}
            </p>
          ) : (
            <ul aria-label="Тревоги" className="flex flex-col gap-3">
              {shown.map((alarm) => (
                <AlarmCard key={alarm.id} alarm={alarm} onResolve={mayResolve ? () => setResolving(alarm) : null} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {parts.hasNextPage && (
        <Button
          variant="secondary"
          busy={parts.isFetchingNextPage}
          onClick={() => void parts.fetchNextPage()}
          className="self-center"
        >
          Показать ещё
        </Button>
      )}
      <ChangeDialog
        open={resolving !== null}
        onClose={() => setResolving(null)}
        title="Закрыть тревогу"
        description={`«${resolving?.title ?? ''}»: закройте, когда причина устранена. Если она вернётся, откроется новая тревога.`}
        endpoint={resolveAlarm}
        input={(change) => ({ id: resolving?.id ?? 0, ...change })}
        confirm="Закрыть тревогу"
        done="Тревога закрыта"
      />
    </Frame>
  )
}
