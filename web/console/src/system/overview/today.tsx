import { openTrends } from '#contract/operator/system/trends.ts'
import { hrefOf } from '../../base/address.ts'
import { useCall } from '../../base/use-call.ts'
import { figures, totalOf } from '../trends/figures.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'

const shown = figures.filter(({ figure }) =>
  ['sign-ups', 'active', 'paid', 'operations', 'spent', 'failures'].includes(figure)
)

/** The running day of Moscow beside the whole one before it. */
export function Today() {
  const query = useCall(openTrends, { days: 7 })
  return (
    <Section
      title="Сегодня"
      actions={
        <a href={hrefOf('/trends')} className="text-small underline underline-offset-4">
          Все тренды
        </a>
      }
    >
      <Loaded query={query}>
        {({ days, series }) => (
          <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
            {shown.map(({ figure, title, format }) => {
              const [yesterday, today] = totalOf(series, figure, days.length).slice(-2)
              return (
                <div key={figure} className="min-w-0 rounded-card border border-line bg-raised p-4">
                  <dt className="text-caption text-ink-soft">{title}</dt>
                  <dd className="mt-1 text-title font-semibold break-words tabular-nums">{format(today ?? 0)}</dd>
                  <dd className="mt-0.5 text-caption text-ink-soft">{`вчера ${format(yesterday ?? 0)}`}</dd>
                </div>
              )
            })}
          </dl>
        )}
      </Loaded>
    </Section>
  )
}
