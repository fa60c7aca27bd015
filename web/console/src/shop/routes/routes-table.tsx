import { counted } from '#contract/counted.ts'
import type { TrafficModel, TrafficRoute } from '#contract/operator/shop/traffic.ts'
import { tellMoment } from '../../base/server-clock.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { costRubles, costText, marginRubles, type Rates, rublesText, shareText } from '../../prices/margin.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { failureName, percentText, routeTitle, secondsText, shortCount } from './words.ts'

/** Below a figure. */
const Note = ({ children }: { children: string }) => (
  <span className="block text-caption font-normal text-ink-faint">{children}</span>
)

const Share = ({ route: { share, served, calls } }: { route: TrafficRoute }) => (
  <div className="min-w-36">
    <span className="tabular-nums">{percentText(share)}</span>
    <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
      <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
    </div>
    <span className="mt-1 block text-caption text-ink-faint">
      {calls === 0
        ? 'не спрашивали'
        : `${counted(served, ['ответ', 'ответа', 'ответов'])} на ${counted(calls, ['обращение', 'обращения', 'обращений'])}`}
    </span>
  </div>
)

const Failures = ({ route: { failures, calls } }: { route: TrafficRoute }) =>
  failures.length === 0 ? (
    <span className="text-ink-soft">нет</span>
  ) : (
    <ul className="min-w-36">
      {failures.map(({ kind, calls: failed }) => (
        <li key={kind}>
          <span className="mr-1">{failureName(kind)}</span>
          <span className="whitespace-nowrap tabular-nums text-ink-soft">{`${formatCount(failed)} (${percentText(failed / calls)})`}</span>
        </li>
      ))}
    </ul>
  )

/** The answers of which the cost is not known: neither it nor what is left counts them. */
const Uncosted = ({ route: { uncosted, cost_micros: cost } }: { route: TrafficRoute }) =>
  uncosted > 0 && cost !== null && <Note>{`без ${counted(uncosted, ['ответа', 'ответов', 'ответов'])}`}</Note>

const breakerTexts = {
  closed: ['success', 'работает'],
  open: ['danger', 'на паузе'],
  waiting: ['accent', 'ждёт пробы']
} as const

const Breaker = ({ route: { breaker, place } }: { route: TrafficRoute }) => {
  const [tone, text] = breakerTexts[breaker.state]
  const { until, failure } = breaker
  if (place === null) return <Badge>не в модели</Badge>
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {failure !== null && (
        <span className="mt-1 block min-w-28 text-caption text-ink-soft">
          {breaker.state === 'open' && until !== null
            ? `${failureName(failure)}, до ${tellMoment(until)}`
            : failureName(failure)}
        </span>
      )}
    </>
  )
}

const columnsFor = (rates: Rates): readonly Column<TrafficRoute>[] => [
  {
    title: 'Маршрут',
    render: (route) => (
      <>
        <span>{routeTitle(route)}</span>
        <span className="block min-w-32 text-caption font-normal break-all text-ink-faint">{route.upstream_model}</span>
      </>
    )
  },
  { title: 'Доля ответов', render: (route) => <Share route={route} /> },
  {
    title: 'Первое слово',
    numeric: true,
    render: ({ first_word: first }) =>
      first ? (
        <>
          <span>{secondsText(first.median_ms)}</span>
          <Note>{`95 % — до ${secondsText(first.p95_ms)}`}</Note>
        </>
      ) : (
        '—'
      )
  },
  { title: 'Сбои', render: (route) => <Failures route={route} /> },
  {
    title: 'Поставщику',
    numeric: true,
    render: (route) => (
      <>
        <span>{costText(costRubles(route, rates))}</span>
        <Uncosted route={route} />
        {route.input_tokens > 0 && (
          <>
            <Note>{`вход ${shortCount(route.input_tokens)}`}</Note>
            <Note>{`выход ${shortCount(route.output_tokens)}`}</Note>
          </>
        )}
      </>
    )
  },
  {
    title: 'Остаётся',
    numeric: true,
    render: (route) => (
      <>
        <span>{rublesText(marginRubles(route, rates))}</span>
        <span className="block text-caption text-ink-faint">{shareText(route, rates)}</span>
        <Uncosted route={route} />
        {route.plan_served > 0 && <Note>{`по Premium ${formatCount(route.plan_served)}`}</Note>}
      </>
    )
  },
  { title: 'Состояние', render: (route) => <Breaker route={route} /> }
]

interface RoutesTableProps {
  model: TrafficModel
  rates: Rates
}

/** The routes of one model: those of now in their order, then earlier ones. */
export const RoutesTable = ({ model: { name, routes }, rates }: RoutesTableProps) => (
  <Table
    caption={`Маршруты: ${name}`}
    rows={routes}
    keyOf={({ supplier, upstream_model: upstream }) => `${supplier} ${upstream}`}
    empty="Маршрутов нет"
    columns={columnsFor(rates)}
  />
)
