import { useEffect, useEffectEvent, useRef } from 'react'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { OpenedDocument } from '#contract/documents.ts'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { BackToChat } from './back-to-chat.tsx'
import type { DocumentChat } from './document-chat.ts'
import { ChangeForm } from './change-form.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { DocumentText } from './document-text.tsx'
import type { DocumentBox } from './document-draft.ts'
import { DocumentTitle } from './document-title.tsx'
import { useKeptFocus } from './kept-focus.ts'
import type { Passage } from './passage.ts'
import { type DocumentState, useDocument } from './use-document.ts'
import { VersionBar } from './version-bar.tsx'

interface EditorProps {
  opened: OpenedDocument
  box: DocumentBox
  chat: DocumentChat
  page: ChatPage
  isBeside: boolean
  looking: Looking
  onClose: () => void
}

export type Mode = 'edit' | 'view'

export interface Selected {
  passage: Passage
  /** The text that it was selected in. */
  text: string
}

/** How the document is looked at. */
export interface Looking {
  /** Null: as documents of its kind are opened. */
  mode: Mode | null
  onMode: (mode: Mode) => void
  selected: Selected | null
  onSelect: (selected: Selected | null) => void
}

const modes: readonly { mode: Mode; name: string }[] = [
  { mode: 'edit', name: 'Правка' },
  { mode: 'view', name: 'Вид' }
]

export function DocumentEditor({ opened, box, chat, page, isBeside, looking, onClose }: EditorProps) {
  const state = useDocument(opened, box)
  const { kind } = opened.document
  const { text } = state
  // What was selected is not in another text.
  const passage = (looking.selected?.text === text && looking.selected?.passage) || null
  const select = (next: Passage | null) => looking.onSelect(next && text !== undefined ? { passage: next, text } : null)
  const mode = looking.mode ?? (kind === 'text' ? 'edit' : 'view')
  const place = useRef<HTMLDivElement>(null)
  useSaveKey(() => void state.save())
  useKeptFocus(place)

  return (
    <div ref={place} className="contents">
      <header className="flex shrink-0 flex-col border-b border-line px-2 pb-1">
        <div className="flex min-h-15 items-center gap-1">
          {!isBeside && <BackToChat onClick={onClose} />}
          <DocumentTitle opened={opened} box={box} />
          <DocumentMenu opened={opened} box={box} text={text ?? ''} onDeleted={onClose} />
          {isBeside && <IconButton label="Закрыть документ" icon={<X size={19} />} onClick={onClose} />}
        </div>
        <div className="flex flex-wrap items-center gap-x-2">
          <ModeSwitch mode={mode} onChange={looking.onMode} />
          <VersionBar state={state} />
          <SaveButtons state={state} />
        </div>
      </header>
      <Notes state={state} />
      {state.isUnread ? (
        <div className="grow px-4">
          <LoadFailure what="версию" onRetry={state.readEarlier} />
        </div>
      ) : (
        <DocumentText state={state} mode={mode} onSelect={select} />
      )}
      <ChangeForm chat={chat} page={page} state={state} box={box} passage={passage} onClear={() => select(null)} />
    </div>
  )
}

/** Ctrl+S and Cmd+S, on whatever keyboard layout: the page itself has nothing to save. */
function useSaveKey(save: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const ModeSwitch = ({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) => (
  <fieldset className="flex rounded-control bg-sunken p-0.5">
    <legend className="sr-only">Как показать</legend>
    {modes.map((one) => (
      <button
        key={one.mode}
        type="button"
        aria-pressed={mode === one.mode}
        onClick={() => onChange(one.mode)}
        className="h-8 rounded-small px-3 text-small text-ink-soft transition hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-raised pointer-coarse:h-11"
      >
        {one.name}
      </button>
    ))}
  </fieldset>
)

function SaveButtons({ state }: { state: DocumentState }) {
  const { edit, isCurrent, isOutdated, problem, busy, writing } = state
  if (!edit || !isCurrent) return null
  return (
    <div className="ml-auto flex">
      <Button variant="ghost" size="small" onClick={state.discard}>
        Отменить правки
      </Button>
      <Button
        size="small"
        variant="accent"
        busy={busy === 'save'}
        off={problem !== null || isOutdated || writing !== undefined}
        onClick={() => void state.save()}
      >
        Сохранить версию
      </Button>
    </div>
  )
}

const noteClass = 'mx-2 mt-2 flex shrink-0 flex-wrap items-center gap-2 rounded-card py-2 pr-2 pl-4 text-small'

/** What the user has to decide, or to know, before the text. */
function Notes({ state }: { state: DocumentState }) {
  const { edit, isCurrent, isOutdated, problem, busy, newest, viewed, view, writing } = state
  return (
    <>
      {isOutdated && isCurrent && (
        <div role="alert" className={clsx(noteClass, 'bg-accent-soft')}>
          <p className="basis-full">Пока вы правили, появилась новая версия. Ваши правки целы, но ещё не сохранены</p>
          <Button size="small" variant="secondary" onClick={() => view(newest)}>
            Посмотреть новую версию
          </Button>
          <Button
            size="small"
            variant="secondary"
            busy={busy === 'save'}
            off={problem !== null || writing !== undefined}
            onClick={() => void state.save(true)}
          >
            Сохранить поверх
          </Button>
        </div>
      )}
      {!isCurrent && (
        <div className={clsx(noteClass, 'bg-sunken')}>
          <p className="grow">{edit ? 'Ваши правки ждут: сохраните или отмените их' : 'Прежняя версия'}</p>
          {edit && (
            <Button size="small" variant="secondary" onClick={() => view(null)}>
              К моим правкам
            </Button>
          )}
          {viewed !== newest && !edit && (
            <Button
              size="small"
              variant="secondary"
              busy={busy === 'bring'}
              off={state.text === undefined || writing !== undefined}
              onClick={state.bringBack}
            >
              Вернуть эту версию
            </Button>
          )}
        </div>
      )}
      {problem !== null && isCurrent && (
        <p role="alert" className="shrink-0 px-4 pt-2 text-caption text-danger">
          {problem}
        </p>
      )}
    </>
  )
}
