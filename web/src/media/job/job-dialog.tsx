import { type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import { clsx } from 'clsx'
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import type { Job, JobFile } from '#contract/jobs.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Comparable } from './comparable.tsx'
import { InChatContext } from './in-chat.ts'
import { nameOf } from './job-words.ts'
import { JobDetails } from './job-details.tsx'
import { ratioOf } from './frame.tsx'
import { useChosenTile } from './tile-picker.tsx'
import { isMidjourney } from './midjourney-result.tsx'
import { isEnded } from './job-order.ts'
import { ResultMedia } from './result-media.tsx'
import { RunningJob } from './job-progress.tsx'
import { useJob } from './use-jobs.ts'
import { useSwipe } from './use-swipe.ts'
import { useFileSource } from './job-file.ts'
import { UnsuccessfulJob } from './unsuccessful-job.tsx'

interface JobDialogProps {
  job: Job
  onClose: () => void
  /** Shows the next job, also by the arrow keys; null at the end of the list. */
  onNewer?: (() => void) | null
  onOlder?: (() => void) | null
  onDeleted?: (() => void) | undefined
  /** «Назад» leaves the address of the job. */
  inAddress?: boolean
  /** More buttons beside the settings. */
  extra?: ReactNode
}

/** One job over the whole window: the result, its settings and its price. */
export function JobDialog({
  job: opened,
  onClose,
  onNewer = null,
  onOlder = null,
  onDeleted = onClose,
  inAddress = false,
  extra
}: JobDialogProps) {
  const { job, show, back } = useShown(opened)
  useArrowKeys(onNewer, onOlder)
  const { area, moved } = useSwipe(onNewer, onOlder)
  return (
    <Dialog open side="full" title={nameOf(job)} titleHidden inAddress={inAddress} onOpenChange={onClose}>
      <div className="grid h-full grid-rows-[auto_1fr] overflow-y-auto overscroll-contain lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-1 lg:overflow-hidden">
        <div
          {...area}
          className={clsx(
            'relative grid place-items-center bg-sunken px-3 pt-14 pb-16 sm:px-16 lg:py-8',
            area.className
          )}
        >
          <div ref={moved} className="grid size-full place-items-center">
            <JobStage key={job.id} job={job} />
          </div>
          {onNewer && (
            <Arrow label="Более новая работа" side="left" onClick={onNewer} icon={<ChevronLeft size={24} />} />
          )}
          {onOlder && (
            <Arrow label="Более старая работа" side="right" onClick={onOlder} icon={<ChevronRight size={24} />} />
          )}
        </div>
        <div className="p-5 sm:p-6 lg:overflow-y-auto lg:border-l lg:border-line lg:pt-14">
          {back && (
            <Button variant="ghost" size="small" icon={<ArrowLeft size={16} />} onClick={back} className="mb-3 -ml-3">
              К открытой работе
            </Button>
          )}
          <GoingOnBelow onClose={onClose}>
            <JobDetails
              key={job.id}
              job={job}
              onDeleted={back ?? onDeleted}
              onShow={show}
              extra={job.id === opened.id && extra}
            />
          </GoingOnBelow>
        </div>
      </div>
    </Dialog>
  )
}

/** What goes on in the chat lies behind this dialog, which therefore closes first. */
function GoingOnBelow({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const chat = use(InChatContext)
  const begin = chat?.begin
  if (!chat || !begin) return children
  const closing: typeof begin = (...begun) => {
    onClose()
    begin(...begun)
  }
  return <InChatContext value={{ ...chat, begin: closing }}>{children}</InChatContext>
}

/** The job in the dialog: the one that was opened, or another of its chain until a third one is opened. */
function useShown(opened: Job) {
  const [chosen, setChosen] = useState<{ id: string; from: string } | null>(null)
  const id = chosen?.from === opened.id && chosen.id !== opened.id ? chosen.id : null
  const { job, isGone } = useJob(id)
  useEffect(() => {
    if (isGone) notify.info('Такой работы нет: возможно, она удалена')
  }, [isGone])
  return {
    job: job ?? opened,
    show: (next: string) => setChosen({ id: next, from: opened.id }),
    back: id !== null && job ? () => setChosen(null) : null
  }
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

/** Controls that use the arrow keys themselves. */
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

/** The result as large as the window allows, or the state of a job without one. */
function JobStage({ job }: { job: Job }) {
  if (job.state !== 'completed') {
    return (
      <div className="w-full max-w-md rounded-card bg-raised p-4 shadow-raised">
        {isEnded(job) ? <UnsuccessfulJob job={job} /> : <RunningJob job={job} />}
      </div>
    )
  }
  if (isMidjourney(job)) return <ChosenImage job={job} />
  return (
    <div className="flex size-full flex-col items-center justify-center gap-4 [--around:13rem] lg:[--around:8rem]">
      {job.files.map((file) =>
        file.type.startsWith('image/') ? (
          <Comparable key={file.id} job={job} file={file}>
            <WholeImage job={job} file={file} />
          </Comparable>
        ) : (
          <div key={file.id} className="w-full max-w-4xl">
            <ResultMedia job={job} file={file} />
          </div>
        )
      )}
    </div>
  )
}

/** The one that is chosen beside it. */
function ChosenImage({ job }: { job: Job }) {
  const { file } = useChosenTile(job)
  return (
    <div className="flex size-full flex-col items-center justify-center">
      {file && <WholeImage key={file.id} job={job} file={file} />}
    </div>
  )
}

/** At most its natural size, and at most the window. */
function WholeImage({ job, file }: { job: Job; file: JobFile }) {
  const { url, key, isBroken, onError } = useFileSource(job.id, file)
  if (isBroken) return <ResultMedia job={job} file={file} />
  const ratio = ratioOf(file)
  return (
    <img
      key={key}
      src={url}
      alt={nameOf(job)}
      onError={onError}
      {...(ratio !== null && {
        style: {
          aspectRatio: ratio,
          width: `min(100%, ${file.width}px, calc((100dvh - var(--around)) * ${ratio.toFixed(4)}))`
        }
      })}
      className="h-auto max-w-full rounded-small bg-pressed"
    />
  )
}
