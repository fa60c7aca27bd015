import { Captions, ExternalLink, Link2, RotateCcw } from 'lucide-react'
import { use, useState } from 'react'
import { Link } from 'react-router-dom'
import { isMadeOnce } from '#contract/catalogue/midjourney-actions.ts'
import { resultName } from '#contract/file-names.ts'
import type { Job, JobFile } from '#contract/jobs.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { IconButton, iconButtonClass } from '../../base/ui/icon-button.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { copyText } from '../../base/ui/use-copy.ts'
import { DownloadButtons } from '../download/download-buttons.tsx'
import { InChatContext } from './in-chat.ts'
import { kindOf } from './job-order.ts'
import { kindWords } from './job-words.ts'
import { RepeatChange } from './submit-change.tsx'
import { useRepeatPath } from './use-repeat-path.ts'

interface ResultActionsProps {
  job: Job
  file: JobFile
  /** Left out where all jobs of a batch are repeated at once. */
  repeats?: boolean
}

/** Buttons to download the result, open it, copy its link and repeat the job. */
export function ResultActions({ job, file, repeats = true }: ResultActionsProps) {
  const path = useRepeatPath(job)
  // A chat has a button of its own for that.
  const isInChat = use(InChatContext) !== null
  const again = repeats && !isInChat ? path : null
  return (
    <div className="flex flex-wrap items-center gap-1">
      <DownloadButtons
        file={file}
        name={resultName(job, job.files.indexOf(file))}
        savedText={`${kindWords[kindOf(job)]} загружено`}
        isMarked={job.aiMark === true}
      />
      <SubtitlesLink file={file} />
      <a
        href={file.url}
        target="_blank"
        rel="noopener"
        aria-label="Открыть в новой вкладке"
        title="Открыть в новой вкладке"
        className={iconButtonClass()}
      >
        <ExternalLink size={18} aria-hidden />
      </a>
      <IconButton
        label="Копировать ссылку"
        title="Копировать ссылку: она действует не дольше часа"
        icon={<Link2 size={19} aria-hidden />}
        onClick={() => void copyLink(file.url)}
      />
      {again && (
        <Link to={again} aria-label="Повторить" title="Повторить с теми же настройками" className={iconButtonClass()}>
          <RotateCcw size={17} aria-hidden />
        </Link>
      )}
      {repeats && <RepeatChange job={job} />}
    </div>
  )
}

/** Copies the address of a file and shows a toast. */
async function copyLink(url: string): Promise<void> {
  const copied = await copyText(new URL(url, window.location.href).href)
  if (copied) notify.success('Ссылка скопирована')
  else notify.error('Не удалось скопировать ссылку')
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

const RedoDialog = lateDialog(async () => (await import('./redo-dialog.tsx')).RedoDialog)

/**
 * Offers to make a broken job once more for nothing; once that is done, says so. Nothing for any other job, and for one
 * that its service would answer with the same picture.
 */
export function RedoButton({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false)
  if (job.state !== 'completed' || job.redoOf !== null || isMadeOnce(job)) return null
  if (job.redo !== null) return <p className="text-caption text-ink-faint">Эту работу повторили бесплатно</p>
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="rounded-small text-caption text-ink-soft underline decoration-line underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      >
        Результат испорчен?
      </button>
      {isOpen && <RedoDialog job={job} onClose={() => setOpen(false)} />}
    </>
  )
}
