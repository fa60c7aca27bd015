import { clsx } from 'clsx'
import { ExternalLink, GitBranch, RefreshCw } from 'lucide-react'
import { use, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { madeBy } from '#contract/catalogue/midjourney-actions.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { Job } from '#contract/jobs.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useCost } from '../../base/session/session.tsx'
import { useUnconnected } from '../../base/session/unconnected.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { currentPrice, refusalText } from '../../media/form/submit-rules.ts'
import { BatchCard } from '../../media/job/batch-card.tsx'
import { InChatContext } from '../../media/job/in-chat.ts'
import { JobCard } from '../../media/job/job-card.tsx'
import { isEnded } from '../../media/job/job-order.ts'
import { findJob, isForgotten, onJobsChange } from '../../media/job/job-store.ts'
import { settingsOf } from '../../media/job/repeated.ts'
import { useRepeatPath } from '../../media/job/use-repeat-path.ts'
import { RefusedFile } from '../../media/upload/file/chosen-file.ts'
import { WorkPrices, type WorkMessageProps } from './late-work.tsx'
import { messageClass, MessageTime, VersionSwitch } from './user-message.tsx'

/** The works of one order as an answer of the dialog: their cards, and what the dialog does with them. */
export function WorkMessage({ message, works, turn, actions }: WorkMessageProps) {
  const jobs = useWorks(works)
  const [first] = jobs
  const isSaved = message.id > 0
  return (
    <article
      aria-label="Работа в чате"
      data-message={isSaved ? message.id : undefined}
      data-answer={message.operation_id}
      className={clsx('group', messageClass)}
    >
      <InChatContext value={actions.works}>
        {first === undefined ? (
          <p className="rounded-card border border-line bg-raised px-4 py-3 text-small text-ink-soft">Работа удалена</p>
        ) : jobs.length > 1 ? (
          <BatchCard jobs={jobs} />
        ) : (
          <JobCard job={first} />
        )}
      </InChatContext>
      <footer className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
        {first && isSaved && turn?.place && 'answersMessageId' in turn.place && jobs.every(isEnded) && (
          <Again job={first} answersMessageId={turn.place.answersMessageId} actions={actions} />
        )}
        {first && <OpenInStudio job={first} />}
        {isSaved && (
          <IconButton
            label="Новый чат с этого места"
            size="small"
            icon={<GitBranch size={16} />}
            disabled={actions.disabled}
            onClick={() => actions.branch(message.id)}
          />
        )}
        {isSaved && <VersionSwitch message={message} actions={actions} />}
        <span className="opacity-0 transition group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <MessageTime time={message.created_at} />
        </span>
      </footer>
    </article>
  )
}

/** The works as they are now, without those that were deleted. The same list until one of them changes. */
function useWorks(works: readonly Job[]): readonly Job[] {
  const latest = useRef<readonly Job[]>([])
  const now = (): readonly Job[] => {
    const jobs = works.filter(({ id }) => !isForgotten(id)).map((work) => findJob(work.id) ?? work)
    const isSame = jobs.length === latest.current.length && jobs.every((job, index) => job === latest.current[index])
    if (!isSame) latest.current = jobs
    return latest.current
  }
  return useSyncExternalStore(onJobsChange, now)
}

const OpenInStudio = ({ job }: { job: Job }) => {
  const path = useRepeatPath(job)
  return (
    path && (
      <Link to={path} className={buttonClass({ variant: 'ghost', size: 'small' })}>
        <ExternalLink size={15} aria-hidden />
        Открыть в студии
      </Link>
    )
  )
}

/** Null for settings that are no longer sold. */
function priceIn(entry: StudioEntry, settings: ParameterValues): number | null {
  try {
    return currentPrice(entry, settings)
  } catch {
    return null
  }
}

interface AgainProps extends Pick<WorkMessageProps, 'actions'> {
  job: Job
  answersMessageId: number
}

/**
 * Makes another version for the same request, at the price that it says. Nothing for an action on an earlier picture, which its card
 * repeats, and where a file of the request is not kept.
 */
function Again({ job, answersMessageId, actions }: AgainProps) {
  const prices = use(WorkPrices)
  const { costOf } = useCost()
  const [isBusy, setBusy] = useState(false)
  const isUnconnected = useUnconnected()
  const found = findStudioEntry(job.service)
  const settings = found && madeBy(job) === null ? settingsOf(found, job) : null
  const entry = found && pricedEntry(found, prices)
  const priceTokens = entry && settings ? priceIn(entry, settings) : null
  if (!entry || !settings || priceTokens === null || isUnconnected(entry.path)) return null

  async function makeAgain(tool: StudioEntry, parameters: ParameterValues) {
    setBusy(true)
    try {
      await actions.makeAgain({ entry: tool, parameters, answersMessageId })
    } catch (error) {
      notify.error(error instanceof RefusedFile ? error.message : refusalText(tool, error))
    }
    setBusy(false)
  }

  return (
    <Button
      variant="ghost"
      size="small"
      busy={isBusy}
      disabled={actions.disabled}
      icon={<RefreshCw size={15} aria-hidden />}
      onClick={() => void makeAgain(entry, settings)}
    >
      {`Ещё раз · ${formatTokens(costOf(priceTokens))}`}
    </Button>
  )
}
