// Fills the databases with strangers, as years of use would leave them: the rows of different users lie side by side.

import type { Miniflare } from 'miniflare'

/** What each stranger has. */
export const perStranger = { conversations: 10, messages: 20, journalLines: 100, operations: 50 }

/** Spread over the index like the ids of real users, and known from the number. */
const idOf = (shard: number, number: string) =>
  `printf('h${shard}-%08x-0000-4000-8000-%012x', (${number} * 2654435761) % 4294967296, ${number})`

const strangers = 'with recursive strangers (n) as (values (?1 + 1) union all select n + 1 from strangers where n < ?2)'

const user = (shard: number) => `${strangers}
  insert into users (id, email, canonical_email, password_hash, verified_at, created_at)
  select ${idOf(shard, 'n')}, ${idOf(shard, 'n')} || '@example.com', ${idOf(shard, 'n')} || '@example.com', 'none', ?3, ?3
  from strangers`

const session = (shard: number) => `${strangers}
  insert into sessions (id, user_id, refresh_hash, user_agent, ip, created_at, last_seen_at, expires_at)
  select 's' || ${idOf(shard, 'n')}, ${idOf(shard, 'n')}, ${idOf(shard, 'n')}, 'Firefox', '198.51.100.1', ?3, ?3, ?3 * 2
  from strangers`

const conversation = (shard: number) => `${strangers}
  insert into conversations (user_id, title, service, model, created_at, updated_at)
  select ${idOf(shard, 'n')}, 'Чат номер ' || ?4, 'chatgpt', 'gpt-4o-mini', ?3 + ?4, ?3 + ?4 from strangers`

/** As long as most messages of a chat are. */
const text = 'Сообщение обычной длины, как их пишут в чате. '.repeat(4)

const messages = `
  insert into messages (conversation_id, role, content, model, operation_id, outcome, charged_tokens, created_at)
  select id, ?3, '${text}', model, 'operation-' || id, iif(?3 = 'user', null, 'complete'), 1, created_at
  from conversations where id > ?1 and id <= ?2`

const journalLine = (shard: number) => `${strangers}
  insert into ledger_entries (user_id, seq, operation_id, kind, balance_delta, reserved_delta, balance_after, reserved_after,
    reason, at)
  select ${idOf(shard, 'n')}, ?4, '01890a5d-ac96-774b-bcce-' || ?4, iif(?4 % 2, 'reserve', 'settle'), 0 - (?4 % 2), 0, 100, 0,
    '{"kind":"answer"}', ?3 + ?4 from strangers`

const operation = (shard: number) => `${strangers}
  insert into usage (user_id, operation_id, seq, service, action, model, upstream_model, outcome, price_tokens,
    reserved_tokens, cost_tokens, returned_tokens, attempts, balance_after, created_at, finished_at)
  select ${idOf(shard, 'n')}, '01890a5d-ac96-774b-bcce-' || ?4, ?4 * 2, 'chatgpt', '{"kind":"answer"}', 'gpt-4o-mini',
    'gpt-6-luna-mini', 'complete', 1, 1, 1, 0, 1, 100, ?3 + ?4, ?3 + ?4 from strangers`

export type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

export interface Filled {
  directory: Database
  /** By number. */
  histories: ReadonlyMap<number, Database>
}

/** Strangers of one statement: it must not block a database for long, and not hold more than a batch in memory. */
const strangersMax = 20_000

/** Their numbers, up to `to` without it, and when they came. */
interface Strangers {
  shard: number
  from: number
  to: number
  at: number
}

async function addStrangers({ directory, histories }: Filled, { shard, from, to, at }: Strangers) {
  const history = histories.get(shard)
  if (!history) throw new Error(`No history ${shard}`)
  const run = (database: Database, query: string, ...more: unknown[]) =>
    database
      .prepare(query)
      .bind(from, to, at, ...more)
      .run()
  const newest = async () =>
    (await history.prepare('select coalesce(max(id), 0) as id from conversations').first<number>('id')) ?? 0
  await run(directory, user(shard))
  await run(directory, session(shard))
  const before = await newest()
  for (let number = 1; number <= perStranger.conversations; number++) await run(history, conversation(shard), number)
  const after = await newest()
  for (const role of ['user', 'assistant']) await history.prepare(messages).bind(before, after, role).run()
  for (let number = 1; number <= perStranger.journalLines; number++) await run(history, journalLine(shard), number)
  for (let number = 1; number <= perStranger.operations; number++) await run(history, operation(shard), number)
}

/** Adds strangers to every history until each has so many. */
export async function fill(filled: Filled, have: number, want: number): Promise<void> {
  const at = Date.now() - 24 * 60 * 60 * 1000
  for (const shard of filled.histories.keys())
    for (let from = have; from < want; from += strangersMax)
      await addStrangers(filled, { shard, from, to: Math.min(from + strangersMax, want), at })
}
