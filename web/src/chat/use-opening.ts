import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { createConversation, latestConversations } from './conversations/conversations.ts'
import { useSession } from '../base/session/session.tsx'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import { notify } from '../base/ui/notify.ts'
import { chatLink } from './chat-link.ts'
import { nearestConversation, openingOf, otherPageOf, type Opening } from './opening.ts'

/**
 * Follows a link from elsewhere (`open=1`): to the model's own page, and there to the conversation it means.
 * True until the address is that of a conversation.
 */
export function useOpening(page: ChatPage, choose: (model: string, of: number | null) => void): boolean {
  const { search } = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { status } = useSession()
  const begun = useRef<string | null>(null)
  const opening = openingOf(new URLSearchParams(search))

  async function open({ model: wanted, time }: Opening) {
    const model = (wanted && findChatModel(page.service, wanted)?.id) || page.defaultModel
    const go = (id: number | null) => {
      choose(model, id)
      void navigate(chatLink(page.path, id), { replace: true })
    }
    if (status === 'signed-out') return go(null)
    try {
      const nearest = nearestConversation(page, await latestConversations(page.service), time)
      if (nearest) return void navigate(chatLink(page.path, nearest.id), { replace: true })
    } catch {
      notify.error('Ошибка при загрузке бесед')
      return go(null)
    }
    try {
      const { id } = await createConversation(queries, { service: page.service, model })
      notify.success('Новый чат создан')
      go(id)
    } catch {
      notify.error('Ошибка при создании чата')
      go(null)
    }
  }

  useEffect(() => {
    if (!opening) {
      begun.current = null
      return
    }
    const other = otherPageOf(page, opening.model)
    if (other) return void navigate(other + search, { replace: true })
    if (status === 'loading' || begun.current === search) return
    begun.current = search
    void open(opening)
  })

  return opening !== null
}
