// The text of a file as models get it, at the place that an answer has read.
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, FileX2 } from 'lucide-react'
import { readFileText, type ReadPlace } from '#contract/projects.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { projectsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { EmptyState, LoadFailure } from '../../base/ui/states.tsx'
import { type Line, linesOf } from './file-lines.ts'
import { placeText } from './project-words.ts'

interface FileTextDialogProps {
  place: ReadPlace
  open: boolean
  onOpenChange: (open: boolean) => void
}

export const FileTextDialog = ({ place, open, onOpenChange }: FileTextDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title={placeText(place)} side="full" className="flex flex-col">
    <Loaded key={`${place.fileId} ${place.start ?? 0}`} place={place} />
  </Dialog>
)

function Loaded({ place }: { place: ReadPlace }) {
  const [at, setAt] = useState(place.start ?? 0)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...projectsKey, 'text', place.fileId, at],
    queryFn: ({ signal }) => call(readFileText, { file: place.fileId, start: at }, { signal }),
    placeholderData: keepPreviousData,
    // The text of a file does not change; the file may be deleted.
    staleTime: 0
  })
  if (isNotFound(error))
    return (
      <EmptyState
        icon={<FileX2 size={24} aria-hidden />}
        title="Файл удалён"
        text={`«${place.name}» больше нет в проекте, поэтому его текст не показать.`}
      />
    )
  if (!data && error)
    return (
      <div className="px-6">
        <LoadFailure what="текст файла" onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <output aria-label="Загрузка текста" className="px-6">
        <Skeleton className="h-64" />
      </output>
    )
  const end = data.from + data.text.length
  return (
    <Part
      from={data.from}
      lines={linesOf(data, place)}
      busy={isPlaceholderData}
      before={data.from > 0 ? () => setAt(placeBefore(data)) : null}
      after={end < data.length ? () => setAt(end) : null}
      seen={`${percent(data.from, data.length)}–${percent(end, data.length)}\u00a0% файла`}
    />
  )
}

/** A place whose part ends about where this one begins: the server shows a little of what stands before a place. */
const placeBefore = ({ from, text }: { from: number; text: string }): number =>
  Math.max(0, from - Math.floor(text.length * 0.75))

const percent = (at: number, length: number): number => (length === 0 ? 100 : Math.round((100 * at) / length))

interface PartProps {
  /** Where it begins in the file. */
  from: number
  lines: readonly Line[]
  busy: boolean
  /** Null: there is nothing before it. */
  before: (() => void) | null
  after: (() => void) | null
  seen: string
}

/** Scrolls the room of a text alone: `scrollIntoView` would move the page behind it as well. */
function toMark(room: HTMLElement | null): void {
  const mark = room?.querySelector('mark')
  if (!room || !mark) return
  room.scrollTop = mark.getBoundingClientRect().top - room.getBoundingClientRect().top - room.clientHeight / 4
}

function Part({ from, lines, busy, before, after, seen }: PartProps) {
  const isWhole = !before && !after
  return (
    <>
      <section
        // A part that comes begins at its beginning, or at what was read of it.
        key={from}
        ref={toMark}
        aria-label="Текст файла"
        aria-busy={busy}
        // What scrolls can be reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto border-y border-line px-6 py-4 text-body"
      >
        <div dir="auto" className="mx-auto max-w-text wrap-anywhere whitespace-pre-wrap">
          {lines.map((line) =>
            line.page === undefined ? (
              line.marked ? (
                <mark key={line.at} className="rounded-small bg-accent-soft text-ink">
                  {line.text}
                </mark>
              ) : (
                <span key={line.at}>{line.text}</span>
              )
            ) : (
              <h3
                key={`page ${line.page}`}
                className="mt-6 mb-2 border-b border-line pb-1 text-caption text-ink-faint first:mt-0"
              >
                {`Страница ${line.page}`}
              </h3>
            )
          )}
        </div>
      </section>
      <nav
        aria-label="Части файла"
        className={clsx('flex flex-wrap items-center justify-between gap-2 px-6 py-3', isWhole && 'hidden')}
      >
        <Button
          variant="secondary"
          size="small"
          icon={<ChevronLeft size={16} aria-hidden />}
          aria-label="Предыдущая часть"
          off={!before}
          onClick={() => before?.()}
        >
          Предыдущая
        </Button>
        <output className="text-caption text-ink-soft max-sm:order-first max-sm:w-full max-sm:text-center">
          {seen}
        </output>
        <Button variant="secondary" size="small" aria-label="Следующая часть" off={!after} onClick={() => after?.()}>
          Следующая
          <ChevronRight size={16} aria-hidden />
        </Button>
      </nav>
    </>
  )
}
