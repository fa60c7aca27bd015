import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import { errorText } from '../../base/http/error-text.ts'
import { notify } from '../../base/ui/notify.ts'
import { renameConversation } from '../conversations/placing.ts'

/** Characters. */
export const titleLengthMax = 200

/** @returns what gives a chat another name; an empty one, or the same, changes nothing */
export function useRenaming() {
  const queries = useQueryClient()
  return (conversation: Conversation, written: string) => {
    const title = written.trim()
    if (title === '' || title === conversation.title) return
    void renameConversation(queries, conversation, title).catch((error: unknown) =>
      notify.error(errorText(error, 'Не удалось переименовать чат'))
    )
  }
}
