// How much of a user's data is in memory while it is downloaded. Measured as what D1 has returned and the reader has not
// received: the memory of a Worker itself cannot be read from inside.
import { env } from 'cloudflare:workers'
import { historyRows } from '#tests/support/worker/histories.ts'
import { expect, test } from 'vitest'
import { addConversation } from '#data/history/chats.ts'
import { openHistory } from '#data/base/database.ts'
import { archiveBody } from '#worker/people/account-archive.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { newPerson } from '../support/worker/person.ts'
import { entriesOf } from '../support/worker/zip.ts'

const megabyte = 1_000_000

const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce<number>((sum, each) => sum + lengthOf(each), 0)
}

/** The archive as bytes, and the largest number of bytes that were read from D1 ahead of the reader. */
async function download(userId: string): Promise<{ bytes: Uint8Array; aheadMax: number; readBytes: number }> {
  let readBytes = 0
  let received = 0
  let aheadMax = 0
  const databases = guardedDatabases(async (run) => {
    const result = await run()
    readBytes += lengthOf(result)
    aheadMax = Math.max(aheadMax, readBytes - received)
    return result
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of archiveBody({ ...env, ...databases }, userId)) {
    received += chunk.length
    chunks.push(chunk)
  }
  return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), aheadMax, readBytes }
}

async function addRows(userId: string, messages: { count: number; length: number }, rows: number): Promise<number> {
  const { id } = await addConversation(openHistory(env, userId), {
    userId,
    title: 'Длинный «чат»',
    service: 'chatgpt',
    model: 'm',
    now: 1
  })
  const numbers = 'with recursive number(n) as (select 1 union all select n + 1 from number where n < ?1)'
  const history = historyRows(userId)
  await history.batch([
    history
      .prepare(
        `${numbers} insert into messages (conversation_id, role, content, model, created_at)
       select ?2, iif(n % 2, 'user', 'assistant'), n || '-' || hex(zeroblob(?3 / 2)), 'm', n from number`
      )
      .bind(messages.count, id, messages.length),
    history
      .prepare(
        `${numbers} insert into usage (user_id, operation_id, seq, service, action, outcome, price_tokens, reserved_tokens,
         cost_tokens, returned_tokens, attempts, balance_after, created_at, finished_at)
       select ?2, 'op-' || (?1 - n), n, 'chatgpt', '{"kind":"answer"}', 'complete', 1, 1, 1, 0, 1, 1, n / 3, n / 3 from number`
      )
      .bind(rows, userId)
  ])
  await env.DB.prepare(
    `${numbers} insert into payments (id, user_id, operation_id, package_id, tokens, bonus_tokens, total_tokens,
         amount_kopecks, currency, status, idempotence_key, created_at, updated_at)
       select ?2 || n, ?2, 'buy-' || n, 'custom', 1, 0, n, 1, 'RUB', 'canceled', 'x', n / 3, 1 from number`
  )
    .bind(rows, userId)
    .run()
  return id
}

test('an archive is read from D1 a few pages ahead of its reader, however long a conversation and a history are', async () => {
  const { userId } = await newPerson()
  await addRows(userId, { count: 80, length: 300_000 }, 3000)

  const { aheadMax, readBytes } = await download(userId)

  expect(readBytes).toBeGreaterThan(24 * megabyte)
  expect(aheadMax).toBeLessThan(3 * megabyte)
})

test('an archive made of pages has every row once, in order, as JSON', async () => {
  const { userId } = await newPerson()
  const id = await addRows(userId, { count: 501, length: 3000 }, 1203)
  await addConversation(openHistory(env, userId), { userId, title: 'Пустой', service: 'xai', model: 'm', now: 2 })
  const { bytes } = await download(userId)
  const entries = entriesOf(bytes)
  const read = (name: string): unknown => JSON.parse(entries.get(name) ?? '')
  const chat = read(`chats/${id}.json`) as { title: string; messages: { content: string; role: string }[] }
  expect(chat.title).toBe('Длинный «чат»')
  expect(chat.messages.map(({ content }) => Number.parseInt(content))).toEqual(
    Array.from({ length: 501 }, (_, index) => index + 1)
  )
  expect(read(`chats/${id + 1}.json`)).toMatchObject({ messages: [] })
  const order = Array.from({ length: 1203 }, (_, index) => index + 1)
  expect((read('operations.json') as { seq: number }[]).map(({ seq }) => seq)).toEqual(order)
  const payments = read('payments.json') as { tokens: number }[]
  expect(payments.map(({ tokens }) => tokens).toSorted((one, other) => one - other)).toEqual(order)
})
