// Searches in chats, and what the index of a user holds.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { FoundConversation } from '#contract/search.ts'
import { historyRows } from './histories.ts'
import { dataOf, type Person } from './person.ts'

interface Found {
  items: FoundConversation[]
  next: number | null
  indexing: boolean
}

export const search = async (person: Person, q: string, cursor?: number): Promise<Found> =>
  dataOf<Found>(await person.send('GET', searchPath(q, cursor)))

const searchPath = (q: string, cursor?: number): string =>
  `/chat/search?q=${encodeURIComponent(q)}${cursor === undefined ? '' : `&cursor=${cursor}`}`

/** The texts of what was found, each hit in brackets. */
export const marked = (text: string, ranges: readonly (readonly [number, number])[]): string =>
  ranges.reduceRight((rest, [from, to]) => `${rest.slice(0, from)}[${rest.slice(from, to)}]${rest.slice(to)}`, text)

/** As soon as nothing is left to read. */
export async function wholeSearch(person: Person, q: string): Promise<Found> {
  for (;;) {
    const found = await search(person, q)
    if (!found.indexing) return found
  }
}

export const titlesIn = ({ items }: Found) => items.map(({ conversation }) => conversation.title)

export async function addTitled(person: Person, service: string, title: string): Promise<number> {
  const created = await person.send('POST', '/chat/conversations', { service, title })
  return (await dataOf<{ conversation: { id: number } }>(created)).conversation.id
}

/** Conversations with two messages each, as years would leave them; the word `номерN` is in the N-th alone. */
export async function addMany({ userId }: Person, count: number): Promise<void> {
  const history = historyRows(userId)
  const numbers = 'with recursive numbers (n) as (values (1) union all select n + 1 from numbers where n < ?2)'
  await history
    .prepare(
      `${numbers} insert into conversations (user_id, title, service, model, created_at, updated_at)
        select ?1, 'Беседа ' || n, 'chatgpt', 'gpt-4o-mini', n, n from numbers`
    )
    .bind(userId, count)
    .run()
  for (const role of ['user', 'assistant'])
    await history
      .prepare(
        `insert into messages (conversation_id, role, content, model, created_at)
          select id, ?2, 'Сообщение обычной длины, как их пишут в чате, номер' || created_at, 'gpt-4o-mini', created_at
          from conversations where user_id = ?1`
      )
      .bind(userId, role)
      .run()
}

/** Everything in the tables of the index, as text; null when there are none. */
export const indexOf = ({ userId }: Person): Promise<string | null> =>
  runInDurableObject(env.USER.getByName(userId), (_, { storage: { sql } }) => {
    const names = sql.exec<{ name: string }>("select name from sqlite_master where name like 'search_%'").toArray()
    if (names.length === 0) return null
    const decoder = new TextDecoder()
    return names
      .filter(({ name }) => /^search_(state|changed|rows|words_data)$/.test(name))
      .flatMap(({ name }) =>
        sql
          .exec(`select * from ${name}`)
          .toArray()
          .flatMap((row) => Object.values(row))
      )
      .map((value) => (value instanceof ArrayBuffer ? decoder.decode(value) : String(value)))
      .join('\n')
  })

/** The messages whose words the index has. */
export const indexedIds = ({ userId }: Person): Promise<number[]> =>
  runInDurableObject(env.USER.getByName(userId), (_, { storage: { sql } }) =>
    sql
      .exec<{ id: number }>('select id from search_rows where id > 0')
      .toArray()
      .map(({ id }) => id)
  )
