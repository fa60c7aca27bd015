// The timed work: calls of two users, one in each history, and duties of the clock. Each has the same work to do, however much
// other users have stored.
import { shardOf } from '#domain/shard.ts'
import type { Database, Filled } from './fill.ts'
import { type DutyName, dutyPath } from './paths.ts'

export interface Subject {
  userId: string
  accessToken: string
  conversationId: number
}

/** Prepares, then does the timed work. */
export interface Timed {
  name: string
  prepare?: () => Promise<unknown>
  run: () => Promise<unknown>
}

const dayMs = 24 * 60 * 60 * 1000
const numbers = 'with recursive numbers (n) as (values (1) union all select n + 1 from numbers where n < ?2)'

/** The data of the timed user: the same at every size. */
export async function addPast(history: Database, userId: string): Promise<number> {
  const now = Date.now()
  await history
    .prepare(
      `${numbers} insert into conversations (user_id, title, service, model, created_at, updated_at)
       select ?1, 'Чат ' || n, 'chatgpt', 'gpt-4o-mini', ?3 - n, ?3 - n from numbers`
    )
    .bind(userId, 100, now)
    .run()
  const newest = 'select id from conversations where user_id = ? order by updated_at desc limit 1'
  const conversationId = (await history.prepare(newest).bind(userId).first<number>('id')) ?? 0
  await history
    .prepare(
      `${numbers} insert into messages (conversation_id, role, content, model, operation_id, created_at)
       select ?1, iif(n % 2, 'user', 'assistant'), 'Сообщение обычной длины, как их пишут в чате.', 'gpt-4o-mini',
         'past-' || ((n + 1) / 2), ?3 - ?2 + n from numbers`
    )
    .bind(conversationId, 200, now)
    .run()
  await history
    .prepare(
      `${numbers} insert into usage (user_id, operation_id, seq, service, action, outcome, price_tokens, reserved_tokens,
         cost_tokens, returned_tokens, attempts, balance_after, created_at, finished_at)
       select ?1, 'past-' || n, n, 'chatgpt', '{"kind":"answer"}', 'complete', 1, 1, 1, 0, 1, 100, ?3 - n, ?3 - n from numbers`
    )
    .bind(userId, 300, now)
    .run()
  return conversationId
}

/** Rows that a purge finds due. */
const addDueRows = ({ directory }: Filled) =>
  directory
    .prepare(
      `${numbers} insert into sessions (id, user_id, refresh_hash, user_agent, ip, created_at, last_seen_at,
         expires_at) select ?1 || n, 'nobody', ?1 || n, 'Firefox', '198.51.100.1', 1, 1, 1 from numbers`
    )
    .bind(crypto.randomUUID(), 200)
    .run()

/** A user who asked for deletion long ago. */
async function addLeaver({ directory, histories }: Filled, shard: number): Promise<void> {
  const userId = `h${shard}-${crypto.randomUUID()}`
  const asked = Date.now() - 30 * dayMs
  await directory
    .prepare(
      `insert into users (id, email, canonical_email, password_hash, verified_at, created_at, deletion_requested_at)
       values (?1, ?1, ?1, 'none', 1, 1, ?2)`
    )
    .bind(userId, asked)
    .run()
  await addPast(histories.get(shard)!, userId)
}

async function demand(response: Promise<Response>): Promise<string> {
  const answered = await response
  const text = await answered.text()
  if (!answered.ok) throw new Error(`${answered.status} ${text}`)
  return text
}

export function subjectsOf(url: string, filled: Filled, people: readonly Subject[]): Timed[] {
  const get = ({ accessToken }: Subject, path: string) =>
    demand(fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${accessToken}` } }))
  const perform = (duty: DutyName) =>
    demand(fetch(`${url}${dutyPath}`, { method: 'POST', body: JSON.stringify({ duty }) }))
  const calls = people.flatMap((person): Timed[] => {
    const of = (what: string) => `${what} (history ${shardOf(person.userId)})`
    return [
      { name: of('list chats'), run: () => get(person, '/chat/conversations?limit=50') },
      { name: of('list chats, page 2'), run: () => get(person, '/chat/conversations?limit=50&offset=50') },
      { name: of('open a chat'), run: () => get(person, `/chat/conversations/${person.conversationId}/messages`) },
      { name: of('search'), run: () => get(person, `/chat/search?q=${encodeURIComponent('обычн')}`) },
      { name: of('list works'), run: () => get(person, '/jobs') },
      { name: of('usage of the plan'), run: () => get(person, '/subscription/usage') },
      { name: of('history'), run: () => get(person, '/ai/usage') },
      {
        name: of('erase an account'),
        prepare: () => addLeaver(filled, shardOf(person.userId)),
        run: () => perform('erasure')
      }
    ]
  })
  return [
    ...calls,
    { name: 'purge 200 sessions', prepare: () => addDueRows(filled), run: () => perform('purge') },
    { name: 'sweep jobs', run: () => perform('sweep') },
    { name: 'page of users', run: () => perform('page of users') },
    { name: 'service status', run: () => demand(fetch(`${url}/api/ai/status`)) }
  ]
}
