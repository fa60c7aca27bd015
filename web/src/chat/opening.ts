// Links from elsewhere: `open=1`, the model to preselect, and the time whose conversation is wanted.
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import type { ChatPage, ChatPath } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'

export interface Opening {
  model: string | null
  /** Milliseconds; null when the link names no time. */
  time: number | null
}

export function openingOf(query: URLSearchParams): Opening | null {
  if (query.get('open') !== '1') return null
  const time = Number(query.get('ts') || Number.NaN)
  return { model: query.get('model'), time: Number.isFinite(time) ? time : null }
}

/** The page where a model of this page's service is at home; null when it is this one, or the model is unknown. */
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
