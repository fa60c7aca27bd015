// The card of a work in a dialog: what a chat begins with of it. The card itself is loaded when the first one is drawn.
import { createContext, lazy, memo, Suspense, useState } from 'react'
import { cataloguePrices, type Prices } from '#contract/catalogue/prices.ts'
import type { Message } from '#contract/chats.ts'
import type { Job } from '#contract/jobs.ts'
import { Button } from '../../base/ui/button.tsx'
import { FailureBoundary } from '../../base/ui/failure-boundary.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { Intent } from '../draft/draft.ts'
import type { ThreadActions } from './thread-actions.ts'

/** What making works again costs now. */
export const WorkPrices = createContext<Prices>(cataloguePrices)

export interface WorkMessageProps {
  message: Message
  works: readonly Job[]
  /** The request that it answers, if that is known. */
  turn: Intent | null
  actions: ThreadActions
}

// Both at once. A module that is loaded by its name has a file of its own, which the studio's stage shares.
const load = () =>
  lazy(async () => {
    const [{ WorkMessage }] = await Promise.all([import('./work-message.tsx'), import('../../media/job/job-card.tsx')])
    return { default: WorkMessage }
  })
const First = load()

/** A work's card, or why there is none: never a place that stays empty. */
export const LateWork = memo((props: WorkMessageProps) => {
  const [Card, setCard] = useState(() => First)
  return (
    <FailureBoundary drawn={Card} failure={<Unshown onRetry={() => setCard(load)} />}>
      <Suspense fallback={<Place works={props.works} />}>
        <Card {...props} />
      </Suspense>
    </FailureBoundary>
  )
})

const Place = ({ works }: Pick<WorkMessageProps, 'works'>) => (
  <div style={{ height: cardHeightPx(works) }}>
    <Skeleton className="size-full rounded-card" />
  </div>
)

const Unshown = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card bg-hover px-4 py-3 text-small">
    <p className="grow">Не удалось показать работу</p>
    <Button variant="secondary" size="small" onClick={onRetry}>
      Повторить
    </Button>
  </div>
)

const soundPx = 200
const goneOrFailedPx = 130
/** What stands around a picture: its buttons, its name and its price. */
const aroundPx = 260
const columnPx = 700

/** About how high the card is; undefined for a message without one. */
export function cardHeightPx(works: readonly Job[] | undefined): number | undefined {
  if (!works) return undefined
  const [work] = works
  if (!work || work.state === 'failed' || work.state === 'cancelled') return goneOrFailedPx
  if (work.kind === 'audio') return soundPx
  const [file] = work.files
  const ratio = file?.width && file.height ? file.width / file.height : 1
  const width = Math.min(columnPx, window.innerWidth - 64, Math.max(224, window.innerHeight - 352) * ratio)
  return Math.round(width / ratio) + aroundPx
}
