// Conversations from other services. The id of an import is unique for its user, so none is added twice.
import { and, eq } from 'drizzle-orm'
import type { Conversation } from '#contract/chats.ts'
import type { History } from '../base/database.ts'
import { shownConversation } from './shown-conversation.ts'
import { conversations } from './schema.ts'

interface ImportedMessage {
  role: 'user' | 'assistant'
  content: string
  model: string
  at: number
  /** As JSON. */
  sources: string | null
}

export interface Import {
  userId: string
  importId: string
  title: string
  service: string
  model: string
  messages: ImportedMessage[]
}

/** D1 takes values of 2 MB at most. In characters, which JSON may write as six. */
const portionLengthMax = 300_000

export const findImported = (history: History, userId: string, importId: string): Promise<Conversation | undefined> =>
  history
    .select(shownConversation)
    .from(conversations)
    .where(and(eq(conversations.userId, userId), eq(conversations.importId, importId)))
    .get()

function portionsOf(messages: readonly ImportedMessage[]): ImportedMessage[][] {
  const portions: ImportedMessage[][] = []
  let length = Infinity
  for (const message of messages) {
    const more = message.content.length + (message.sources?.length ?? 0)
    if (length + more > portionLengthMax) {
      portions.push([])
      length = 0
    }
    portions.at(-1)?.push(message)
    length += more
  }
  return portions
}

// Each is linked to the one before it by the trigger.
const insertPortion = `
  with new (id) as materialized (select id from conversations where user_id = ?1 and import_id = ?2)
  insert into messages (conversation_id, role, content, model, created_at, sources)
  select (select id from new), value ->> 'role', value ->> 'content', value ->> 'model', value ->> 'at',
    value ->> 'sources'
  from json_each(?3) order by key`

/** Adds a conversation with its messages, in one transaction. @throws Error when it is there already */
async function insertImport({ $client }: History, of: Import): Promise<Conversation> {
  const { userId, importId, title, service, model, messages } = of
  const times = messages.map(({ at }) => at)
  const [added] = await $client.batch<Conversation>([
    $client
      .prepare(
        `insert into conversations (user_id, title, service, model, import_id, created_at, updated_at)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7) returning id, title, service, model, created_at, updated_at`
      )
      .bind(userId, title, service, model, importId, Math.min(...times), Math.max(...times)),
    ...portionsOf(messages).map((portion) =>
      $client.prepare(insertPortion).bind(userId, importId, JSON.stringify(portion))
    )
  ])
  const conversation = added?.results[0]
  if (!conversation) throw new Error('An imported conversation was not returned')
  return conversation
}

/** When a concurrent request has added the same import, that one is returned. */
export async function addImported(
  history: History,
  of: Import
): Promise<{ conversation: Conversation; created: boolean }> {
  try {
    return { conversation: await insertImport(history, of), created: true }
  } catch (error) {
    const conversation = await findImported(history, of.userId, of.importId)
    if (!conversation) throw error
    return { conversation, created: false }
  }
}
