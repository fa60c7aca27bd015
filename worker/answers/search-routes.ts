import type { Hono } from 'hono'
import { findAsked } from '#contract/chats.ts'
import { type FoundConversation, searchChats } from '#contract/search.ts'
import { unmarked } from '#contract/unmarked.ts'
import { conversationOfOperation } from '#data/history/asked.ts'
import { findHits } from '#data/history/search.ts'
import { queryWords, rangesIn, snippetOf } from '#domain/search-words.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { askerOf, foundBy, whileAdmitted, sessionOf } from '../http/admitted.ts'
import { historyOf, type HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { searchLimit } from '../http/limit.ts'
import { serve, sessionByObject } from '../http/serve.ts'

type Hits = Awaited<ReturnType<typeof findHits>>

/** The found messages under their conversations. A title may have changed since it was found. */
function grouped({ conversations, messages }: Hits, words: readonly string[]): FoundConversation[] {
  const known = new Map(
    conversations.map((conversation): [number, FoundConversation] => [
      conversation.id,
      { conversation, titleRanges: rangesIn(conversation.title, words), messages: [] }
    ])
  )
  const titled = [...known.values()].filter(({ titleRanges }) => titleRanges.length > 0)
  const groups = new Set(titled)
  for (const { conversationId, createdAt, content, ...message } of messages) {
    const group = known.get(conversationId)
    if (!group) continue
    groups.add(group)
    // The marks of an answer are drawn in the chat, and would only be in the way here; a request is shown as it was typed.
    const text = message.role === 'assistant' ? unmarked(content) : content
    group.messages.push({ ...message, created_at: createdAt, ...snippetOf(text, words) })
  }
  return [...groups]
}

export function mountSearch(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(searchChats), async ({ q, cursor = null }, c) => {
    const { userId } = c.var.caller
    const words = queryWords(q)
    const asked = await userOf(c.env, userId).readHits(
      { caller: sessionOf(c), limit: searchLimit },
      { words, before: cursor }
    )
    const { hits } = foundBy(asked)
    const rows = await findHits(historyOf(c), userId, hits)
    return { items: grouped(rows, words), next: hits.next, indexing: hits.isIndexing }
  })

  serve(app, sessionByObject(findAsked), async ({ id }, c) => {
    const { userId } = c.var.caller
    const saved = await whileAdmitted(c, () => conversationOfOperation(historyOf(c), userId, id))
    if (saved !== null) return { conversation_id: saved }
    const running = await userOf(c.env, userId).viewAnswer(askerOf(c), id)
    if (running.state === 'refused' || running.end || running.conversationId === null) throw new AppError('NOT_FOUND')
    return { conversation_id: running.conversationId }
  })
}
