// What a user stores in D1: written through the API, filled up, and counted anew.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { storageLimits } from '#contract/catalogue/plans.ts'
import { openDirectory } from '#data/base/database.ts'
import { subscriptions } from '#data/directory/schema-subscriptions.ts'
import type { dictationKey } from '#domain/dictation.ts'
import {
  type attachedBytesKey,
  attachmentBytes,
  conversationBytes,
  folderBytes,
  instructionBytes,
  jobBytes,
  messageBytes,
  shareBytes,
  storedBytesKey,
  jobShareBytes,
  projectBytes,
  projectFileBytes
} from '#domain/stored-bytes.ts'
import { historyRows } from './histories.ts'
import { answered, dataOf, type Person } from './person.ts'

const dayMs = 24 * 60 * 60 * 1000

export async function newConversation(person: Person): Promise<number> {
  const created = await person.send('POST', '/chat/conversations', { service: 'chatgpt', title: 'Чат' })
  return (await dataOf<{ conversation: { id: number } }>(created)).conversation.id
}

export const say = async (person: Person, id: number, content: string) =>
  answered(await person.send('POST', `/chat/conversations/${id}/messages`, { content }))

export const ask = async (person: Person, conversationId: number, prompt: string, key = crypto.randomUUID()) =>
  answered(
    await person.send(
      'POST',
      '/ai/text/chatgpt',
      { prompt, model: 'gpt-4o-mini', conversationId },
      { 'idempotency-key': key }
    )
  )

export const countOf = ({ userId }: { userId: string }) =>
  historyRows(userId).prepare('select total from stored_bytes where user_id = ?').bind(userId).first<number>('total')

/** What the rows of a user hold, counted anew. */
export async function recount({ userId }: { userId: string }): Promise<number> {
  const all = async <Row>(query: string) => (await historyRows(userId).prepare(query).bind(userId).all<Row>()).results
  const chats = await all<{ title: string }>('select title from conversations where user_id = ?')
  const texts = await all<{
    content: string
    model: string
    thinking: string | null
    sources: string | null
    works: string | null
    read: string | null
  }>(
    'select content, messages.model, thinking, sources, works, read from messages join conversations as chat on chat.id = conversation_id where user_id = ?'
  )
  const jobs = await all<{ parameters: string; options: string }>(
    'select parameters, options from jobs where user_id = ?'
  )
  const roles = await all<{ name: string; instruction: string }>(
    'select name, instruction from roles where user_id = ?'
  )
  const instructions = await all<{ name: string | null; instruction: string }>(
    'select role as name, instruction from instructions where user_id = ?'
  )
  const folders = await all<{ name: string }>('select name from folders where user_id = ?')
  const projects = await all<{ instruction: string }>('select instruction from projects where user_id = ?')
  const projectFiles = await all<object>('select folder_id from project_files where user_id = ?')
  const jobShares = await all<object>('select id from job_shares where user_id = ?')
  const copies = await all<{ title: string; size_bytes: number }>(
    'select title, size_bytes from shares where user_id = ?'
  )
  const files = await all<{ name: string; uses: number }>(
    `select name, (select count(*) from message_attachments where attachment_id = attachments.id) as uses
    from attachments where user_id = ?`
  )
  const sizes = [
    ...[...roles, ...instructions].map(instructionBytes),
    ...folders.map(({ name }) => folderBytes(name)),
    ...projects.map(({ instruction }) => projectBytes(instruction)),
    ...projectFiles.map(() => projectFileBytes),
    ...jobShares.map(() => jobShareBytes),
    ...copies.map(({ title, size_bytes: sizeBytes }) => shareBytes(title, sizeBytes)),
    // 100 of them are for its first use.
    ...files.map(({ name, uses }) => attachmentBytes(name) + 100 * (uses - 1)),
    ...chats.map(({ title }) => conversationBytes(title)),
    ...texts.map(({ content, model, thinking, sources, works, read }) =>
      messageBytes(content, model, thinking, sources, works, read)
    ),
    ...jobs.map(({ parameters, options }) => jobBytes(JSON.parse(parameters) as object, JSON.parse(options) as object))
  ]
  return sizes.reduce((sum, bytes) => sum + bytes, storedElsewhere.get(userId) ?? 0)
}

/** Bytes that a user is said to store elsewhere, by user: `recount` counts them as well. */
const storedElsewhere = new Map<string, number>()

/** Fills a conversation with a long message, as if over many days, until this many bytes are left. All others are elsewhere. */
export async function fill(person: Person, id: number, bytesLeft: number): Promise<void> {
  const { userId } = person
  const missing = storageLimits.free.bytesMax - bytesLeft - ((await countOf(person)) ?? 0)
  const length = Math.min(missing - messageBytes('', 'm'), 100_000)
  if (length <= 0) return
  const elsewhere = missing - messageBytes('', 'm') - length
  const rows = historyRows(userId)
  await rows.batch([
    rows
      .prepare(
        `insert into messages (conversation_id, role, content, model, created_at)
        values (?1, 'user', substr(hex(zeroblob(?2)), 1, ?2), 'm', 1)`
      )
      .bind(id, length),
    rows.prepare('update stored_bytes set total = total + ? where user_id = ?').bind(elsewhere, userId)
  ])
  storedElsewhere.set(userId, (storedElsewhere.get(userId) ?? 0) + elsewhere)
}

export async function givePremium({ userId }: Person): Promise<void> {
  const now = Date.now()
  await openDirectory(env)
    .insert(subscriptions)
    .values({
      userId,
      id: crypto.randomUUID(),
      state: 'active',
      priceKopecks: 99_000,
      anchorAt: now,
      months: 1,
      periodStart: now,
      periodEnd: now + dayMs,
      accessUntil: now + dayMs,
      attempts: 0,
      changeId: 'x'
    })
}

/** What is left of the day's texts in bytes, of its files in kilobytes, or of its dictation in seconds. */
export const leftOfDay = (
  { userId }: Person,
  key: typeof storedBytesKey | typeof attachedBytesKey | typeof dictationKey
) =>
  runInDurableObject(
    env.USER.getByName(userId),
    (_, { storage: { sql } }) =>
      sql.exec<{ left: number }>('select level_parts / window_ms as left from buckets where key = ?', key).one().left
  )

/** What is left of the day's bytes of texts. */
export const bytesOfDay = (person: Person) => leftOfDay(person, storedBytesKey)

export const leaveOfDay = (
  { userId }: Person,
  left: number,
  key: typeof storedBytesKey | typeof attachedBytesKey | typeof dictationKey = 'stored-bytes'
) =>
  runInDurableObject(
    env.USER.getByName(userId),
    (_, { storage: { sql } }) =>
      void sql.exec('update buckets set level_parts = ? * window_ms, at = ? where key = ?', left, Date.now(), key)
  )

/** The object forgets what it knows of the account, as after a minute. */
export const forgetAccount = ({ userId }: Person) => env.USER.getByName(userId).endSession('no session')
