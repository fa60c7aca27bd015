import { ImageOff } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import type { Job, JobFile } from '#contract/jobs.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { ratioOf } from './frame.tsx'
import { useFileSource } from './job-file.ts'

/** By job: the place of the file that the user has chosen. The card and the dialog of a job show the same one. */
const chosenByJob = pageStore<Readonly<Record<string, number>>>(() => ({}))

interface ChosenTile {
  /** From 0; its number for people and the server is one more. */
  index: number
  file: JobFile | undefined
  choose: (index: number) => void
}

/** Which of a job's pictures is chosen: the first one until the user chooses. */
export function useChosenTile({ id, files }: Pick<Job, 'id' | 'files'>): ChosenTile {
  const kept = useSyncExternalStore(chosenByJob.subscribe, () => chosenByJob.getState()[id] ?? 0)
  const index = kept < files.length ? kept : 0
  return {
    index,
    file: files[index],
    choose: (next) => chosenByJob.setState({ ...chosenByJob.getState(), [id]: next }, true)
  }
}

/** The variants in two rows of two; one of them is chosen, by a click or with the arrow keys. */
export function TilePicker({ job }: { job: Job }) {
  const name = useId()
  const { index: chosen, choose } = useChosenTile(job)
  const [first] = job.files
  const ratio = (first && ratioOf(first)) ?? 1
  return (
    // As high as a single picture would be, without the row that names the variant.
    <fieldset
      style={{ width: `min(100%, max(14rem, 100dvh - var(--around, 25dvh) - 3rem) * ${ratio.toFixed(4)})` }}
      className="mx-auto min-w-0"
    >
      <legend className="sr-only">Варианты</legend>
      <div className="grid grid-cols-2 gap-1.5">
        {job.files.map((file, index) => (
          <label
            key={file.id}
            className="relative block cursor-pointer overflow-hidden rounded-control bg-sunken outline-offset-2 outline-accent has-checked:outline-2 has-focus-visible:outline-3"
          >
            <input
              type="radio"
              name={name}
              checked={index === chosen}
              onChange={() => choose(index)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <Tile job={job} file={file} ratio={ratio} number={index + 1} />
            <span
              aria-hidden
              className="absolute top-1.5 left-1.5 grid size-6 place-items-center rounded-small bg-raised/90 text-caption text-ink tabular-nums"
            >
              {index + 1}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface TileProps {
  job: Job
  file: JobFile
  ratio: number
  number: number
}

function Tile({ job, file, ratio, number }: TileProps) {
  const { url, key, isBroken, onError } = useFileSource(job.id, file)
  return (
    <span style={{ aspectRatio: ratio }} className="block">
      {isBroken ? (
        <span className="grid size-full place-items-center text-ink-faint">
          <ImageOff size={24} aria-hidden />
          <span className="sr-only">{`Вариант ${number}: не удалось показать файл`}</span>
        </span>
      ) : (
        <img key={key} src={url} alt={`Вариант ${number}`} onError={onError} className="size-full object-contain" />
      )}
    </span>
  )
}
