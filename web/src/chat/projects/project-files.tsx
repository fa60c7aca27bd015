// The files of a project: added by a button, by dropping and by pasting, and taken away.
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Paperclip } from 'lucide-react'
import type { Attachment } from '#contract/attached-file.ts'
import { formatCount } from '#contract/counted.ts'
import { textOf } from '#contract/errors.ts'
import { type Project, projectFilesMax } from '#contract/projects.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { carriesFiles } from '../../base/page/carried-files.ts'
import { useCost } from '../../base/session/session.tsx'
import { FileInput } from '../../base/ui/file-input.tsx'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Question } from '../../base/ui/question.tsx'
import { isPastedText } from '../../media/upload/pasted-text.ts'
import { uploadsOf, useUploads } from '../attach/attaching.tsx'
import { FileChip, UploadChip } from '../attach/file-chips.tsx'
import { sendFile, withoutPictures } from '../attach/send-files.ts'
import { addFile, removeFile } from './project-calls.ts'
import { filesWord, sendingText } from './project-words.ts'

interface ProjectFilesProps {
  folderId: number
  project: Project
}

/** Under which the uploads of a project are kept, beside those of the composers. */
const uploadKey = (folderId: number): string => `project:${folderId}`

/** As plans count them: a thousand thousand bytes each. */
const megabytes = (bytes: number): string => `${formatCount(Math.ceil(bytes / 1_000_000))}\u00a0МБ`

const noPicturesText = 'Картинки приложите к вопросу: в проекте могут быть документы и тексты'

function useAdding(folderId: number, known: number) {
  const queries = useQueryClient()
  return async (chosen: readonly File[]) => {
    const files = await withoutPictures(chosen)
    if (files.length < chosen.length) notify.error(noPicturesText)
    const key = uploadKey(folderId)
    const free = Math.max(0, projectFilesMax - known - uploadsOf(key).length)
    if (files.length > free) notify.error(textOf('PROJECT_FULL'))
    for (const file of files.slice(0, free)) sendFile({ key, take: ({ id }) => addFile(queries, folderId, id) }, file)
  }
}

/** Takes files that are dropped or pasted anywhere while the panel is open: the page behind it takes none then. */
function useGivenFiles(add: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(add)
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!carriesFiles(event)) return
      event.preventDefault()
      take([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      const { clipboardData } = event
      if (!clipboardData?.files.length || event.defaultPrevented || isPastedText(clipboardData)) return
      event.preventDefault()
      take([...clipboardData.files])
    }
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('dragenter', hold, { signal })
    document.addEventListener('dragover', hold, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => listeners.abort()
  }, [])
  return isOver
}

export function ProjectFiles({ folderId, project }: ProjectFilesProps) {
  const { files, room } = project
  const uploads = useUploads(uploadKey(folderId))
  const add = useAdding(folderId, files.length)
  const isOver = useGivenFiles((given) => void add(given))
  const { costOf } = useCost()
  const [removed, setRemoved] = useState<Attachment | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const isEmpty = files.length + uploads.length === 0
  return (
    <section
      aria-label="Файлы проекта"
      className={clsx('-m-2 rounded-card p-2', isOver && 'outline-2 outline-accent outline-dashed')}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-1">
        <h3 className="text-small font-medium">{isEmpty ? 'Файлы' : filesWord(files.length)}</h3>
        <AddButton ref={addButton} onFiles={(given) => void add(given)} />
      </div>
      <output className="block text-small text-ink-soft">{sendingText(project, costOf)}</output>
      {!isEmpty && (
        <ul aria-label="Файлы" className="mt-3 flex flex-wrap gap-2">
          {files.map((file) => (
            <li key={file.id} className={removed?.id === file.id ? 'w-full' : 'max-w-full min-w-0'}>
              {removed?.id === file.id ? (
                <Removing
                  folderId={folderId}
                  file={file}
                  onEnd={() => {
                    setRemoved(null)
                    // What has asked is gone.
                    addButton.current?.focus()
                  }}
                />
              ) : (
                <FileChip file={file} onRemove={() => setRemoved(file)} />
              )}
            </li>
          ))}
          {uploads.map((upload) => (
            <li key={upload.key} className="max-w-full min-w-0">
              <UploadChip upload={upload} onRemove={upload.cancel} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-caption text-ink-faint">
        {`Документы и тексты, до ${projectFilesMax} файлов. Перетащите их сюда или вставьте. Ваши файлы занимают ${megabytes(room.bytes)} из ${megabytes(room.bytesMax)}.`}
      </p>
    </section>
  )
}

interface AddButtonProps {
  ref: Ref<HTMLButtonElement>
  onFiles: (files: readonly File[]) => void
}

function AddButton({ ref, onFiles }: AddButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileInput ref={input} onFiles={onFiles} />
      <button
        ref={ref}
        type="button"
        onClick={() => input.current?.click()}
        className="inline-flex h-9 items-center gap-1.5 rounded-control px-3 text-small font-medium hover:bg-hover pointer-coarse:h-11"
      >
        <Paperclip size={16} aria-hidden />
        Добавить файлы
      </button>
    </>
  )
}

interface RemovingProps {
  folderId: number
  file: Attachment
  onEnd: () => void
}

/** Asks, because the file is deleted where no question has it. */
function Removing({ folderId, file, onEnd }: RemovingProps) {
  const queries = useQueryClient()
  const removing = useSingleMutation({
    mutationFn: () => removeFile(queries, folderId, file.id),
    onSuccess: onEnd,
    onError: (error) => notify.error(errorText(error, 'Не удалось убрать файл'))
  })
  return (
    <Question
      title={`Убрать файл «${file.name}» из проекта?`}
      text="Следующие вопросы его не получат. Если он не приложен ни к одному вопросу, он будет удалён."
    >
      <Button size="small" variant="danger" busy={removing.isPending} onClick={() => removing.start()}>
        Убрать
      </Button>
      <Button size="small" variant="secondary" onClick={onEnd}>
        Отмена
      </Button>
    </Question>
  )
}
