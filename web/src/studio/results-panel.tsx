import { type Ref, Suspense, useEffect, useId } from 'react'
import { clsx } from 'clsx'
import { Images } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { StudioEntry, StudioKind } from '#contract/catalogue/entry.ts'
import { freeTokens } from '#contract/catalogue/plans.ts'
import { late } from '../base/page/late.ts'
import { ReadyOffer } from '../media/ready/ready-offer.tsx'
import { useUsersOnly, visitorsPlace } from '../base/page/from-build.ts'
import { registerAndSend } from '../base/session/way-in.ts'
import { paths, signInPath } from '../base/paths.ts'
import { Button, buttonClass } from '../base/ui/button.tsx'
import { ErrorState } from '../base/ui/states.tsx'
import { Skeleton } from '../base/ui/skeleton.tsx'
import { SimulatedResult } from './simulation/simulated-result.tsx'
import type { Studio } from './use-studio.ts'
import { Spinner } from '../base/ui/spinner.tsx'
import { formatTokens } from '../base/format/tokens.ts'

/** The jobs of this page: running ones on top, then the newest results. */
export function ResultsPanel({ ref, studio }: { ref: Ref<HTMLElement>; studio: Studio }) {
  const headingId = useId()
  const usersOnly = useUsersOnly()
  const isUser = studio.session.status !== 'signed-out'
  useEffect(() => {
    // Beside the list of jobs, not behind it.
    if (isUser) void loadStage()
  }, [isUser])
  return (
    <section ref={ref} aria-labelledby={headingId} className="scroll-mt-32">
      <div className="flex min-h-11 items-center justify-between gap-x-3 max-[20rem]:flex-wrap max-[20rem]:wrap-break-word">
        <h2 id={headingId} className="text-title font-semibold">
          Результаты
        </h2>
        {(isUser || usersOnly) && (
          <Link to={paths.library} className={buttonClass({ variant: 'ghost', className: clsx('-mr-3', usersOnly) })}>
            <Images size={18} className="text-ink-faint" aria-hidden />
            Все работы
          </Link>
        )}
      </div>
      <div className="mt-3">
        <Results studio={studio} />
      </div>
    </section>
  )
}

function Results({ studio }: { studio: Studio }) {
  const { entry, session, serviceJobs, simulation } = studio
  const usersOnly = useUsersOnly()
  if (session.status === 'signed-out')
    return (
      <>
        {usersOnly && <Waiting className={usersOnly} />}
        <SimulatedResults studio={studio} />
      </>
    )
  if (session.status === 'loading' || serviceJobs.isLoading) return <Waiting />
  if (serviceJobs.failure && serviceJobs.jobs.length === 0)
    return <ErrorState text={serviceJobs.failure} onRetry={serviceJobs.reload} />
  if (serviceJobs.jobs.length === 0) return <EmptyResults entry={entry} running={simulation.running} />
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <Stage kind={entry.kind} jobs={serviceJobs.jobs} />
      </Suspense>
      <ReadyOffer service={entry.id} jobs={serviceJobs.jobs} />
    </>
  )
}

const Waiting = ({ className }: { className?: string }) => (
  <Skeleton className={clsx('h-80 w-full rounded-card', className)} />
)

const loadStage = () => import('./stage/stage.tsx')
const Stage = late(async () => (await loadStage()).Stage)

function SimulatedResults({ studio: { entry, simulation, register } }: { studio: Studio }) {
  const { results, running } = simulation
  if (results.length === 0) return <EmptyResults entry={entry} running={running} />
  return (
    <div className="flex flex-col gap-4">
      <ul className={listClass}>
        {results.map((result) => (
          <li key={result.id}>
            <SimulatedResult entry={entry} result={result} />
          </li>
        ))}
      </ul>
      <Invitation path={entry.path} onRegister={register} />
    </div>
  )
}

/** Two columns; with an odd number of cards the first one takes a whole row. */
const listClass = 'grid items-start gap-4 sm:grid-cols-2 sm:[&>li:first-child:nth-last-child(odd)]:col-span-full'

/** Before the first result: a line above the examples, and a spinner while a visitor waits for one. */
function EmptyResults({ entry, running }: { entry: StudioEntry; running: boolean }) {
  if (!running)
    return (
      <p
        className={clsx('max-w-text text-ink-soft', visitorsPlace)}
      >{`${entry.texts.empty}. ${beginnings[entry.kind]}`}</p>
    )
  return (
    <div className="flex min-h-64 flex-col items-center justify-center gap-3 rounded-card bg-sunken p-6 text-center text-small text-ink-soft xl:min-h-80">
      <Spinner size={24} />
      <p>{entry.texts.busy}</p>
    </div>
  )
}

const beginnings: Record<StudioKind, string> = {
  image: 'Возьмите пример или опишите своё.',
  'image-tool': 'Выберите, что сделать, и загрузите изображение.',
  video: 'Возьмите пример или опишите своё.',
  audio: 'Возьмите пример или введите свой текст.'
}

/** Invites a visitor to sign up, below an example. The settings stay in the draft. */
const Invitation = ({ path, onRegister }: { path: string; onRegister: () => void }) => (
  <section
    aria-label="Приглашение"
    className="flex flex-wrap items-center gap-3 rounded-card bg-sunken p-4 text-small sm:p-5"
  >
    <p className="grow basis-64">
      <span className="block font-medium">Это пример. Ваш результат будет по вашему описанию</span>
      <span className="mt-0.5 block text-ink-soft">{`За регистрацию дарим ${formatTokens(freeTokens)}. Настройки сохранятся.`}</span>
    </p>
    <Button onClick={onRegister}>{registerAndSend}</Button>
    <Link to={signInPath(path)} className={buttonClass({ variant: 'ghost' })}>
      Войти
    </Link>
  </section>
)
