import { useEffect, useRef } from 'react'
import type { Conversation } from '#contract/chats.ts'
import { controlClass } from '../../base/ui/field.tsx'
import { shownTitle } from '../conversations/conversations.ts'
import { useList } from './list-context.ts'
import { focusRow } from '../acts/list-words.ts'
import { titleLengthMax } from '../acts/renaming.ts'

/** The name of a chat, in its place in the list. Enter and leaving the field keep what is written, Escape does not. */
export function RenameField({ conversation }: { conversation: Conversation }) {
  const { actions, rename } = useList()
  const field = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const { id, title } = conversation

  useEffect(() => {
    // The menu that has opened it gives its focus back first.
    const frame = requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.select()
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  const end = (isKept: boolean, staysHere: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const written = field.current?.value ?? ''
    if (staysHere) focusRow(field.current, id)
    rename(null)
    if (isKept) actions.rename(conversation, written)
  }
  return (
    <input
      ref={field}
      type="text"
      // Escape ends this alone, and a new page leaves it the focus.
      data-own-escape
      data-page-focus
      aria-label={`Новое название чата «${shownTitle(conversation)}»`}
      autoComplete="off"
      enterKeyHint="done"
      maxLength={titleLengthMax}
      defaultValue={title}
      onBlur={() => end(true, false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') end(false, true)
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) end(true, true)
      }}
      className={`${controlClass} h-11 min-w-0 px-2.5 text-small!`}
    />
  )
}
