import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import { errorText } from '../../base/http/error-text.ts'
import { notify } from '../../base/ui/notify.ts'
import { renameConversation } from '../conversations/placing.ts'

/** Characters. */
export const titleLengthMax = 200

/**
 * @returns what gives a chat another name; an empty one, or the same, changes nothing. It resolves to whether the chat has that name.
 * @param isGone the field that it was written in: a refused name is offered again
 */
export function useRenaming(isGone: boolean) {
  const queries = useQueryClient()
  return async function rename(conversation: Conversation, written: string): Promise<boolean> {
    const title = written.trim()
    if (title === '' || title === conversation.title) return true
    try {
      await renameConversation(queries, conversation, title)
      return true
    } catch (error) {
      const again = { label: 'Повторить', onClick: () => void rename(conversation, title) }
      notify.error(errorText(error, 'Не удалось переименовать чат'), isGone ? again : undefined)
      return false
    }
  }
}
