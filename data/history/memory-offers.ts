// Lines that models offer for a user's memory. A row without a text notes that a model was asked after this answer, or that the user has
// decided: nothing is offered twice after one answer.
import type { TitleMessage } from '#domain/chat-title.ts'
import { askedKeptMs, offerKeptMs } from '#domain/memory-offer.ts'
import type { History } from '../base/database.ts'
import { isMemoryOff } from './memory-sql.ts'

/** Who has asked and answered, where the memory counts. */
export interface Rememberable {
  service: string
  question: string
  /** Who has answered. */
  supplier: string | null
}

/** SQL that marks an answer as asked about, once, while it is there and the memory counts in its conversation. */
const claimAnswer = `
  insert into memory_offers (user_id, operation_id, conversation_id, text, created_at)
  select user_id, ?3, id, '', ?4 from conversations
  where id = ?1 and user_id = ?2 and not ${isMemoryOff()}
    and exists (select 1 from memory_settings where user_id = ?2 and is_on)
  on conflict do nothing returning operation_id`

/** Undefined: it is gone, was asked about, or the memory does not count there. */
export async function findRememberable(
  { $client }: History,
  { userId, conversationId, operationId }: TitleMessage
): Promise<Rememberable | undefined> {
  const found = await $client
    .prepare(
      `select service, question.content as question, answer.supplier
      from conversations
        join messages as answer on answer.conversation_id = conversations.id
          and answer.operation_id = ?3 and answer.role = 'assistant'
        join messages as question on question.id = answer.parent_id and question.role = 'user'
      where conversations.id = ?1 and user_id = ?2 and not ${isMemoryOff()}
        and exists (select 1 from memory_settings where user_id = ?2 and is_on)
        and not exists (select 1 from memory_offers where user_id = ?2 and operation_id = ?3)`
    )
    .bind(conversationId, userId, operationId)
    .first<Rememberable>()
  return found ?? undefined
}

/** Old marks, and offers that their user has not decided, go with it. @returns false when another delivery of the message has asked */
export async function claimOffer(
  { $client }: History,
  { userId, conversationId, operationId }: TitleMessage,
  now: number
): Promise<boolean> {
  const [, claimed] = await $client.batch([
    $client
      .prepare("delete from memory_offers where user_id = ?1 and (created_at < ?2 or (text = '' and created_at < ?3))")
      .bind(userId, now - offerKeptMs, now - askedKeptMs),
    $client.prepare(claimAnswer).bind(conversationId, userId, operationId, now)
  ])
  return (claimed?.results.length ?? 0) > 0
}

/** Notes that the model could not be asked, so that a later delivery of the message may ask. */
export async function returnOfferClaim({ $client }: History, { userId, operationId }: TitleMessage): Promise<void> {
  await $client
    .prepare("delete from memory_offers where user_id = ?1 and operation_id = ?2 and text = ''")
    .bind(userId, operationId)
    .run()
}

/** What the user's memory holds and what is offered already; null: it is off. */
export async function knownLines({ $client }: History, userId: string): Promise<string[] | null> {
  const [settings, lines] = await $client.batch<{ text: string }>([
    $client.prepare("select '' as text from memory_settings where user_id = ?1 and is_on").bind(userId),
    $client
      .prepare(
        `select text from memory_lines where user_id = ?1
        union all select text from memory_offers where user_id = ?1 and text <> ''`
      )
      .bind(userId)
  ])
  return settings?.results.length === 1 ? (lines?.results ?? []).map(({ text }) => text) : null
}

/** @returns false when the chat is gone, or the memory was switched off meanwhile */
export async function keepOffer(
  { $client }: History,
  { userId, operationId }: TitleMessage,
  text: string
): Promise<boolean> {
  const kept = await $client
    .prepare(
      `update memory_offers set text = ?3 where user_id = ?1 and operation_id = ?2 and text = ''
        and exists (select 1 from memory_settings where user_id = ?1 and is_on)
        and exists (select 1 from conversations where id = conversation_id and not ${isMemoryOff()})
      returning operation_id`
    )
    .bind(userId, operationId, text)
    .all()
  return kept.results.length > 0
}

/** The user has decided. Changes nothing when the user has no such offer, or has decided before. */
export async function decideOffer({ $client }: History, userId: string, operationId: string): Promise<void> {
  await $client
    .prepare("update memory_offers set text = '' where user_id = ?1 and operation_id = ?2")
    .bind(userId, operationId)
    .run()
}

/** For the archive of the user's data. */
export const offersToShow = async ({ $client }: History, userId: string): Promise<object[]> =>
  (
    await $client
      .prepare(
        `select text, conversation_id as conversationId, created_at as createdAt from memory_offers
        where user_id = ?1 and text <> '' order by created_at, operation_id`
      )
      .bind(userId)
      .all<object>()
  ).results
