import { useEffect, useEffectEvent, useRef } from 'react'
import { clsx } from 'clsx'
import type { ChatDocument } from '#contract/documents.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import { type Passage, passageIn, passageOf } from './passage.ts'
import { PageFrame } from './page-frame.tsx'
import type { DocumentState } from './use-document.ts'

interface DocumentTextProps {
  state: DocumentState
  mode: 'edit' | 'view'
  onSelect: (passage: Passage | null) => void
}

/** The text as it is written, or as it is shown. */
export function DocumentText({ state, mode, onSelect }: DocumentTextProps) {
  const { text, isCurrent, writing, opened, type, viewed } = state
  const { kind } = opened.document
  if (text === undefined)
    return (
      <output aria-label="Загрузка версии" className="flex grow flex-col gap-3 p-4">
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-4/5" />
      </output>
    )
  if (mode === 'view')
    return kind === 'text' ? <Shown text={text} onSelect={onSelect} /> : <PageFrame kind={kind} text={text} />
  return (
    <Written
      // A browser undoes in one version what was typed in it.
      key={isCurrent ? 'current' : viewed}
      text={text}
      kind={kind}
      isOnlyRead={!isCurrent || writing !== undefined}
      onType={type}
      onSelect={onSelect}
    />
  )
}

interface WrittenProps extends Pick<DocumentTextProps, 'onSelect'> {
  text: string
  kind: ChatDocument['kind']
  isOnlyRead: boolean
  onType: (text: string) => void
}

function Written({ text, kind, isOnlyRead, onType, onSelect }: WrittenProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const select = () => {
    if (field.current) onSelect(isOnlyRead ? null : passageIn(text, field.current))
  }
  // React does not tell of what is selected with fingers.
  useSelection(() => document.activeElement === field.current && select())
  return (
    <textarea
      ref={field}
      dir="auto"
      aria-label="Текст документа"
      data-document-text
      value={text}
      readOnly={isOnlyRead}
      spellCheck={kind === 'text'}
      onChange={(event) => onType(event.target.value)}
      onSelect={select}
      className={clsx(
        'min-h-0 w-full grow resize-none bg-transparent px-4 py-4 -outline-offset-2!',
        kind !== 'text' && 'font-mono text-small whitespace-pre',
        isOnlyRead && 'text-ink-soft'
      )}
    />
  )
}

function useSelection(tell: () => void): void {
  const onSelection = useEffectEvent(tell)
  useEffect(() => {
    const listener = () => onSelection()
    document.addEventListener('selectionchange', listener)
    return () => document.removeEventListener('selectionchange', listener)
  }, [])
}

interface ShownProps {
  text: string
  onSelect: (passage: Passage | null) => void
}

/** As answers are shown. What is selected there can be changed by request where the text has the same words. */
function Shown({ text, onSelect }: ShownProps) {
  const place = useRef<HTMLDivElement>(null)
  useSelection(() => {
    const selection = getSelection()
    // A press elsewhere, as into the field of the request, leaves what was selected.
    if (!selection?.anchorNode || !place.current?.contains(selection.anchorNode)) return
    onSelect(passageOf(text, selection.toString()))
  })
  return (
    <section
      ref={place}
      aria-label="Вид документа"
      data-document-text
      // A part of the page that scrolls by itself is scrolled by the keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-2!"
    >
      <div className="mx-auto w-full max-w-text">
        <LazyMarkdown text={text} sections={null} />
      </div>
    </section>
  )
}
