// Reads what a title needs, and lets one delivery of the message ask a model, once.
import type { TitleMessage } from '#domain/chat-title.ts'
import type { History } from '../base/database.ts'

export interface Untitled {
  title: string
  service: string
  createdAt: number
  question: string
  answer: string
  answeredAt: number
  /** Who has answered. */
  supplier: string | null
}

/** An answered question and its conversation; undefined when either is deleted, or a model was asked for a title before. */
export async function findUntitled(
  { $client }: History,
  { userId, conversationId, operationId }: TitleMessage
): Promise<Untitled | undefined> {
  const found = await $client
    .prepare(
      `select title, service, conversations.created_at as createdAt, question.content as question,
        answer.content as answer, answer.created_at as answeredAt, answer.supplier
      from conversations
        join messages as answer on answer.conversation_id = conversations.id
          and answer.operation_id = ?3 and answer.role = 'assistant'
        join messages as question on question.id = answer.parent_id and question.role = 'user'
      where conversations.id = ?1 and user_id = ?2 and title_asked_at is null`
    )
    .bind(conversationId, userId, operationId)
    .first<Untitled>()
  return found ?? undefined
}

/** @returns false when another delivery of the message has asked, or the title has changed meanwhile */
export async function claimTitle(
  { $client }: History,
  { userId, conversationId }: TitleMessage,
  { title, now }: { title: string; now: number }
): Promise<boolean> {
  const claimed = await $client
    .prepare(
      `update conversations set title_asked_at = ?4
      where id = ?1 and user_id = ?2 and title = ?3 and title_asked_at is null returning id`
    )
    .bind(conversationId, userId, title, now)
    .all()
  return claimed.results.length > 0
}

/** Notes that the model could not be asked, so that a later delivery of the message may ask. */
export async function returnTitleClaim({ $client }: History, { userId, conversationId }: TitleMessage): Promise<void> {
  await $client
    .prepare('update conversations set title_asked_at = null where id = ?1 and user_id = ?2')
    .bind(conversationId, userId)
    .run()
}
