import { clsx } from 'clsx'
import { ArrowRight, BellRing, CircleCheck, Hand } from 'lucide-react'
import { openAlarms } from '#contract/operator/system/alarms.ts'
import { countReviews } from '#contract/operator/money/payments.ts'
import { listTokenChanges } from '#contract/operator/people/tokens.ts'
import { openClock } from '#contract/operator/system/watch.ts'
import { listServices } from '#contract/operator/jobs/services.ts'
import { errorText } from '../../../../src/base/http/error-text.ts'
import { Skeleton } from '../../../../src/base/ui/skeleton.tsx'
import { ErrorState } from '../../../../src/base/ui/states.tsx'
import { hrefOf } from '../../base/address.ts'
import { useCall } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { Section } from '../../ui/page.tsx'
import { type Waiting, waitingIn } from './waiting.ts'

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

const Row = ({ text, path, urgent }: Waiting) => (
  <a
    href={hrefOf(path)}
    className={clsx(
      'flex items-center gap-3 rounded-card border p-4 font-medium transition',
      urgent
        ? 'border-transparent bg-danger-soft text-danger hover:opacity-85'
        : 'border-line bg-raised text-ink hover:bg-hover'
    )}
  >
    {urgent ? (
      <BellRing size={20} className="shrink-0" aria-hidden />
    ) : (
      <Hand size={20} className="shrink-0" aria-hidden />
    )}
    <span className="min-w-0 grow break-words">{text}</span>
    <ArrowRight size={18} className="shrink-0" aria-hidden />
  </a>
)

const Calm = () => (
  <p className="flex items-center gap-3 rounded-card border border-line bg-raised p-4 text-ink-soft">
    <CircleCheck size={20} className="shrink-0 text-success" aria-hidden />
    Всё спокойно: никто и ничто вас не ждёт
  </p>
)

/** The work that waits for an operator, each with a link. */
export function WaitingList() {
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
