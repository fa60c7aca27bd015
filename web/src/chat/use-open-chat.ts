import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import { useSession } from '../base/session/session.tsx'
import { chatLink, conversationIdOf } from './conversations/chat-link.ts'
import { shownTitle } from './conversations/conversations.ts'
import { useConversations, useMessages, useOpenConversation } from './conversations/use-conversations.ts'
import { otherPageOf } from './opening.ts'
import { useLiveAnswers, useRunningAnswer } from './stream/use-chat-store.ts'
import { useWindowTitle } from './use-window-title.ts'

/** The conversation that the address names, the others, and the ways between them. */
export function useOpenChat(page: ChatPage) {
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const conversationId = session.status === 'signed-out' ? null : conversationIdOf(query)
  const conversations = useConversations(page)
  const messages = useMessages(conversationId)
  const answers = useLiveAnswers(conversationId)
  const running = useRunningAnswer(answers)
  /** Null: a new one, or not known yet. */
  const current = useOpenConversation(page, conversationId, conversations) ?? null
  const name = current && shownTitle(current)
  useWindowTitle(page, name)

  const show = (id: number | null) => void navigate(chatLink(page.path, id))
  return {
    session,
    conversationId,
    conversations,
    messages,
    answers,
    running,
    current,
    name,
    begin: () => show(null),
    /** For a conversation that was deleted. */
    leave: (id: number) => id === conversationId && show(null),
    pick: ({ id, model }: Conversation) => void navigate(chatLink(otherPageOf(page, model) ?? page.path, id))
  }
}
