import type { QueryClient } from '@tanstack/react-query'
import { createConversation } from '../conversations/conversations.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { notify } from '../../base/ui/notify.ts'
import { conversationFor } from '../draft/conversation-for.ts'
import type { Draft, Intent } from '../draft/draft.ts'
import type { DraftBox } from '../draft/draft-box.ts'
import { titleOf } from '../conversations/conversation-title.ts'
import { LiveAnswer } from './live-answer.ts'
import { addLiveAnswer, findLiveAnswer } from './live-answers.ts'

interface Beginning {
  page: ChatPage
  /** Null begins a conversation. */
  conversationId: number | null
  box: DraftBox
  draft: Draft
  intent: Intent
  queries: QueryClient
}

/** The answer to a request, ready to be followed. Throws `ApiError` when its conversation could not be created. */
export async function beginAnswer({ page, conversationId, box, draft, intent, queries }: Beginning) {
  const { path, service } = page
  const { prompt, model } = intent
  const create = async () => {
    const created = await createConversation(queries, { service, model, title: titleOf(prompt) })
    notify.success('Новый чат создан')
    return created.id
  }
  const id = conversationId ?? (await conversationFor(path, box, draft, create))
  const { operationId } = draft
  const followed = findLiveAnswer(id, operationId)
  if (followed) return followed
  const question = { service, conversationId: id, prompt, model }
  const answer = new LiveAnswer({ operationId, conversationId: id, prompt, model, question })
  addLiveAnswer(answer)
  return answer
}
