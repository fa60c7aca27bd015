import { useEffect, useEffectEvent } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Job } from '#contract/jobs.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { nameOf } from './job-words.ts'
import { WorkDetails } from './job-details.tsx'
import { WorkStage } from './job-stage.tsx'

interface WorkDialogProps {
  job: Job
  onClose: () => void
  /** The works beside this one, by the arrow keys too; null at the ends. */
  onNewer?: (() => void) | null
  onOlder?: (() => void) | null
  onDeleted?: (() => void) | undefined
}

/** A work in full, with what it was made from and what it cost. */
export function WorkDialog({ job, onClose, onNewer = null, onOlder = null, onDeleted = onClose }: WorkDialogProps) {
  useArrowKeys(onNewer, onOlder)
  return (
    <Dialog open side="full" title={nameOf(job)} titleHidden onOpenChange={onClose}>
      <div className="grid h-full grid-rows-[auto_1fr] overflow-y-auto overscroll-contain lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-1 lg:overflow-hidden">
        <div className="relative grid place-items-center bg-sunken px-3 pt-14 pb-16 sm:px-16 lg:py-8">
          <WorkStage key={job.id} job={job} />
          {onNewer && (
            <Arrow label="Более новая работа" side="left" onClick={onNewer} icon={<ChevronLeft size={24} />} />
          )}
          {onOlder && (
            <Arrow label="Более старая работа" side="right" onClick={onOlder} icon={<ChevronRight size={24} />} />
          )}
        </div>
        <div className="p-5 sm:p-6 lg:overflow-y-auto lg:border-l lg:border-line lg:pt-14">
          <WorkDetails key={job.id} job={job} onDeleted={onDeleted} />
        </div>
      </div>
    </Dialog>
  )
}

interface ArrowProps {
  label: string
  side: 'left' | 'right'
  icon: React.ReactNode
  onClick: () => void
}

const Arrow = ({ side, ...button }: ArrowProps) => (
  <IconButton
    {...button}
    className={
      side === 'left'
        ? 'absolute! bottom-2 left-2 bg-raised shadow-raised lg:bottom-auto lg:left-3'
        : 'absolute! right-2 bottom-2 bg-raised shadow-raised lg:right-3 lg:bottom-auto'
    }
  />
)

/** Where arrows already have a meaning. */
const ownArrows = 'input, textarea, select, video, audio, [role="slider"], [role="menu"]'

function useArrowKeys(onNewer: (() => void) | null, onOlder: (() => void) | null) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const taken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (taken || (event.target instanceof Element && event.target.closest(ownArrows))) return
    if (event.key === 'ArrowLeft') onNewer?.()
    if (event.key === 'ArrowRight') onOlder?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
