import { clsx } from 'clsx'
import { ChevronDown, CircleAlert, CircleSlash2, Download, RotateCcw, X } from 'lucide-react'
import { use, useId, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { aiMarkText } from '#contract/ai-mark.ts'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import type { Job, JobFile } from '#contract/jobs.ts'
import { useSession } from '../../base/session/session.tsx'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { IconButton, iconButtonClass } from '../../base/ui/icon-button.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { batchWords, endWords, inPlaces, kindWords, nameOf, stageOf, tokensOf } from './job-words.ts'
import { CancelAll } from './cancel-job.tsx'
import { expectedRatio, Frame } from './frame.tsx'
import { isEnded, kindOf } from './job-order.ts'
import { ProgressBar } from './job-progress.tsx'
import { ReceivedPrompt } from './job-facts.tsx'
import { RedoButton, ResultActions } from './result-actions.tsx'
import { ResultMedia } from './result-media.tsx'
import { HelpButton } from '../../base/ui/help-button.tsx'
import { Dismiss, reasonText, useDismiss } from './unsuccessful-job.tsx'
import { WhatNext } from './next-steps.tsx'
import { useKeptCardFocus } from './kept-focus.ts'
import { useRepeatPath } from './use-repeat-path.ts'
import { InChatContext } from './in-chat.ts'

const JobDialog = lateDialog(async () => (await import('./job-dialog.tsx')).JobDialog)

/** The jobs of one submission in a grid that fills as they end. */
export function BatchCard({ jobs }: { jobs: readonly Job[] }) {
  const headingId = useId()
  const { user } = useSession()
  const { key: place } = useLocation()
  // A link in the dialog may lead to this very page: the dialog is open only where it was opened.
  const [opening, setOpening] = useState<{ id: string; place: string } | null>(null)
  const openId = opening?.place === place ? opening.id : null
  const setOpenId = (id: string | null) => setOpening(id === null ? null : { id, place })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const placed = inPlaces(jobs)
  const opened = placed.findIndex(({ id }) => id === openId)
  const show = (index: number) => (placed[index] ? () => setOpenId(placed[index]?.id ?? null) : null)
  const running = placed.filter((job) => !isEnded(job))
  const focus = useKeptCardFocus(placed)
  const [first] = placed
  const repeated = useRepeatPath(first)
  // A chat has a button of its own, which makes another version there.
  const again = use(InChatContext) === null ? repeated : null
  if (!first) return null
  const shown = placed[opened]
  const acted = placed.find(({ id }) => id === chosenId) ?? (running.length === 0 ? placed.find(isMade) : undefined)
  const [file] = acted?.files ?? []
  return (
    <article {...focus} aria-labelledby={headingId}>
      <h3 id={headingId} className="text-small font-medium" aria-live="polite">
        {batchWords(placed)}
      </h3>
      {/* Two rows of pictures share the height that a single one would have. */}
      <ul className={clsx('mt-3 grid grid-cols-2 gap-3', placed.length > 2 && 'xl:[--around:calc(50dvh+11rem)]')}>
        {placed.map((job, index) => (
          <li key={job.id}>
            <Tile
              job={job}
              place={index + 1}
              onOpen={() => setOpenId(job.id)}
              isChosen={job === acted}
              onChoose={() => setChosenId(job.id)}
            />
          </li>
        ))}
      </ul>
      {acted && file && <ChosenResult key={acted.id} job={acted} file={file} name={whatOf(acted, placed)} />}
      <p className="mt-3 line-clamp-2 text-small text-ink-soft">{nameOf(first)}</p>
      <div className="mt-1 flex min-h-11 flex-wrap items-center justify-between gap-2 text-caption text-ink-faint">
        <span>{markedWith(placed, user && !paysInTokens(user.plan) ? 'Входит в Premium' : tokensOf(placed))}</span>
        {running.length > 0 ? <CancelAll jobs={running} /> : <WhenEnded jobs={placed} again={again} />}
      </div>
      {shown && (
        <JobDialog job={shown} onClose={() => setOpenId(null)} onNewer={show(opened - 1)} onOlder={show(opened + 1)} />
      )}
    </article>
  )
}

const WhenEnded = ({ jobs, again }: { jobs: readonly Job[]; again: string | null }) => (
  <div className="flex flex-wrap items-center gap-1">
    {!jobs.some(isMade) && <DismissAll jobs={jobs} />}
    {again && (
      <Link to={again} className={buttonClass({ variant: 'ghost', size: 'small' })}>
        <RotateCcw size={15} aria-hidden />
        Повторить
      </Link>
    )}
  </div>
)

/** With the line about models, where the operator wants one. */
const markedWith = (jobs: readonly Job[], words: string): string =>
  jobs.some(({ aiMark }) => aiMark) ? `${aiMarkText} · ${words}` : words

const isMade = ({ state, files }: Job): boolean => state === 'completed' && files.length > 0

/** `изображение 2`. */
const whatOf = (job: Job, placed: readonly Job[]): string =>
  `${kindWords[kindOf(job)].toLowerCase()} ${placed.indexOf(job) + 1}`

interface RunningProps {
  job: Job
  /** From 1. */
  place: number
  /** Opens the dialog with everything that can be done with the job. */
  onOpen: () => void
}

interface TileProps extends RunningProps {
  isChosen: boolean
  /** Shows below the tiles what can be done with this one. */
  onChoose: () => void
}

function Tile({ job, place, onOpen, isChosen, onChoose }: TileProps) {
  const [file] = job.files
  if (job.state === 'completed' && file) {
    const what = `${kindWords[kindOf(job)].toLowerCase()} ${place}`
    return (
      <div className="flex flex-col gap-1">
        <ResultMedia job={job} file={file} onZoom={onOpen} />
        <div className="flex items-center justify-between gap-1">
          <span className="min-w-0 truncate text-caption text-ink-faint tabular-nums">
            {job.seed === null ? `№ ${place}` : `Seed ${job.seed}`}
          </span>
          <div className="flex shrink-0">
            <a
              href={file.downloadUrl}
              download
              aria-label={`Скачать: ${what}`}
              title="Скачать"
              onClick={() => notify.success(`${kindWords[kindOf(job)]} загружено`)}
              className={iconButtonClass()}
            >
              <Download size={18} aria-hidden />
            </a>
            <IconButton
              label={`Что сделать: ${what}`}
              title="Что ещё сделать с этим результатом"
              aria-pressed={isChosen}
              icon={<ChevronDown size={18} aria-hidden />}
              onClick={onChoose}
              className={isChosen ? 'bg-sunken text-ink' : undefined}
            />
          </div>
        </div>
      </div>
    )
  }
  return (
    <Frame ratio={expectedRatio(job) ?? 1} className="grid place-items-center overflow-clip! p-3 text-center">
      {isEnded(job) ? <Unsuccessful job={job} place={place} /> : <Running job={job} place={place} onOpen={onOpen} />}
    </Frame>
  )
}

const Running = ({ job, place, onOpen }: RunningProps) => (
  <div className="flex w-full max-w-48 flex-col items-center gap-2">
    <p className="text-small font-medium">{stageOf(job)}</p>
    <ProgressBar label={`${stageOf(job)}, ${place}`} value={job.progress} />
    <button
      type="button"
      onClick={onOpen}
      className={buttonClass({ variant: 'ghost', size: 'small' })}
      aria-label={`Подробнее о работе ${place}`}
    >
      Подробнее
    </button>
  </div>
)

function Unsuccessful({ job, place }: { job: Job; place: number }) {
  const failed = job.state === 'failed'
  const Icon = failed ? CircleAlert : CircleSlash2
  return (
    <div className="flex flex-col items-center gap-1">
      <Icon size={20} className={failed ? 'text-danger' : 'text-ink-faint'} aria-hidden />
      <p className="text-small font-medium">{failed ? endWords.failed : endWords.cancelled}</p>
      <p className="text-caption text-ink-soft">{reasonText(job)}</p>
      <span className="flex flex-wrap items-center justify-center">
        {failed && <HelpButton about={{ what: reasonText(job), number: { name: 'Номер операции', id: job.id } }} />}
        <Dismiss id={job.id} label={`Убрать: работа ${place}`} className="" />
      </span>
    </div>
  )
}

interface ChosenResultProps {
  job: Job
  file: JobFile
  /** `изображение 2`. */
  name: string
}

/** Everything that can be done with the chosen result of a batch, as on the card of a single one. */
const ChosenResult = ({ job, file, name }: ChosenResultProps) => (
  <section aria-label={`Выбрано: ${name}`} className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
    <p aria-hidden className="text-caption text-ink-soft first-letter:uppercase">
      {name}
    </p>
    <ResultActions job={job} file={file} repeats={false} />
    <WhatNext job={job} file={file} />
    <ReceivedPrompt job={job} className="line-clamp-3" />
    <div className="empty:hidden">
      <RedoButton job={job} />
    </div>
  </section>
)

/** Removes a batch of which nothing was made. */
function DismissAll({ jobs }: { jobs: readonly Job[] }) {
  const { busy, dismiss } = useDismiss(...jobs.map(({ id }) => id))
  return (
    <Button variant="ghost" size="small" icon={<X size={15} aria-hidden />} busy={busy} onClick={dismiss}>
      Убрать все
    </Button>
  )
}
