import { type ReactNode, useState } from 'react'
import { MoveDown, MoveLeft, MoveRight, MoveUp, Maximize, Shuffle, Dices, ZoomOut } from 'lucide-react'
import {
  actionsOn,
  isMadeOnce,
  midjourneyActions,
  midjourneySubject,
  type MidjourneyActionName
} from '#contract/catalogue/midjourney-actions.ts'
import type { Job } from '#contract/jobs.ts'
import { paths } from '../../base/paths.ts'
import { useUnconnected } from '../../base/session/unconnected.ts'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { isEnded } from './job-order.ts'
import { useKnownJobs } from './use-jobs.ts'
import { useChange, usePriceWords } from './submit-change.tsx'

const JobDialog = lateDialog(async () => (await import('./job-dialog.tsx')).JobDialog)

interface ActionsProps {
  job: Job
  /** The number of the chosen variant, from 1. */
  tile: number
}

/** What Midjourney can do with the picture, with the price of each action; while it is not connected, only what it has done. */
export function PictureActions({ job, tile }: ActionsProps) {
  const subject = midjourneySubject(job)
  const isShut = useUnconnected()(paths.midjourney)
  if (subject === 'tile') return <TileActions job={job} tile={tile} isShut={isShut} />
  return subject === 'picture' && !isShut ? <SingleActions job={job} /> : null
}

/** The job that enlarges or has enlarged this variant, as far as this page knows. */
function useEnlargement({ id }: Job, tile: number): Job | undefined {
  return useKnownJobs().find(
    (job) =>
      isMadeOnce(job) &&
      job.parameters.parent === id &&
      job.parameters.tile === tile &&
      job.state !== 'failed' &&
      job.state !== 'cancelled'
  )
}

function TileActions({ job, tile, isShut }: ActionsProps & { isShut: boolean }) {
  const { sending, submit } = useChange(job)
  const enlargement = useEnlargement(job, tile)
  const price = usePriceWords(job)
  const [opened, setOpened] = useState(false)
  const isThere = enlargement?.state === 'completed'
  if (isShut && !isThere) return null
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {isThere ? (
        <Button
          variant="secondary"
          size="small"
          icon={<Maximize size={16} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Показать увеличенный
        </Button>
      ) : (
        <Button
          variant="secondary"
          size="small"
          icon={<Maximize size={16} aria-hidden />}
          busy={sending === 'upscale' || (enlargement !== undefined && !isEnded(enlargement))}
          onClick={() => submit({ action: 'upscale', tile })}
        >
          {withPrice(midjourneyActions.upscale.label, price('upscale'))}
        </Button>
      )}
      {!isShut && (
        <Button
          variant="secondary"
          size="small"
          icon={<Shuffle size={16} aria-hidden />}
          busy={sending === 'variation'}
          onClick={() => submit({ action: 'variation', tile })}
        >
          {withPrice(midjourneyActions.variation.label, price('variation'))}
        </Button>
      )}
      {opened && isThere && <JobDialog job={enlargement} onClose={() => setOpened(false)} />}
    </div>
  )
}

const withPrice = (label: string, price: string | null): string => (price === null ? label : `${label} · ${price}`)

const icons: Partial<Record<MidjourneyActionName, ReactNode>> = {
  'vary-strong': <Dices size={16} aria-hidden />,
  'vary-subtle': <Shuffle size={16} aria-hidden />,
  'zoom-out-1.5': <ZoomOut size={16} aria-hidden />,
  'zoom-out-2': <ZoomOut size={16} aria-hidden />
}

const arrows: Partial<Record<MidjourneyActionName, ReactNode>> = {
  'pan-left': <MoveLeft size={18} aria-hidden />,
  'pan-right': <MoveRight size={18} aria-hidden />,
  'pan-up': <MoveUp size={18} aria-hidden />,
  'pan-down': <MoveDown size={18} aria-hidden />
}

/** All of them make another sheet and cost the same. */
function SingleActions({ job }: { job: Job }) {
  const { sending, submit } = useChange(job)
  const priceWords = usePriceWords(job)
  const offered = actionsOn(job)
  const [anyAction] = offered
  const price = anyAction ? priceWords(anyAction) : null
  return (
    <fieldset className="mt-3 min-w-0 border-t border-line pt-3">
      <legend className="float-left w-full text-caption text-ink-soft">
        {withPrice('Каждое действие даёт четыре новых варианта', price)}
      </legend>
      <div className="clear-both flex flex-wrap gap-2 pt-2">
        {offered
          .filter((action) => !(action in arrows))
          .map((action) => (
            <Button
              key={action}
              variant="secondary"
              size="small"
              icon={icons[action]}
              busy={sending === action}
              onClick={() => submit({ action })}
            >
              {midjourneyActions[action].label}
            </Button>
          ))}
      </div>
      <div className="mt-1 flex flex-wrap items-center">
        <span aria-hidden className="mr-1 text-caption text-ink-soft">
          Дорисовать:
        </span>
        {offered
          .filter((action) => action in arrows)
          .map((action) => (
            <IconButton
              key={action}
              label={midjourneyActions[action].label}
              icon={arrows[action]}
              disabled={sending === action}
              onClick={() => submit({ action })}
            />
          ))}
      </div>
    </fieldset>
  )
}
