import { useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { Conversation } from '#contract/chats.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { conversationIdOf } from '../conversations/addresses.ts'
import { listConversation, shownTitle } from '../conversations/conversations.ts'
import { forgetWritten } from '../create/forget-written.ts'
import { readWithout, removeConversations } from '../conversations/removing.ts'
import { useConversations } from '../conversations/use-conversations.ts'
import { forgetLiveAnswers } from '../stream/chat-store.ts'
import { useAllAnswers, useRunningAnswer } from '../stream/use-chat-store.ts'
import { chatsWord, focusAfter } from './list-words.ts'

type Chosen = readonly Conversation[]

interface DeleteDialogProps {
  /** Null: the dialog is closed. */
  candidates: Chosen | null
  /** @param failed those that could not be deleted */
  onDeleted?: (failed: Chosen) => void
  onClose: () => void
}

const none: Chosen = []

/**
 * Deletes conversations after the user has confirmed it, and says which could not be deleted. The page leaves the one that it shows.
 */
export function DeleteDialog({ candidates, onDeleted, onClose }: DeleteDialogProps) {
  const queries = useQueryClient()
  // While the dialog disappears it shows what it was about.
  const [chosen, setChosen] = useState(candidates ?? none)
  if (candidates && candidates !== chosen) setChosen(candidates)
  const isAnswering = useIsAnswering(chosen)
  const leave = useLeaving()
  const count = chosen.length
  const deleting = useSingleMutation({
    mutationFn: async (wanted: Chosen) => {
      const moveFocus = focusAfter(wanted)
      const { done: deleted, failed, error } = await removeConversations(queries, wanted)
      for (const conversation of deleted) {
        forgetLiveAnswers(conversation.id)
        forgetWritten(conversation.id)
      }
      const ids = deleted.map(({ id }) => id)
      if (ids.length > 0) await readWithout(queries, ids)
      // The answer may have been lost on its way.
      else listConversation(queries)
      return { deleted, failed, error, moveFocus }
    },
    onSuccess: ({ deleted, failed, error, moveFocus }) => {
      tellDeleted(deleted.length, failed.length, errorText(error, ''))
      leave(deleted)
      onDeleted?.(failed)
      if (deleted.length === 0) return
      onClose()
      moveFocus()
    },
    onError: () => notify.error('Ошибка при удалении чата')
  })
  const [one] = chosen
  return (
    <Dialog
      open={candidates !== null}
      onOpenChange={(open) => !open && onClose()}
      title={count === 1 ? 'Удалить чат?' : `Удалить ${chatsWord(count)}?`}
      description={
        count === 1
          ? `«${one ? shownTitle(one) : ''}» и все его сообщения исчезнут насовсем.`
          : 'Они и все их сообщения исчезнут насовсем.'
      }
    >
      {isAnswering && (
        <p className="mt-3 text-small text-ink-soft">
          {count === 1
            ? 'Ответ в нём ещё пишется: он остановится, спишется только за готовое.'
            : 'Ответы, которые в них ещё пишутся, остановятся, спишется только за готовое.'}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button variant="danger" busy={deleting.isPending} onClick={() => candidates && deleting.start(candidates)}>
          {count === 1 ? 'Удалить' : `Удалить ${chatsWord(count)}`}
        </Button>
      </div>
    </Dialog>
  )
}

/** @returns what leaves the chat that the page shows, when it is among the deleted ones */
function useLeaving() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const currentId = conversationIdOf(query)
  return (deleted: Chosen) => {
    if (deleted.some(({ id }) => id === currentId)) void navigate(pathname)
  }
}

/** Whether answers are written in them now, by any device: this page follows only those that it has asked for or shown. */
function useIsAnswering(chosen: Chosen): boolean {
  const { running } = useConversations('all')
  const answers = useAllAnswers()
  const followed = useMemo(() => chosen.flatMap(({ id }) => answers.get(id) ?? []), [chosen, answers])
  return useRunningAnswer(followed) !== null || chosen.some(({ id }) => running.has(id))
}

/** @param reason of those that failed; empty: the server names none */
function tellDeleted(deleted: number, failed: number, reason: string): void {
  if (failed === 0) return notify.success(deleted === 1 ? 'Чат удален' : `Удалено: ${chatsWord(deleted)}`)
  // The specification fixes this one.
  if (deleted + failed === 1) return notify.error('Ошибка при удалении чата')
  const what =
    deleted === 0
      ? 'Ошибка при удалении чатов'
      : `Удалено: ${chatsWord(deleted)}. Ещё ${chatsWord(failed)} удалить не удалось`
  notify.error(reason === '' ? what : `${what}. ${reason}`)
}
