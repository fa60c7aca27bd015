import { CircleAlert, CircleSlash2, ImageOff, Play } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import type { Job, JobFile } from '#contract/jobs.ts'
import { Spinner } from '../../base/ui/spinner.tsx'
import { useFileSource } from '../../media/job/job-file.ts'
import { isEnded } from '../../media/job/job-order.ts'
import { batchWords, endWords, inPlaces, nameOf, stageOf } from '../../media/job/job-words.ts'
import type { Unit } from './stage.tsx'

interface StripProps {
  /** Newest first. */
  units: readonly Unit[]
  /** The id of the one on the stage. */
  shown: string
  onChoose: (id: string) => void
}

/** Small pictures of the results of the page: a click, the arrow keys, Home or End bring one to the stage. */
export function Strip({ units, shown, onChoose }: StripProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0 xl:shrink-0">
      <legend className="sr-only">Последние результаты</legend>
      {/* Room for the outline of the chosen one. */}
      <div className="-m-1 flex gap-2 overflow-x-auto overscroll-x-contain p-1 xl:max-h-[calc(100dvh-14rem)] xl:flex-col xl:overflow-x-visible xl:overflow-y-auto">
        {units.map((unit) => (
          <label
            key={unit.id}
            title={nameOf(unit.jobs[0])}
            className="relative grid size-16 shrink-0 cursor-pointer place-items-center overflow-hidden rounded-control bg-sunken text-ink-faint outline-accent transition hover:text-ink has-checked:outline-2 has-focus-visible:outline-3 [&:not(:has(:checked)):hover]:outline-2 [&:not(:has(:checked)):hover]:outline-line-strong"
          >
            <input
              type="radio"
              name={name}
              checked={unit.id === shown}
              onChange={() => onChoose(unit.id)}
              onKeyDown={goToEnd}
              className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            />
            <span className="sr-only">{wordsOf(unit)}</span>
            <Picture unit={unit} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The browser knows the arrows alone. */
function goToEnd(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Home' && event.key !== 'End') return
  event.preventDefault()
  const all = event.currentTarget.closest('fieldset')?.querySelectorAll<HTMLElement>('input')
  const end = all?.[event.key === 'Home' ? 0 : all.length - 1]
  end?.focus()
  end?.click()
}

const isMade = ({ state, files }: Job): boolean => state === 'completed' && files.length > 0

/** «Лиса в лесу», «Создаём изображение: Лиса в лесу», «Набор: готово 2 из 4: Лиса в лесу». */
function wordsOf({ jobs }: Unit): string {
  const [first] = jobs
  if (jobs.length > 1) return `${batchWords(jobs)}: ${nameOf(first)}`
  if (!isEnded(first)) return `${stageOf(first)}: ${nameOf(first)}`
  const end = first.state === 'completed' ? null : first.state === 'failed' ? endWords.failed : endWords.cancelled
  return end === null ? nameOf(first) : `${end}: ${nameOf(first)}`
}

function Picture({ unit: { jobs } }: { unit: Unit }) {
  const [first] = jobs
  const made = inPlaces(jobs).find(isMade)
  const isRunning = jobs.some((job) => !isEnded(job))
  return (
    <>
      {made?.files[0] ? (
        <Made job={made} file={made.files[0]} />
      ) : isRunning ? null : first.state === 'failed' ? (
        <CircleAlert size={22} className="text-danger" aria-hidden />
      ) : (
        <CircleSlash2 size={22} aria-hidden />
      )}
      {isRunning && (
        <span aria-hidden className="absolute inset-0 grid place-items-center bg-sunken/70 text-ink">
          <Spinner size={20} />
        </span>
      )}
      {jobs.length > 1 && (
        <span
          aria-hidden
          className="absolute right-1 bottom-1 rounded-small bg-raised/90 px-1 text-caption text-ink tabular-nums"
        >
          {`×${jobs.length}`}
        </span>
      )}
    </>
  )
}

function Made({ job, file }: { job: Job; file: JobFile }) {
  const { url, key, isBroken, onError } = useFileSource(job.id, file)
  if (!file.type.startsWith('image/')) return <Play size={22} aria-hidden />
  if (isBroken) return <ImageOff size={22} aria-hidden />
  return (
    <img
      key={key}
      src={url}
      alt=""
      onError={onError}
      decoding="async"
      className="absolute inset-0 size-full object-cover"
    />
  )
}
