import { clsx } from 'clsx'
import { Coins, Sparkles } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import type { Job } from '#contract/jobs.ts'
import { formatAbout } from '../base/format/durations.ts'
import { formatTokens } from '../base/format/tokens.ts'
import { useUsersOnly, visitorsPlace } from '../base/page/from-build.ts'
import { shopPath } from '../base/links.ts'
import { registerAndSend } from '../base/session/way-in.ts'
import { useCost } from '../base/session/session.tsx'
import { useKeyboard } from '../base/ui/keyboard.ts'
import { PremiumLine } from '../base/ui/premium-badge.tsx'
import { Button, buttonClass } from '../base/ui/button.tsx'
import { Skeleton } from '../base/ui/skeleton.tsx'
import { useTypicalSeconds } from '../media/service-status.ts'
import { ObstacleNote, OffNote } from '../media/form/obstacle-notes.tsx'
import { mayWait, queueWords } from '../media/form/submit-rules.ts'
import type { Studio } from './use-studio.ts'

/** Sticky bar at the bottom of the form: the button with the price, the balance, and why the user cannot send yet. */
export function SubmitBar({ studio }: { studio: Studio }) {
  const { entry, values, locked, priceTokens } = studio
  useKeyboard()
  return (
    <div className="pointer-events-none sticky bottom-(--keyboard) z-10 cramped:static -mx-4 -mt-2 bg-linear-to-t from-paper from-85% to-transparent px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <div className="pointer-events-auto">
        <OffNote entry={entry} values={values} />
        <ObstacleNote entry={entry} locked={locked} priceTokens={priceTokens} back={entry.path} />
        {locked ? <PurchaseLink back={entry.path} /> : <SubmitButton studio={studio} priceTokens={priceTokens} />}
        <div className="mt-2 flex min-h-4.5 items-center justify-between gap-3 text-caption text-ink-faint">
          <Balance studio={studio} />
          <QueueNote jobs={studio.serviceJobs.jobs} />
          <span className="hidden pointer-fine:inline">Ctrl+Enter</span>
        </div>
        <UsualTime studio={studio} />
      </div>
    </div>
  )
}

/** Replaces the button while the settings need a purchase first. */
const PurchaseLink = ({ back }: { back: string }) => (
  <Link to={shopPath(back)} className={buttonClass({ variant: 'accent', size: 'large', className: 'w-full' })}>
    <Coins size={18} aria-hidden />
    Купить токены
  </Link>
)

function SubmitButton({ studio, priceTokens }: { studio: Studio; priceTokens: number }) {
  const { entry, busy, missing, session } = studio
  const missingId = useId()
  const { submit, busy: busyLabel } = entry.texts
  const needsAccount = session.status === 'signed-out' && !entry.simulation
  const usersOnly = useUsersOnly()
  const { costOf } = useCost()
  const button = (
    <Button
      type="submit"
      variant="accent"
      size="large"
      busy={busy}
      // Also a press before the page runs is kept, which the browser would not tell of where the button is disabled.
      off={missing !== null}
      aria-describedby={missing === null ? undefined : missingId}
      icon={<Sparkles size={18} aria-hidden />}
      className="w-full"
    >
      {busy ? (
        busyLabel
      ) : (
        <>
          {needsAccount && <span className={visitorsPlace}>{registerAndSend}</span>}
          {(!needsAccount || usersOnly) && (
            <span className={needsAccount ? usersOnly : undefined}>
              <span>{`${submit} ·`}</span> <span className="tabular-nums">{formatTokens(costOf(priceTokens))}</span>
            </span>
          )}
        </>
      )}
    </Button>
  )
  if (!mayWait(entry)) return button
  return (
    <>
      {/* Keeps its line, so that the button does not move at the first letter. */}
      <p id={missingId} className="mb-1.5 min-h-[1lh] text-center text-caption text-ink-soft">
        {missing}
      </p>
      {button}
    </>
  )
}

function Balance({ studio: { session, entry } }: { studio: Studio }) {
  const usersOnly = useUsersOnly()
  const { isCovered } = useCost()
  if (session.status === 'loading' || (session.status === 'signed-in' && !session.user))
    return <Skeleton className="h-4.5 w-36" />
  // Elsewhere the note above the button says what an account gives.
  if (!session.user)
    return (
      <>
        {entry.simulation && <span className={visitorsPlace}>Без входа покажем пример, бесплатно</span>}
        {usersOnly && <Skeleton className={clsx('h-4.5 w-36', usersOnly)} />}
      </>
    )
  if (isCovered) return <PremiumLine />
  return <span className="tabular-nums">{`На балансе ${formatTokens(session.user.tokens)}`}</span>
}

/** Until the server has measured enough jobs of a service: what its provider's documentation leads to expect. */
const unmeasured: Record<StudioKind, string> = {
  image: 'Обычно готово меньше чем за минуту',
  'image-tool': 'Обычно готово меньше чем за минуту',
  // In one line, also behind the dash.
  video: 'Генерация может занять 2–\u20605\u00a0минут',
  audio: 'Обычно готово за несколько секунд'
}

/** Which model works where it is not the one that the page is called by, and how long: the measured median, else an estimate. */
function UsualTime({ studio: { entry, values } }: { studio: Studio }) {
  const { id, kind } = entry
  const { modelName } = mediaRouteOf(entry, values)
  const seconds = useTypicalSeconds(id)
  return (
    <p className="mt-1 text-caption text-ink-faint">
      {modelName && <span>{`Работает ${modelName}. `}</span>}
      <span>{seconds === null ? unmeasured[kind] : `Обычно готово за ${formatAbout(seconds)}`}</span>
    </p>
  )
}

/** What this page makes already when the next job is submitted; nothing without any. */
function QueueNote({ jobs }: { jobs: readonly Job[] }) {
  const words = queueWords(jobs)
  return words !== null && <span className="ml-auto text-ink-soft tabular-nums">{words}</span>
}
