import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { chatLink } from './chat-link.ts'
import { otherPageOf } from './opening.ts'

/** Takes a conversation whose model belongs to the service's other page there. */
export function useHomePage(page: ChatPage, conversationId: number | null, model: string | undefined) {
  const navigate = useNavigate()
  const other = conversationId === null ? null : otherPageOf(page, model)
  useEffect(() => {
    if (other) void navigate(chatLink(other, conversationId), { replace: true })
  }, [other, conversationId, navigate])
}
