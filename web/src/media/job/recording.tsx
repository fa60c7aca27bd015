import { Captions } from 'lucide-react'
import type { Job, JobFile } from '#contract/jobs.ts'
import { formatTitle } from '#contract/media-types.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'

const number = new Intl.NumberFormat('ru-RU')

/** What the file is: the speed at which it was recorded, which the player shows as 1×. */
export function RecordingNote({ job, file }: { job: Job; file: JobFile }) {
  const speed = Number(job.parameters['speed'] ?? 1)
  if (speed === 1 || Number.isNaN(speed)) return null
  return (
    <p className="mt-1.5 text-caption text-ink-faint">
      {`${formatTitle(file.type)} записан со скоростью ${number.format(speed)}×: так он звучит и в плеере, и в файле`}
    </p>
  )
}

/** The subtitles of a recording, as a second file; nothing for other results. */
export const SubtitlesLink = ({ file: { subtitlesUrl } }: { file: JobFile }) =>
  subtitlesUrl === undefined ? null : (
    <a
      href={subtitlesUrl}
      download
      onClick={() => notify.success('Субтитры загружены')}
      className={buttonClass({ variant: 'secondary', size: 'small', className: 'mr-1' })}
    >
      <Captions size={16} aria-hidden />
      Субтитры (SRT)
    </a>
  )
