import { lazy, Suspense, useMemo } from 'react'
import { openTrends, type TrendSeries } from '#contract/operator/system/trends.ts'
import { Skeleton } from '../../../../src/base/ui/skeleton.tsx'
import { useCall } from '../../base/use-call.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { usePeriod } from '../../ui/period-choice.tsx'
import { Table } from '../../ui/table.tsx'
import { ByService } from './by-service.tsx'
import { figures, sumOf, sumsByService, totalOf } from './figures.ts'

const Chart = lazy(() => import('./chart.tsx').then(({ Chart: component }) => ({ default: component })))

const periods = [
  ['7', 'Неделя'],
  ['30', '30 дней'],
  ['90', '90 дней'],
  ['366', 'Год']
] as const

const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const dayText = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))
const timeFormat = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'short' })

interface FigureCardProps {
  figure: (typeof figures)[number]
  days: readonly string[]
  series: readonly TrendSeries[]
}

function FigureCard({ figure: { figure, title, format, formatShort, noSum }, days, series }: FigureCardProps) {
  const values = useMemo(() => totalOf(series, figure, days.length), [series, figure, days])
  const rows = days.map((day, index) => ({ day, value: values[index] ?? null })).toReversed()
  const total = noSum ? `сегодня ${format(values.at(-1) ?? 0)}` : format(sumOf(values))
  return (
    <article className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-raised p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-small font-medium text-ink-soft">{title}</h3>
        <p className="text-title font-semibold tabular-nums">{total}</p>
      </div>
      <Suspense fallback={<Skeleton className="h-33 w-full" />}>
        <Chart values={values} days={days} format={formatShort} />
      </Suspense>
      <details className="text-small">
        <summary className="cursor-pointer text-ink-soft">По дням</summary>
        <div className="mt-3 max-h-80 overflow-y-auto">
          <Table
            caption={`${title} по дням`}
            rows={rows}
            keyOf={({ day }) => day}
            empty="Пока ничего"
            columns={[
              { title: 'День', render: ({ day }) => dayText(day) },
              { title, numeric: true, render: ({ value }) => (value === null ? 'не считался' : format(value)) }
            ]}
          />
        </div>
      </details>
    </article>
  )
}

/** How the business goes: small charts, each with its numbers in a table. */
export function Page() {
  const [length, period] = usePeriod(periods, '30')
  const query = useCall(openTrends, { days: length })
  return (
    <Frame
      title="Тренды"
      intro="Дни московские. Сегодняшний ещё не закончился и пересчитывается каждый час. Запросы через API считаются, когда закрыт их счёт."
      actions={period}
    >
      <Loaded query={query}>
        {({ days, series, counted_at: countedAt }) => (
          <>
            <p className="text-small text-ink-soft">
              {countedAt === null
                ? 'Ещё ничего не посчитано: первый подсчёт идёт в течение часа.'
                : `Посчитано ${timeFormat.format(countedAt)}.`}
            </p>
            <Section title="По дням">
              <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
                {figures.map((figure) => (
                  <FigureCard key={figure.figure} figure={figure} days={days} series={series} />
                ))}
              </div>
            </Section>
            <Section title="По сервисам">
              <ByService rows={sumsByService(series)} />
            </Section>
          </>
        )}
      </Loaded>
    </Frame>
  )
}
