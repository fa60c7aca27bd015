// What a user has decided about one chat, and what of its tokens is spent. Every query names the owner.
import type { ChatSettings } from '#contract/chat-settings.ts'
import type { History } from '../base/database.ts'

/**
 * SQL: what the works without a question have cost since the limit was set. A work that failed or was cancelled counts what it was charged:
 * nothing. @param conversation @param since SQL
 */
export const spentUnasked = (conversation: string, since: string): string => `
  (select coalesce(sum(case when step in ('failed', 'cancelled') then coalesce(charged_tokens, 0) else price_tokens end), 0)
  from jobs where unasked_in = ${conversation} and created_at >= ${since})`

const columns = `works_limit_tokens as limitTokens, ${spentUnasked('conversation_id', 'works_since')} as spentTokens,
  is_memory_off as isMemoryOff`

interface Row {
  limitTokens: number | null
  spentTokens: number
  isMemoryOff: number | null
}

/** One row, if the user has the conversation: ?1 is the conversation and ?2 its owner. */
export const chatSettingsQuery = `
  select ${columns} from conversations left join chat_settings on conversation_id = id
  where id = ?1 and conversations.user_id = ?2`

export const chatSettingsIn = (row: unknown): ChatSettings => {
  const { limitTokens, spentTokens, isMemoryOff } = row as Row
  return {
    works: limitTokens === null ? null : { limitTokens, spentTokens },
    memory: isMemoryOff !== 1
  }
}

/** @returns undefined when the user has no such conversation */
export async function chatSettingsOf(
  { $client }: History,
  userId: string,
  conversationId: number
): Promise<ChatSettings | undefined> {
  const row = await $client.prepare(chatSettingsQuery).bind(conversationId, userId).first()
  return row === null ? undefined : chatSettingsIn(row)
}

/** What is left out stays. */
export interface ChatSettingsChange {
  /** Null: each work is asked for. A new limit counts from now on. */
  worksTokens?: number | null | undefined
  memory?: boolean | undefined
}

const change = `
  insert into chat_settings (conversation_id, user_id, works_limit_tokens, works_since, is_memory_off)
  select id, user_id, ?4, iif(?4 is null, null, ?5), coalesce(?6, 0) from conversations where id = ?1 and user_id = ?2
  on conflict do update set
    works_limit_tokens = iif(?3, excluded.works_limit_tokens, works_limit_tokens),
    works_since = iif(?3, excluded.works_since, works_since),
    is_memory_off = coalesce(?6, is_memory_off)
  returning ${columns}`

/** @returns undefined when the user has no such conversation */
export async function changeChatSettings(
  { $client }: History,
  userId: string,
  conversationId: number,
  { worksTokens, memory, now }: ChatSettingsChange & { now: number }
): Promise<ChatSettings | undefined> {
  const isMemoryOff = memory === undefined ? null : Number(!memory)
  const row = await $client
    .prepare(change)
    .bind(conversationId, userId, Number(worksTokens !== undefined), worksTokens ?? null, now, isMemoryOff)
    .first()
  return row === null ? undefined : chatSettingsIn(row)
}
