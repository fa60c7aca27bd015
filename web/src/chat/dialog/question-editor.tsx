// The editor of a question that is changed and asked again. What is written in it is kept until the server has it.
import { use, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { promptLengthMax, promptOf } from '#contract/answers.ts'
import type { Message } from '#contract/chats.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { enterHint, sendsOn, useSendsOnEnter } from '../../base/page/send-key.ts'
import { useCost } from '../../base/session/session.tsx'
import { pageStore } from '../../base/storage/page-store.ts'
import { Button } from '../../base/ui/button.tsx'
import { PremiumBadge } from '../../base/ui/premium-badge.tsx'
import { isFocusFree } from '../compose/use-field.ts'
import { tooLongText } from '../draft/draft.ts'
import { keepWords, keptWords } from '../../base/form/kept-words.ts'
import { PriceOfEdit } from './thread-actions.ts'

/** The message whose editor was opened or sent last: only that takes the focus, not one that a reload opens, and not from where a user types. */
const opened = pageStore(() => 0)

const placeOf = (chatId: number, { id }: Pick<Message, 'id'>) => `question:${chatId}:${id}` as const

/** Whether a message is being changed: also where that was begun before a reload, or refused. @param message null: it cannot be */
export function useEditing(chatId: number, message: Message | null): [boolean, (isOpen: boolean) => void] {
  useEffect(() => {
    // What is kept for an older version and is this one was sent: just before a reload, or by «Повторить».
    for (const id of message?.versions ?? []) {
      const older = placeOf(chatId, { id })
      if (id < message!.id && keptWords(older) === message!.content) keepWords(older, null)
    }
  }, [chatId, message])
  const [editing, setEditing] = useState(() => message !== null && keptWords(placeOf(chatId, message)) !== null)
  const edit = (isOpen: boolean) => {
    if (isOpen && message) opened.setState(message.id, true)
    setEditing(isOpen)
  }
  return [editing, edit]
}

interface EditorProps {
  text: string
  chatId: number
  message: Message
  disabled: boolean
  onSend: (text: string) => void
  onCancel: () => void
}

/** What is written, and what becomes of it. */
function useWords({ text, chatId, message, disabled, onSend, onCancel }: EditorProps) {
  const place = placeOf(chatId, message)
  const [changed, setChanged] = useState(() => keptWords(place) ?? text)
  const prompt = promptOf(changed)
  const isTooLong = prompt.length > promptLengthMax
  const sendable = prompt !== '' && !isTooLong && !disabled
  const keep = (words: string | null) => keepWords(place, words)
  return {
    changed,
    prompt,
    isTooLong,
    sendable,
    write: (words: string) => {
      setChanged(words)
      keep(words === text ? null : words)
    },
    send: () => {
      if (!sendable) return
      keep(prompt)
      opened.setState(message.id, true)
      onSend(prompt)
    },
    cancel: () => {
      keep(null)
      onCancel()
    }
  }
}

/** Sends as the composer does; Escape leaves everything as it was. */
export function QuestionEditor(props: EditorProps) {
  const { message } = props
  const { id } = message
  const sendsOnEnter = useSendsOnEnter()
  const { changed, prompt, isTooLong, sendable, write, send, cancel } = useWords(props)
  const field = useRef<HTMLTextAreaElement>(null)
  const flawId = useId()

  useEffect(() => {
    const area = field.current
    if (opened.getState() !== id || !isFocusFree()) return
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [id])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return cancel()
    if (!sendsOn(event, sendsOnEnter)) return
    event.preventDefault()
    send()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="rounded-card border border-line-strong bg-raised p-2 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
    >
      <textarea
        ref={field}
        dir="auto"
        value={changed}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        enterKeyHint={enterHint(sendsOnEnter)}
        aria-label="Изменить запрос"
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? flawId : undefined}
        className="field-sizing-content block max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-2 pt-1.5 outline-none"
      />
      <div className="mt-1 flex flex-wrap items-center justify-end gap-2">
        {isTooLong ? (
          <p id={flawId} className="mr-auto px-2 text-caption text-danger">
            {tooLongText(prompt)}
          </p>
        ) : (
          <Price message={message} />
        )}
        {/* Beside a long price on a phone they go to the next line together. */}
        <span className="flex gap-2">
          <Button size="small" variant="ghost" onClick={cancel}>
            Отмена
          </Button>
          <Button
            type="submit"
            size="small"
            variant="accent"
            disabled={!sendable}
            aria-label="Отправить изменённый запрос"
          >
            Отправить
          </Button>
        </span>
      </div>
    </form>
  )
}

function Price({ message }: Pick<EditorProps, 'message'>) {
  const price = use(PriceOfEdit)(message)
  const { costOf, isCovered } = useCost()
  return (
    price && (
      <span className="mr-auto flex items-center gap-2 px-2 text-caption text-ink-soft">
        <span>{`${price.withSearch ? 'Ответ с поиском: до ' : 'Ответ: '}${formatTokens(costOf(price.tokens))}`}</span>
        {isCovered && <PremiumBadge />}
      </span>
    )
  )
}
