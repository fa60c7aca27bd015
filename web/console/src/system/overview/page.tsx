import { openTrends } from '#contract/operator/system/trends.ts'
import { hrefOf } from '../../base/address.ts'
import { pageGroups, pages, type PageGroup } from '../../base/pages.ts'
import { useCall } from '../../base/use-call.ts'
import { roleNames, useOperator } from '../../base/use-operator.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { figures, totalOf } from '../trends/figures.ts'
import { WaitingList } from './waiting-list.tsx'

const groups = Object.entries(pageGroups) as [PageGroup, string][]

/** All pages that the role may open, with what is done there. */
function Rooms() {
  const { may } = useOperator()
  const allowed = pages.filter(({ path, permission }) => path !== '/' && may(permission))
  return (
    <Section title="Разделы">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        {groups
          .map(([group, name]) => ({ name, inGroup: allowed.filter((page) => page.group === group) }))
          .filter(({ inGroup }) => inGroup.length > 0)
          .map(({ name, inGroup }) => (
            <section key={name} className="min-w-0">
              <h3 className="mb-1 text-caption text-ink-soft">{name}</h3>
              <ul className="divide-y divide-line rounded-card border border-line bg-raised">
                {inGroup.map(({ path, title, about }) => (
                  <li key={path}>
                    <a href={hrefOf(path)} className="block px-4 py-3 transition hover:bg-hover">
                      <span className="block font-semibold">{title}</span>
                      <span className="mt-0.5 block text-small text-ink-soft">{about}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </Section>
  )
}

const shown = figures.filter(({ figure }) =>
  ['sign-ups', 'active', 'paid', 'operations', 'spent', 'failures'].includes(figure)
)

/** The running day of Moscow beside the whole one before it. */
function Today() {
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

/** The first page of every operator: what waits for one, the figures of the day, and the pages of the role. */
export function Page() {
  const { name, role, may } = useOperator()
  return (
    <Frame title={`Здравствуйте, ${name}`} intro={`Ваша роль: ${roleNames[role]}.`}>
      <WaitingList />
      {may('trends.read') && <Today />}
      <Rooms />
    </Frame>
  )
}
