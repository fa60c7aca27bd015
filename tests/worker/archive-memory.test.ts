// How much of a user's data is in memory while it is downloaded. Measured as what D1 and the wallet have returned and the reader
// has not received: the memory of a Worker itself cannot be read from inside.
import { env } from 'cloudflare:workers'
import { historyRows } from '#tests/support/worker/histories.ts'
import { expect, test } from 'vitest'
import { addConversation } from '#data/history/chats.ts'
import { openHistory } from '#data/base/database.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { UserCalls } from '#durable-objects/user/calls.ts'
import { archiveBody } from '#worker/people/account-archive.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { newPerson } from '../support/worker/person.ts'
import { changeRows } from '../support/worker/wallet-rows.ts'
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
  const measured = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = await run()
    readBytes += lengthOf(result)
    aheadMax = Math.max(aheadMax, readBytes - received)
    return result
  }
  const linesBetween: UserCalls['linesBetween'] = (...asked) =>
    measured(() => userOf(env, userId).linesBetween(...asked))
  const USER = {
    getByName: () => ({
      linesBetween,
      viewBudgets: () => userOf(env, userId).viewBudgets(),
      viewKeys: () => userOf(env, userId).viewKeys()
    })
  } as unknown as Env['USER']
  const bindings = { ...env, ...guardedDatabases(measured), USER }
  const chunks: Uint8Array[] = []
  for await (const chunk of archiveBody(bindings, userId)) {
    received += chunk.length
    chunks.push(chunk)
  }
  return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), aheadMax, readBytes }
}

/** The last line of the journal begins an operation. */
async function addRows(userId: string, messages: { count: number; length: number }, rows: number): Promise<number> {
  const { id } = await addConversation(openHistory(env, userId), {
    userId,
    title: 'Длинный «чат»',
    service: 'chatgpt',
    model: 'm',
    now: 1
  })
  const numbers = 'with recursive number(n) as (select 1 union all select n + 1 from number where n < ?1)'
  await historyRows(userId)
    .prepare(
      `${numbers} insert into messages (conversation_id, role, content, model, created_at)
       select ?2, iif(n % 2, 'user', 'assistant'), n || '-' || hex(zeroblob(?3 / 2)), 'm', n from number`
    )
    .bind(messages.count, id, messages.length)
    .run()
  await changeRows(
    userId,
    `with recursive number(n) as (select 1 union all select n + 1 from number where n <= ${rows})
      insert into journal (seq, at, operation_id, kind, balance_delta, reserved_delta, charged_tokens, loss_tokens,
        credited_after, available_after, reserved_after, used_after, service, action, outcome, attempts)
      select n, n / 3, n || hex(zeroblob(200)), iif(n <= ${rows}, 'credit', 'reserve'), 1, 0, 0, 0, n, n, 0, 0, 'bonus',
        '{"kind":"signup-bonus"}', 'credited', 0 from number`
  )
  await env.DB.prepare(
    `${numbers} insert into payments (id, user_id, operation_id, package_id, tokens, bonus_tokens, total_tokens,
         amount_kopecks, currency, status, idempotence_key, created_at, updated_at)
       select ?2 || n, ?2, 'buy-' || n, 'custom', 1, 0, n, 1, 'RUB', 'canceled', 'x', n / 3, 1 from number`
  )
    .bind(rows, userId)
    .run()
  return id
}

test('an archive is read a few pages ahead of its reader, however long a conversation and a history are', async () => {
  const { userId } = await newPerson()
  await addRows(userId, { count: 80, length: 300_000 }, 4000)

  const { aheadMax, readBytes } = await download(userId)

  expect(readBytes).toBeGreaterThan(24 * megabyte)
  expect(aheadMax).toBeLessThan(3 * megabyte)
})

test('an archive made of pages has every row once, in order, as JSON', async () => {
  const { userId } = await newPerson()
  const id = await addRows(userId, { count: 501, length: 3000 }, 2000)
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
  const order = Array.from({ length: 2000 }, (_, index) => index + 1)
  expect((read('operations.json') as { seq: number }[]).map(({ seq }) => seq)).toEqual(order)
  const payments = read('payments.json') as { tokens: number }[]
  expect(payments.map(({ tokens }) => tokens).toSorted((one, other) => one - other)).toEqual(order)
})
