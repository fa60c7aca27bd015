import { memo, Suspense, useEffect, useRef } from 'react'
import { Check, Copy, Pencil, ChevronLeft, ChevronRight } from 'lucide-react'
import type { Attachment } from '#contract/attached-file.ts'
import type { Message } from '#contract/chats.ts'
import { formatDateTime, formatMoment } from '../../base/format/dates.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { useCopy } from '../../base/ui/use-copy.ts'
import { late } from '../../base/page/late.ts'
import { QuestionEditor, useEditing } from './question-editor.tsx'
import type { ThreadActions, Direction } from './thread-actions.ts'

const MessageFiles = late(async () => (await import('../attach/message-files.tsx')).MessageFiles)

interface UserMessageProps {
  text: string
  files: readonly Attachment[]
  /** Null until it is saved: it cannot be edited before. */
  message: Message | null
  actions: ThreadActions | null
  /** A work was ordered with it: changed, it would be a question to a model. */
  isOrder?: boolean
}

/** A message that was found is marked for a moment. */
export const messageClass =
  'rounded-card outline-none transition-[background-color,box-shadow] duration-700 data-found:bg-accent-soft data-found:shadow-[0_0_0_0.5rem_var(--color-accent-soft)]'

/** A request of the user. Its buttons and its time appear on hover and on focus; on touch screens they are always there. */
export const UserMessage = memo(({ text, files, message, actions, isOrder = false }: UserMessageProps) => {
  const chatId = actions?.chatId ?? 0
  const [editing, setEditing] = useEditing(chatId, actions && message)
  const pencil = useRef<HTMLButtonElement>(null)
  const { copied, copy } = useCopy(text)

  if (editing && message && actions)
    return (
      <article aria-label="Ваш запрос" className="pl-8 sm:pl-16">
        <QuestionEditor
          text={text}
          chatId={chatId}
          message={message}
          disabled={actions.disabled}
          // The new version takes the place of this one, with its editor.
          onSend={(changed) => actions.edit(message, changed)}
          onCancel={() => {
            setEditing(false)
            // Rendered again by then.
            setTimeout(() => pencil.current?.focus())
          }}
        />
      </article>
    )
  return (
    <div className="group pl-8 sm:pl-16">
      {files.length > 0 && (
        <Suspense fallback={<div className="mb-2 h-24" />}>
          <MessageFiles files={files} mayAttach={actions !== null} />
        </Suspense>
      )}
      <article
        aria-label="Ваш запрос"
        data-question
        data-message={message?.id}
        className={`flex justify-end ${messageClass}`}
      >
        <p dir="auto" className="max-w-full rounded-card bg-hover px-4 py-2.5 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      </article>
      {/* Also while the message is being saved: the answer below it keeps its place. */}
      <footer className="-mr-1 mt-1 -mb-3 flex min-h-8 flex-wrap items-center justify-end gap-x-1">
        <span className="flex items-center opacity-0 transition group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          {message && <MessageTime time={message.created_at} />}
          <IconButton
            label="Копировать запрос"
            size="small"
            icon={copied ? <Check size={16} /> : <Copy size={16} />}
            onClick={copy}
          />
          {!isOrder && (
            <IconButton
              ref={pencil}
              label="Изменить запрос"
              size="small"
              icon={<Pencil size={16} />}
              disabled={!message || !actions || actions.disabled}
              onClick={() => setEditing(true)}
            />
          )}
        </span>
        {message && actions && <VersionSwitch message={message} actions={actions} />}
      </footer>
    </div>
  )
})

export const MessageTime = ({ time }: { time: number }) => (
  <time
    dateTime={new Date(time).toISOString()}
    title={formatDateTime(time)}
    className="px-1.5 text-caption text-ink-soft tabular-nums"
  >
    {formatMoment(time)}
  </time>
)

interface VersionSwitchProps {
  message: Message
  actions: ThreadActions
}

/** «‹ 2 из 3 ›»: shows another version of a message. Keeps the focus, although the message that it stands under changes. */
export function VersionSwitch({ message: { id, role, versions: ids }, actions }: VersionSwitchProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const { show, takeFocus, disabled } = actions
  const index = ids.indexOf(id)

  useEffect(() => {
    const direction = takeFocus(id)
    if (!direction) return
    const [previous, next] = group.current?.querySelectorAll('button') ?? []
    const buttons = direction === 'previous' ? [previous, next] : [next, previous]
    buttons.find((button) => button?.getAttribute('aria-disabled') !== 'true')?.focus()
  }, [id, takeFocus])

  if (ids.length < 2) return null
  const step = (direction: Direction, to: number | undefined) => {
    if (to !== undefined) show(to, direction)
  }
  const position = `${index + 1} из ${ids.length}`
  const name = role === 'user' ? 'Версия запроса' : 'Версия ответа'
  return (
    <fieldset
      ref={group}
      aria-label={`${name} ${position}`}
      className="flex items-center text-caption text-ink-soft tabular-nums"
    >
      <IconButton
        label="Предыдущая версия"
        size="small"
        icon={<ChevronLeft size={16} />}
        disabled={index === 0 || disabled}
        onClick={() => step('previous', ids[index - 1])}
      />
      <span>{position}</span>
      <IconButton
        label="Следующая версия"
        size="small"
        icon={<ChevronRight size={16} />}
        disabled={index === ids.length - 1 || disabled}
        onClick={() => step('next', ids[index + 1])}
      />
    </fieldset>
  )
}
