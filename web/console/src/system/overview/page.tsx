import { clsx } from 'clsx'
import { ArrowRight, BellRing, CircleCheck, Hand } from 'lucide-react'
import { openTrends } from '#contract/operator/system/trends.ts'
import { openAlarms } from '#contract/operator/system/alarms.ts'
import { countReviews } from '#contract/operator/money/payments.ts'
import { listTokenChanges } from '#contract/operator/people/tokens.ts'
import { openClock } from '#contract/operator/system/watch.ts'
import { listServices } from '#contract/operator/jobs/services.ts'
import { tellMoment } from '../../base/server-clock.ts'
import { hrefOf } from '../../base/address.ts'
import { pageGroups, pages, type PageGroup } from '../../base/pages.ts'
import { useCall } from '../../base/use-call.ts'
import { roleNames, useOperator } from '../../base/use-operator.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { figures, totalOf } from '../trends/figures.ts'
import { errorText } from '../../../../src/base/http/error-text.ts'
import { Skeleton } from '../../../../src/base/ui/skeleton.tsx'
import { ErrorState } from '../../../../src/base/ui/states.tsx'
import { type Waiting, waitingIn } from './waiting.ts'

const groups = Object.entries(pageGroups) as [PageGroup, string][]

/** The waiting work that the role may read. */
function useParts() {
  const { may } = useOperator()
  const alarms = useCall(openAlarms, { state: 'open', limit: 1 }, { enabled: may('alarms.read') })
  const reviews = useCall(countReviews, {}, { enabled: may('payments.read') })
  const tokens = useCall(listTokenChanges, {}, { enabled: may('people.read') })
  const services = useCall(listServices, {}, { enabled: may('jobs.read') })
  const clock = useCall(openClock, {}, { enabled: may('system.read') })
  const queries = [alarms, reviews, tokens, services, clock]
  return {
    parts: {
      alarms: alarms.data,
      reviews: reviews.data,
      tokens: tokens.data,
      services: services.data,
      clock: clock.data
    },
    reading: queries.some(({ isLoading }) => isLoading),
    failed: queries.find(({ error, data }) => error !== null && data === undefined)
  }
}

function Row({ text, path, urgent }: Waiting) {
  const Icon = urgent ? BellRing : Hand
  return (
    <a
      href={hrefOf(path)}
      className={clsx(
        'flex items-center gap-3 rounded-card border p-4 font-medium transition',
        urgent
          ? 'border-transparent bg-danger-soft text-danger hover:opacity-85'
          : 'border-line bg-raised text-ink hover:bg-hover'
      )}
    >
      <Icon size={20} className="shrink-0" aria-hidden />
      <span className="min-w-0 grow break-words">{text}</span>
      <ArrowRight size={18} className="shrink-0" aria-hidden />
    </a>
  )
}

const Calm = () => (
  <p className="flex items-center gap-3 rounded-card border border-line bg-raised p-4 text-ink-soft">
    <CircleCheck size={20} className="shrink-0 text-success" aria-hidden />
    Всё спокойно: никто и ничто вас не ждёт
  </p>
)

/** The work that waits for an operator, each with a link. */
function WaitingList() {
  const { parts, reading, failed } = useParts()
  const rows = waitingIn(parts)
  return (
    <Section title="Ждёт человека">
      {rows.length > 0 && (
        <ul className="flex flex-col gap-2">
          {rows.map((row) => (
            <li key={row.text}>
              <Row {...row} />
            </li>
          ))}
        </ul>
      )}
      {reading && <Skeleton className="h-14 w-full" />}
      {failed?.error && <ErrorState text={errorText(failed.error)} onRetry={() => void failed.refetch()} />}
      {rows.length === 0 && !reading && !failed && <Calm />}
    </Section>
  )
}

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
      intro={query.data?.counted_at && `Посчитано ${tellMoment(query.data.counted_at)}`}
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
