import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { FileText, FolderOpen, MessageSquareText, Wand } from 'lucide-react'
import { counted, type WordForms } from '#contract/counted.ts'
import { Button } from '../../base/ui/button.tsx'
import { ErrorState } from '../../base/ui/states.tsx'
import { UploadChip } from '../../chat/attach/file-chips.tsx'
import { useUploads } from '../../chat/attach/attaching.tsx'
import { foldersQuery } from './folders-query.ts'
import { receivedKey } from './files-on-the-way.ts'
import { useUses } from './use-uses.ts'
import type { Received } from './received.ts'

const fileForms: WordForms = ['файл', 'файла', 'файлов']

interface ChoicesProps {
  received: Received
  owner: string
}

/** What was shared, and what can be done with it. */
export function Choices({ received, owner }: ChoicesProps) {
  const { files, text, left } = received
  const uses = useUses(received, owner)
  const [isInProject, setInProject] = useState(false)
  const pictures = files.filter(({ type }) => type.startsWith('image/'))
  const others = files.length > pictures.length || text !== ''
  return (
    <div className="mx-auto flex w-full max-w-text flex-col gap-6 px-4 py-8">
      <h1 className="text-heading font-semibold">Что сделать с полученным?</h1>
      <Shown files={files} text={text} />
      {left > 0 && (
        <p className="text-small text-ink-soft">
          {`Не поместилось: ${counted(left, fileForms)}. За раз можно передать до 10 файлов, всего до 100 МБ.`}
        </p>
      )}
      <OnTheWay />
      {files.length === 0 && text === '' ? (
        <Button variant="secondary" onClick={uses.leave} className="self-start">
          Понятно
        </Button>
      ) : (
        <div className="flex flex-wrap gap-3">
          {pictures.length > 0 && (
            <Button icon={<Wand size={18} aria-hidden />} busy={uses.isEditing} onClick={() => uses.edit(pictures[0]!)}>
              Изменить картинку
            </Button>
          )}
          <Button
            variant={pictures.length > 0 ? 'secondary' : 'primary'}
            icon={<MessageSquareText size={18} aria-hidden />}
            busy={uses.isAsking}
            onClick={uses.ask}
          >
            В чат
          </Button>
          {others && (
            <Button
              variant="secondary"
              icon={<FolderOpen size={18} aria-hidden />}
              aria-expanded={isInProject}
              onClick={() => setInProject(!isInProject)}
            >
              В проект
            </Button>
          )}
          <Button variant="ghost" onClick={uses.leave}>
            Не нужно
          </Button>
        </div>
      )}
      {pictures.length > 1 && (
        <p className="-mt-3 text-caption text-ink-soft">
          Изменить можно одну картинку: откроется первая. В чат пойдут все.
        </p>
      )}
      {uses.problem !== null && (
        <p role="alert" className="text-small text-danger">
          {uses.problem}
        </p>
      )}
      {isInProject && others && (
        <Projects onChoose={uses.addTo} busyId={uses.addingTo} hasPictures={pictures.length > 0} />
      )}
    </div>
  )
}

/** Files that are sent, or could not be. */
function OnTheWay() {
  const uploads = useUploads(receivedKey)
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Загрузка" className="flex flex-wrap gap-2">
      {uploads.map((upload) => (
        <li key={upload.key} className="max-w-full min-w-0">
          <UploadChip upload={upload} onRemove={upload.cancel} />
        </li>
      ))}
    </ul>
  )
}

function Shown({ files, text }: Pick<Received, 'files' | 'text'>) {
  return (
    <div className="flex flex-col gap-3">
      {files.length > 0 && (
        <ul aria-label="Файлы" className="flex flex-wrap gap-3">
          {files.map((file, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- what was received never changes
            <li key={index} className="max-w-full min-w-0">
              {file.type.startsWith('image/') ? <Picture file={file} /> : <Named name={file.name} />}
            </li>
          ))}
        </ul>
      )}
      {text !== '' && (
        <p
          dir="auto"
          className="max-h-60 overflow-y-auto rounded-card bg-hover px-4 py-2.5 wrap-anywhere whitespace-pre-wrap"
          // A box that scrolls must be reached by the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          {text}
        </p>
      )}
    </div>
  )
}

const Named = ({ name }: { name: string }) => (
  <p className="flex h-14 max-w-full items-center gap-2 rounded-control border border-line px-3 text-small">
    <FileText size={18} aria-hidden className="shrink-0 text-ink-soft" />
    <span className="truncate">{name}</span>
  </p>
)

function Picture({ file }: { file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file])
  const [isBroken, setBroken] = useState(false)
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  if (isBroken) return <Named name={file.name} />
  return (
    <img
      src={url}
      alt={file.name}
      onError={() => setBroken(true)}
      className="h-40 max-w-full rounded-card border border-line object-contain"
    />
  )
}

interface ProjectsProps {
  onChoose: (id: number) => void
  /** Files are on their way into this one. */
  busyId: number | null
  hasPictures: boolean
}

function Projects({ onChoose, busyId, hasPictures }: ProjectsProps) {
  const { data, isError, refetch } = useQuery(foldersQuery)
  if (isError) return <ErrorState text="Не удалось загрузить проекты" onRetry={() => void refetch()} />
  if (!data) return <output className="text-small text-ink-soft">Загружаю проекты…</output>
  if (data.length === 0)
    return (
      <p className="text-small text-ink-soft">Проектов пока нет. Создайте папку в списке чатов и вернитесь сюда.</p>
    )
  return (
    <section aria-label="Проекты">
      {hasPictures && (
        <p className="mb-2 text-caption text-ink-soft">Картинки в проект не добавляются, их можно передать в чат.</p>
      )}
      <ul className="flex flex-col gap-1">
        {data.map(({ id, name }) => (
          <li key={id}>
            <Button
              variant="ghost"
              busy={busyId === id}
              disabled={busyId !== null && busyId !== id}
              icon={<FolderOpen size={18} aria-hidden />}
              onClick={() => onChoose(id)}
              className="max-w-full"
            >
              <span dir="auto" className="truncate">
                {name}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
