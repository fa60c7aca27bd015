import { type RefObject, useLayoutEffect, useRef } from 'react'
import { X } from 'lucide-react'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useCost } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { PremiumBadge } from '../../base/ui/premium-badge.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { TextArea } from '../../base/ui/text-field.tsx'
import { enterHint, sendsOn, useSendsOnEnter } from '../../base/page/send-key.ts'
import { useChange } from './ask-change.ts'
import type { DocumentBox } from './document-draft.ts'
import type { DocumentChat } from './document-chat.ts'
import type { Passage } from './passage.ts'
import type { DocumentState } from './use-document.ts'

const quick = ['Короче', 'Подробнее', 'Проще', 'Исправить ошибки', 'Официальнее'] as const
const requestLengthMax = 2000
const shownPassageMax = 80

interface ChangeFormProps {
  chat: DocumentChat
  page: ChatPage
  state: DocumentState
  box: DocumentBox
  passage: Passage | null
  onClear: () => void
}

/** Asks the model of the chat to change the document, or what is selected of it. */
export function ChangeForm({ passage, onClear, ...context }: ChangeFormProps) {
  const { chat, state } = context
  const change = useChange({ ...context, passage })
  const form = useRef<HTMLFormElement>(null)
  const sendsOnEnter = useSendsOnEnter()
  const { writing, text = '' } = state
  const mayType = !change.isSending && !writing
  useKeptFocus(form, mayType)
  const words = passage && text.slice(passage.start, passage.end).replaceAll(/\s+/g, ' ').trim()
  return (
    <form
      ref={form}
      aria-label="Изменить по просьбе"
      onSubmit={(event) => {
        event.preventDefault()
        change.send()
      }}
      className="flex max-h-1/2 shrink-0 flex-col gap-2 overflow-y-auto border-t border-line px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      {writing && <WritingNote request={writing.request} />}
      {!writing && words !== null && <SelectedWords words={words} onClear={onClear} />}
      {!writing && (
        <QuickRequests
          request={change.request}
          disabled={!mayType}
          onPick={(one) => {
            change.type(one)
            form.current?.querySelector('textarea')?.focus()
          }}
        />
      )}
      <TextArea
        label="Что изменить"
        labelHidden
        placeholder={passage ? 'Что изменить в выделенном' : 'Что изменить во всём документе'}
        value={change.request}
        maxLength={requestLengthMax}
        // Not disabled: it keeps the focus until the new version is there.
        readOnly={!mayType}
        enterKeyHint={enterHint(sendsOnEnter)}
        className="max-h-32 read-only:text-ink-soft"
        onChange={(event) => change.type(event.target.value)}
        onKeyDown={(event) => {
          if (!sendsOn(event, sendsOnEnter)) return
          event.preventDefault()
          change.send()
        }}
      />
      {!writing && change.refusal !== null && (
        <p role="alert" className="text-caption text-danger">
          {change.refusal}
        </p>
      )}
      {!writing && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Price hindrance={change.hindrance} name={chat.model.name} tokens={change.priceTokens} />
          <Button
            type="submit"
            size="small"
            variant="accent"
            busy={change.isSending}
            disabled={change.request.trim() === '' || change.hindrance !== null}
          >
            {passage ? 'Изменить выделенное' : 'Изменить документ'}
          </Button>
        </div>
      )}
    </form>
  )
}

/** What is pressed to send is gone while the answer is written: the field has the focus instead. */
function useKeptFocus(form: RefObject<HTMLFormElement | null>, mayType: boolean): void {
  useLayoutEffect(() => {
    if (!mayType && form.current?.contains(document.activeElement))
      form.current.querySelector('textarea')?.focus({ preventScroll: true })
  }, [form, mayType])
}

const WritingNote = ({ request }: { request: string | null }) => (
  <output className="flex shrink-0 items-center gap-3 px-1 py-2 text-small">
    <Spinner />
    <span className="min-w-0">
      <span className="block font-medium">Пишется новая версия…</span>
      {request && <span className="block truncate text-caption text-ink-soft">{`По просьбе: ${request}`}</span>}
    </span>
  </output>
)

function SelectedWords({ words, onClear }: { words: string; onClear: () => void }) {
  const shown = words.length > shownPassageMax ? `${beginningOf(words, shownPassageMax)}…` : words
  return (
    <p className="flex items-center gap-1 text-caption text-ink-soft">
      <span className="min-w-0 truncate">{`Выделено: «${shown}»`}</span>
      <IconButton label="Снять выделение" size="small" icon={<X size={15} />} onClick={onClear} />
    </p>
  )
}

interface QuickProps {
  request: string
  disabled: boolean
  onPick: (request: string) => void
}

const QuickRequests = ({ request, disabled, onPick }: QuickProps) => (
  <div className="flex flex-wrap gap-1.5">
    {quick.map((one) => (
      <Button
        key={one}
        size="small"
        variant="secondary"
        aria-pressed={request.trim() === one}
        className="aria-pressed:bg-pressed"
        disabled={disabled}
        onClick={() => onPick(one)}
      >
        {one}
      </Button>
    ))}
  </div>
)

/** Why nothing can be asked for now, else the model of the chat and its price. */
function Price({ hindrance, name, tokens }: { hindrance: string | null; name: string; tokens: number }) {
  const { costOf, isCovered } = useCost()
  return (
    <p className="flex min-w-0 grow basis-32 items-center gap-2 text-caption text-ink-soft">
      <span>{hindrance ?? `${name}, ${formatTokens(costOf(tokens))}`}</span>
      {hindrance === null && isCovered && <PremiumBadge />}
    </p>
  )
}
