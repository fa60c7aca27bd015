// Links that open a chat page. `chat` names a conversation. `open=1` asks for the one in which `operation` was asked, else for
// the one that was used at the time `ts`, or a new one with `model`. A conversation or model that belongs to the service's other page is shown there.
import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import type { ChatPage, ChatPath } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import { useSession } from '../base/session/session.tsx'
import { notify } from '../base/ui/notify.ts'
import { chatLink } from './conversations/chat-link.ts'
import { conversationOf, createConversation, latestConversations } from './conversations/conversations.ts'

interface Opening {
  model: string | null
  /** Milliseconds; null when the link names no time. */
  time: number | null
  operationId: string | null
}

export function openingOf(query: URLSearchParams): Opening | null {
  if (query.get('open') !== '1') return null
  const time = Number(query.get('ts') || Number.NaN)
  return { model: query.get('model'), time: Number.isFinite(time) ? time : null, operationId: query.get('operation') }
}

/** The other page of this service, when the model belongs there; null when it belongs here or is unknown. */
export function otherPageOf(page: ChatPage, model: string | null | undefined): ChatPath | null {
  const home = model ? findChatModel(page.service, model)?.page : undefined
  return home && home !== page.path ? home : null
}

/** The conversation whose last change is nearest to a time; without a time, the latest. */
export function nearestConversation(
  page: ChatPage,
  conversations: readonly Conversation[],
  time: number | null
): Conversation | null {
  const distance = ({ updated_at }: Conversation) => (time === null ? -updated_at : Math.abs(updated_at - time))
  const here = conversations.filter(({ model }) => !otherPageOf(page, model))
  return here.reduce<Conversation | null>(
    (nearest, candidate) => (nearest && distance(nearest) <= distance(candidate) ? nearest : candidate),
    null
  )
}

/** Sends the user to the service's other page when the open conversation's model belongs there. */
export function useHomePage(page: ChatPage, conversationId: number | null, model: string | undefined) {
  const navigate = useNavigate()
  const other = conversationId === null ? null : otherPageOf(page, model)
  useEffect(() => {
    if (other) void navigate(chatLink(other, conversationId), { replace: true })
  }, [other, conversationId, navigate])
}

/**
 * Follows an `open=1` link: to the model's page, and there to the nearest conversation, or a new one.
 * True until the address names a conversation.
 */
export function useOpening(page: ChatPage, choose: (model: string, of: number | null) => void): boolean {
  const { search } = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { status } = useSession()
  const begun = useRef<string | null>(null)
  const opening = openingOf(new URLSearchParams(search))

  async function open({ model: wanted, time, operationId }: Opening) {
    const model = (wanted && findChatModel(page.service, wanted)?.id) || page.defaultModel
    const go = (id: number | null) => {
      choose(model, id)
      void navigate(chatLink(page.path, id), { replace: true })
    }
    if (status === 'signed-out') return go(null)
    try {
      if (operationId !== null) return go(await conversationOf(operationId))
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
