// Works in a chat. The rows of the jobs and the messages that show them are one transaction: a crash leaves no work without its
// card and no card without its work. A chat that is gone gets none, and the work goes on. The user's object imports this late.
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Card } from '#domain/work-in-chat.ts'
import type { History } from '../base/database.ts'
import { rowValues } from '../base/row-values.ts'
import { jobIdOf } from '../files/job-files.ts'
import { spentUnasked } from './chat-settings.ts'
import { insertedOf } from './job-batches.ts'
import type { JobRow } from './job-view.ts'
import { findJob, insertion, type NewJob, waiting } from './jobs.ts'
import { conversations, jobs, messages } from './schema.ts'
import { isOwnConversation } from './shown-conversation.ts'
import { upscaleInsertion, upscaleOf, type Variant } from './upscales.ts'

export interface WorksOrder {
  /** Empty: the work of the card is there already. */
  jobs: readonly NewJob[]
  /** The one job enlarges this variant, unless another one does. */
  enlarges?: Variant | undefined
  card: Card
  /** The operations that the order has reserved itself. */
  reserved?: readonly string[] | undefined
}

export interface AddedWorks {
  /** In the order of the jobs. */
  inserted: { row: JobRow; isNew: boolean }[]
  /** The chat has got the card now. */
  isShown: boolean
  /** Nothing was added: the chat's tokens without a question do not suffice, or nothing is reserved for the works any more. */
  refused?: 'spent' | 'released'
}

/** Whether the message that the place names is in the conversation. */
function hasNamed({ conversationId, place }: Card): SQL | undefined {
  if (!place) return undefined
  if ('answers' in place)
    return sql`exists (select 1 from messages where id = ${place.answers} and conversation_id = ${conversationId} and role = 'user')`
  return place.after === 0
    ? undefined
    : sql`exists (select 1 from messages where id = ${place.after} and conversation_id = ${conversationId})`
}

/** Whether the card has its work, the first one: another one may be refused. */
const hasWork = ({ userId, works }: Card): SQL =>
  sql`exists (select 1 from jobs where id = ${jobIdOf(userId, works[0] ?? '')})`

/** The model stays that of the chat, which the next question is sent to. */
function messageInsertion(history: History, card: Card, side: Partial<typeof messages.$inferInsert> | object) {
  const { conversationId, userId, operationId, at } = card
  const values = rowValues(messages, {
    conversationId,
    operationId,
    createdAt: at,
    model: sql`(select model from conversations where id = ${conversationId})`,
    ...side
  })
  return history
    .insert(messages)
    .select(
      sql`select ${values} from conversations where ${and(isOwnConversation(userId, conversationId), hasWork(card), hasNamed(card))}`
    )
    .onConflictDoNothing()
    .returning({ id: messages.id })
}

const ownRequest = ({ conversationId, operationId }: Card): SQL =>
  sql`(select id from messages where conversation_id = ${conversationId} and operation_id = ${operationId} and role = 'user')`

/** The last one adds the card. Without a parent, a message follows the one that is shown last (a trigger). */
function cardStatements(history: History, card: Card): BatchItem<'sqlite'>[] {
  const { userId, conversationId, place, request, label, works, at, title } = card
  const own = and(isOwnConversation(userId, conversationId), hasWork(card))
  const titled = title
    ? [
        history
          .update(conversations)
          .set({ title: title.to })
          .where(and(own, eq(conversations.title, title.from), isNull(conversations.leafId)))
      ]
    : []
  const answers = place && 'answers' in place ? place.answers : null
  const after = place && 'after' in place ? { parentId: place.after } : {}
  const asked = answers === null ? [messageInsertion(history, card, { role: 'user', content: request, ...after })] : []
  return [
    ...titled,
    history
      .update(conversations)
      .set({
        updatedAt: sql`max(updated_at, ${at})`,
        archivedAt: sql`case when archived_at > ${at} then archived_at end`
      })
      .where(own),
    ...asked,
    messageInsertion(history, card, {
      role: 'assistant',
      content: label,
      works,
      parentId: answers ?? ownRequest(card)
    })
  ]
}

async function batched(history: History, [first, ...more]: BatchItem<'sqlite'>[]): Promise<unknown[]> {
  return first ? history.batch([first, ...more]) : []
}

const isAdded = (results: readonly unknown[]): boolean => {
  const last = results.at(-1)
  return Array.isArray(last) && last.length > 0
}

/** Whether the tokens that the chat may spend without a question suffice for all jobs of the order. */
function mayBegin(ordered: readonly NewJob[], { userId, unaskedIn }: NewJob): SQL {
  const total = ordered.reduce((sum, { priceTokens }) => sum + priceTokens, 0)
  const spent = sql.raw(spentUnasked('chat_settings.conversation_id', 'works_since'))
  return sql`exists (select 1 from chat_settings where conversation_id = ${unaskedIn} and user_id = ${userId}
    and ${spent} + ${total} <= works_limit_tokens)`
}

/**
 * Inserts a waiting job for which the user was not asked. The limit counts in the statement that adds the first job of the order, so that
 * of orders at the same moment none can pass it; its other jobs follow the first one.
 */
function unaskedInsertion(history: History, ordered: readonly NewJob[], job: NewJob) {
  const { unaskedIn } = job
  const condition =
    job === ordered[0]
      ? mayBegin(ordered, job)
      : sql`exists (select 1 from jobs where id = ${ordered[0]?.id ?? ''} and unasked_in = ${unaskedIn})`
  const values = rowValues(jobs, {
    ...waiting(job),
    // Never before the limit that it counts against, whichever clock has set it.
    createdAt: sql`max(${job.createdAt}, coalesce((select works_since from chat_settings where conversation_id = ${unaskedIn}), 0))`
  })
  return history
    .insert(jobs)
    .select(sql`select ${values} where ${condition}`)
    .onConflictDoNothing()
    .returning()
}

/** Adds works and their card. Repeated with the same ids it changes nothing. */
export async function addWorks(history: History, { jobs: ordered, enlarges, card }: WorksOrder): Promise<AddedWorks> {
  const insertions = ordered.map((job) => {
    if (enlarges) return upscaleInsertion(history, job, enlarges)
    return typeof job.unaskedIn === 'number' ? unaskedInsertion(history, ordered, job) : insertion(history, job)
  })
  const results = await batched(history, [...insertions, ...cardStatements(history, card)])
  const added = results.slice(0, ordered.length) as JobRow[][]
  const [only] = ordered
  const isRefused = typeof only?.unaskedIn === 'number' && added[0]?.length === 0 && !(await findJob(history, only.id))
  if (isRefused) return { inserted: [], isShown: false, refused: 'spent' }
  if (!enlarges || !only) return { inserted: await insertedOf(history, ordered, added), isShown: isAdded(results) }
  const enlarged = await upscaleOf(history, added[0]?.[0], { id: only.id, variant: enlarges })
  if (enlarged.row.id === only.id) return { inserted: [enlarged], isShown: isAdded(results) }
  // Another request has enlarged the variant: the card shows that work.
  const shown = await batched(history, cardStatements(history, { ...card, works: [enlarged.row.operationId] }))
  return { inserted: [enlarged], isShown: isAdded(shown) }
}
