import { Maximize2 } from 'lucide-react'
import { midjourneySubject } from '#contract/catalogue/midjourney-actions.ts'
import type { Job } from '#contract/jobs.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { ResultActions } from './result-actions.tsx'
import { ResultMedia } from './result-media.tsx'
import { TilePicker, useChosenTile } from './tile-picker.tsx'
import { ParentJob } from './lineage.tsx'
import { PictureActions } from './picture-actions.tsx'
import { WhatNext } from './next-steps.tsx'

/** Whether the job is one of Midjourney's, whose pictures can be chosen and changed. */
export const isMidjourney = (job: Job): boolean => midjourneySubject(job) !== null

interface MidjourneyResultProps {
  job: Job
  /** Opens the chosen picture in the dialog; left out where it is shown already. */
  onZoom?: () => void
}

/** The pictures of a finished job, the buttons of the chosen one, and what can be made of it. */
export function MidjourneyResult({ job, onZoom }: MidjourneyResultProps) {
  const { index, file } = useChosenTile(job)
  if (!file) return null
  const isSheet = job.files.length > 1
  return (
    <>
      {isSheet ? <TilePicker job={job} /> : onZoom && <ResultMedia job={job} file={file} onZoom={onZoom} />}
      {isSheet && (
        <div className="mt-1 flex min-h-11 items-center justify-between gap-2">
          <p className="text-small font-medium">{`Вариант ${index + 1} из ${job.files.length}`}</p>
          {onZoom && (
            <IconButton label="Показать вариант целиком" icon={<Maximize2 size={17} aria-hidden />} onClick={onZoom} />
          )}
        </div>
      )}
      <div className={isSheet ? undefined : 'mt-2'}>
        <ResultActions job={job} file={file} />
      </div>
      <div className="mt-2 empty:hidden">
        <WhatNext job={job} file={file} />
      </div>
      {isSheet || midjourneySubject(job) === 'picture' ? (
        <PictureActions job={job} tile={index + 1} />
      ) : (
        <WholeSheet job={job} />
      )}
      {onZoom && <ParentJob job={job} />}
    </>
  )
}

/** Four variants in one file, which could not be cut: the user names the variant by its place. */
const places = ['слева вверху', 'справа вверху', 'слева внизу', 'справа внизу']

const WholeSheet = ({ job }: { job: Job }) => (
  <ul className="mt-2 flex flex-col gap-2">
    {places.map((place, index) => (
      <li key={place} aria-label={`Вариант ${index + 1}, ${place}`}>
        <p aria-hidden className="text-caption text-ink-soft">
          {`Вариант ${index + 1}, ${place}`}
        </p>
        <PictureActions job={job} tile={index + 1} />
      </li>
    ))}
  </ul>
)
