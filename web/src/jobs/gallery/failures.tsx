import { useMemo, useState } from 'react'
import { ChevronDown, CircleSlash2, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { GalleryKind, Job } from '#contract/jobs.ts'
import { formatJobs } from '../tray/jobs-tray.tsx'
import { formatMoment } from '../../base/format/dates.ts'
import { errorText } from '../../base/http/error-text.ts'
import { useSession } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Question } from '../../base/ui/question.tsx'
import { clearFailures, failuresMax, failuresQuery } from '../../media/job/job-calls.ts'
import { isUnsuccessful, kindOf } from '../../media/job/job-order.ts'
import { nameOf, toolOf } from '../../media/job/job-words.ts'
import { reasonText, useDismiss } from '../../media/job/unsuccessful-job.tsx'
import { useKnownJobs } from '../../media/job/use-jobs.ts'
import { openedHere } from './use-library.ts'

interface FailuresProps {
  kind: GalleryKind | undefined
  /** The query that opens the dialog of a job. */
  searchOf: (id: string) => string
}

/** The failed and cancelled jobs in one line, which opens into a list; nothing without any. */
export function Failures({ kind, searchOf }: FailuresProps) {
  const { jobs, hasMore } = useFailures(kind)
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (jobs.length === 0) return null

  async function clear() {
    setAsking(false)
    setBusy(true)
    try {
      await clearFailures(kind)
    } catch (error) {
      notify.error(errorText(error, 'Не удалось убрать работы'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-label="Работы без результата" className="mt-6 max-w-3xl rounded-card border border-line bg-raised">
      <div className="flex flex-wrap items-center gap-x-2 py-1.5 pr-1.5 pl-4">
        <p className="mr-auto flex min-w-0 items-center gap-2.5 py-2 text-small">
          <CircleSlash2 size={18} className="shrink-0 text-ink-faint" aria-hidden />
          <span>
            <span>{`Без результата: ${hasMore ? `больше ${failuresMax}` : formatJobs(jobs.length)}.`}</span>{' '}
            <span className="whitespace-nowrap text-ink-soft">Токены не списаны</span>
          </span>
        </p>
        <Button
          variant="ghost"
          size="small"
          aria-expanded={open}
          icon={<ChevronDown size={16} className={open ? 'rotate-180 transition' : 'transition'} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Скрыть' : 'Показать'}
        </Button>
        <Button variant="ghost" size="small" busy={busy} onClick={() => setAsking(true)}>
          Убрать все
        </Button>
      </div>
      {asking && (
        <Question
          title="Убрать все работы без результата?"
          text="Их описания исчезнут насовсем. Записи в истории токенов останутся."
          className="m-1.5"
        >
          <Button variant="danger" size="small" onClick={() => void clear()}>
            Убрать
          </Button>
          <Button variant="secondary" size="small" onClick={() => setAsking(false)}>
            Оставить
          </Button>
        </Question>
      )}
      {open && (
        <ul className="max-h-96 overflow-y-auto border-t border-line p-1.5">
          {jobs.map((job) => (
            <Failure key={job.id} job={job} search={searchOf(job.id)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Failure({ job, search }: { job: Job; search: string }) {
  const { busy, dismiss } = useDismiss(job.id)
  return (
    <li className="flex items-start rounded-control transition hover:bg-hover">
      <Link to={{ search }} state={openedHere} className="min-w-0 flex-1 rounded-control px-3 py-2.5">
        <span className="block truncate text-small font-medium">{nameOf(job)}</span>
        <span className="line-clamp-2 text-caption text-ink-soft">{reasonText(job)}</span>
        <span className="block text-caption text-ink-faint">
          {`${toolOf(job)} · ${formatMoment(job.finishedAt ?? job.createdAt)}`}
        </span>
      </Link>
      <IconButton
        label="Убрать"
        size="small"
        icon={<X size={16} aria-hidden />}
        disabled={busy}
        onClick={dismiss}
        className="mt-1.5 mr-1"
      />
    </li>
  )
}

function useFailures(kind: GalleryKind | undefined): { jobs: readonly Job[]; hasMore: boolean } {
  const { user } = useSession()
  const { data } = useQuery({ ...failuresQuery(kind), enabled: user !== null })
  const known = useKnownJobs()
  const jobs = useMemo(
    () => known.filter((job) => isUnsuccessful(job) && (kind ?? kindOf(job)) === kindOf(job)),
    [known, kind]
  )
  return { jobs, hasMore: jobs.length >= failuresMax && (data ?? false) }
}
