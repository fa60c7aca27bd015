import type { QueryClient } from '@tanstack/react-query'
import { titleOf } from '#contract/chat-titles.ts'
import { createConversation } from '../conversations/conversations.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { draftBox, type DraftBox } from '../draft/draft-box.ts'
import { draftKey, readDraft } from '../draft/draft-storage.ts'
import type { Draft, Intent } from '../draft/draft.ts'
import { LiveAnswer } from './live-answer.ts'
import { addLiveAnswer, findLiveAnswer } from './live-answers.ts'

interface Beginning {
  page: ChatPage
  /** Null: the request begins a new conversation. */
  conversationId: number | null
  box: DraftBox
  draft: Draft
  intent: Intent
  queries: QueryClient
}

/** The live answer to a request, for the caller to follow. Throws `ApiError` when its conversation could not be created. */
export async function beginAnswer({ page, conversationId, box, draft, intent, queries }: Beginning) {
  const { path, service } = page
  const { prompt, model, place, files, isGiven, extras, shown } = intent
  let begins = false
  const create = async () => {
    const created = await createConversation(queries, {
      service,
      model,
      title: titleOf(prompt),
      ...(draft.role && { role: draft.role })
    })
    begins = true
    return created.id
  }
  const id = conversationId ?? (await conversationFor(path, box, draft, create))
  const { operationId } = draft
  const followed = findLiveAnswer(id, operationId)
  if (followed) return followed
  const attachments = files?.length ? { attachments: files.map((file) => file.id) } : {}
  const question = { service, conversationId: id, prompt, model, ...place, ...attachments, ...switchedOn(extras) }
  const answer = new LiveAnswer({
    operationId,
    conversationId: id,
    prompt,
    model,
    question,
    begins,
    place,
    files,
    isGiven,
    extras,
    shown
  })
  addLiveAnswer(answer)
  return answer
}

/** What is off is left out, so that the request is the same as before there were switches. */
const switchedOn = (extras: Intent['extras']) => ({
  ...(extras?.webSearch && { webSearch: true }),
  ...(extras?.thinking && { thinking: true })
})

/**
 * The conversation for a first request: a new one, or the one that another tab has just created for the same request.
 * The draft moves there with its id, so that repeating a failed attempt there charges only once.
 */
export function conversationFor(
  path: string,
  box: DraftBox,
  draft: Draft,
  create: () => Promise<number>
): Promise<number> {
  return exclusively(`chat-begin:${draft.operationId}`, async () => {
    const moved = readDraft(box.key)?.moved
    if (moved?.operationId === draft.operationId) return moved.conversationId
    const conversationId = await create()
    draftBox(draftKey(path, conversationId), draft.owner).put(draft)
    box.clear(draft.operationId, { operationId: draft.operationId, conversationId })
    return conversationId
  })
}

/** Runs one task at a time over all tabs. Without the Web Locks API (insecure addresses of a local network) it just runs it. */
const exclusively = async <Result>(name: string, task: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request(name, task) : task()
