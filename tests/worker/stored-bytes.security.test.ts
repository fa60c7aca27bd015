// What one user may store in the shared database: counted in bytes of UTF-8, bounded for a day and in all.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { storage } from '#contract/catalogue/plans.ts'
import { openDatabase } from '#data/database.ts'
import { subscriptions } from '#data/schema-subscriptions.ts'
import { conversationBytes, jobBytes, messageBytes } from '#domain/stored-bytes.ts'
import { call, signIn, signUp } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { eraseAccounts } from '#worker/people/erase-accounts.ts'
import { keyed, later, moneyOf, sendWith, standingQueues, submitted } from '../support/worker/generating.ts'
import { newOwner } from '../support/worker/owner.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { signedInAgain } from '../support/worker/premium.ts'
import { callsAbout } from '../support/worker/reading.ts'

hashCheaply()

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const dayMs = 24 * 60 * 60 * 1000
const full = { status: 403, code: 'STORAGE_FULL', error: expect.stringMatching(/Удалите старые чаты/) }
const dayFull = { status: 429, code: 'STORAGE_DAY_FULL', retryAfter: expect.any(Number) }

async function newConversation(person: Person): Promise<number> {
  const created = await person.send('POST', '/chat/conversations', { service: 'chatgpt', title: 'Чат' })
  return (await dataOf<{ conversation: { id: number } }>(created)).conversation.id
}

const say = async (person: Person, id: number, content: string) =>
  answered(await person.send('POST', `/chat/conversations/${id}/messages`, { content }))

const ask = async (person: Person, conversationId: number, prompt: string, key = crypto.randomUUID()) =>
  answered(
    await person.send(
      'POST',
      '/ai/text/chatgpt',
      { prompt, model: 'gpt-4o-mini', conversationId },
      { 'idempotency-key': key }
    )
  )

const countOf = ({ userId }: { userId: string }) =>
  env.DB.prepare('select total from stored_bytes where user_id = ?').bind(userId).first<number>('total')

/** What the rows of a user hold, counted anew. */
async function recount({ userId }: { userId: string }): Promise<number> {
  const all = async <Row>(query: string) => (await env.DB.prepare(query).bind(userId).all<Row>()).results
  const chats = await all<{ title: string }>('select title from conversations where user_id = ?')
  const texts = await all<{ content: string; model: string }>(
    'select content, messages.model from messages join conversations as chat on chat.id = conversation_id where user_id = ?'
  )
  const works = await all<{ parameters: string; options: string }>(
    'select parameters, options from jobs where user_id = ?'
  )
  const sizes = [
    ...chats.map(({ title }) => conversationBytes(title)),
    ...texts.map(({ content, model }) => messageBytes(content, model)),
    ...works.map(({ parameters, options }) => jobBytes(JSON.parse(parameters) as object, JSON.parse(options) as object))
  ]
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** Fills a conversation with rows, as if over many days, until this many bytes are left. */
async function fill(person: Person, id: number, bytesLeft: number, plan: keyof typeof storage = 'free'): Promise<void> {
  for (;;) {
    const missing = storage[plan].bytesMax - bytesLeft - ((await countOf(person)) ?? 0)
    const length = Math.min(missing - messageBytes('', 'm'), 1_900_000)
    if (length <= 0) return
    await env.DB.prepare(
      `insert into messages (conversation_id, role, content, model, created_at)
       values (?, 'user', hex(zeroblob(? / 2)), 'm', 1)`
    )
      .bind(id, length)
      .run()
  }
}

describe('a free account', () => {
  test('stores no more in a day than a day allows, in bytes and not in letters, and goes on the day after', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const person = await newPerson()
    const id = await newConversation(person)
    const text = 'я'.repeat(100_000)
    const accepted: number[] = []
    let refused = await say(person, id, text)
    for (; refused.status === 200 && accepted.length < 60; refused = await say(person, id, text))
      accepted.push(messageBytes(text, ''))
    expect(refused).toMatchObject(dayFull)
    expect(accepted.length * 200_000).toBeLessThanOrEqual(storage.free.bytesPerDay)
    expect(accepted.length).toBeGreaterThanOrEqual(Math.floor(storage.free.bytesPerDay / 200_000) - 1)
    const before = await countOf(person)
    expect(
      await answered(await person.send('PUT', `/chat/conversations/${id}`, { title: 'ж'.repeat(200) }))
    ).toMatchObject({ status: 200 })
    expect(await say(person, id, text)).toMatchObject(dayFull)
    expect((await countOf(person))! - before!).toBe(conversationBytes('ж'.repeat(200)) - conversationBytes('Чат'))
    vi.setSystemTime(Date.now() + dayMs)
    expect(await say(await signedInAgain(person), id, text)).toMatchObject({ status: 200 })
  })

  test('stores no more in all than its plan allows, whatever the text is; deleting makes room', async () => {
    const person = await newPerson({ tokens: 20 })
    const [kept, old] = [await newConversation(person), await newConversation(person)]
    await fill(person, old, 100)
    const before = await recount(person)
    expect(await say(person, kept, 'ещё')).toMatchObject(full)
    for (const [method, path, body] of [
      ['POST', '/chat/conversations', { service: 'chatgpt' }],
      ['PUT', `/chat/conversations/${kept}`, { title: 'Длинное имя' }]
    ] as const)
      expect(await answered(await person.send(method, path, body))).toMatchObject(full)
    expect(await recount(person)).toBe(before)
    await dataOf(await person.send('DELETE', `/chat/conversations/${old}`))
    expect(await say(person, kept, 'ещё')).toMatchObject({ status: 200 })
    expect(await countOf(person)).toBe(await recount(person))
  })
})

test.each(['paid', 'premium'] as const)('an account that is %s stores more', async (plan) => {
  const person = await newPerson({ paid: plan === 'paid' })
  if (plan === 'premium') await givePremium(person)
  const id = await newConversation(person)
  await fill(person, id, 0)
  expect(await say(person, id, 'ещё')).toMatchObject({ status: 200 })
  await env.DB.prepare('update stored_bytes set total = ? where user_id = ?')
    .bind(storage[plan].bytesMax, person.userId)
    .run()
  expect(await say(person, id, 'ещё')).toMatchObject(full)
})

async function givePremium({ userId }: Person): Promise<void> {
  const now = Date.now()
  await openDatabase(env.DB)
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

describe('a question without room', () => {
  test('is refused before anything is reserved or sent; one deleted chat later it is answered', async () => {
    const person = await newPerson({ tokens: 50 })
    const [id, old] = [await newConversation(person), await newConversation(person)]
    expect(await ask(person, id, 'Кратко: что такое оникс?')).toMatchObject({ status: 200 })
    await evictKnown(person)
    await fill(person, old, 100)
    const untouched = await moneyOf(person)
    expect(await ask(person, id, 'Кратко: что такое опал?')).toMatchObject(full)
    expect([await moneyOf(person), await callsAbout('что такое опал')]).toEqual([untouched, []])
    await dataOf(await person.send('DELETE', `/chat/conversations/${old}`))
    expect(await ask(person, id, 'Кратко: что такое опал?')).toMatchObject({ status: 200 })
  })

  test('is let in as soon as there is room, also when the object was not told of a deletion', async () => {
    const person = await newPerson({ tokens: 50 })
    const id = await newConversation(person)
    await evictKnown(person)
    await fill(person, id, 100)
    expect(await ask(person, id, 'Кратко: что такое яшма?')).toMatchObject(full)
    await env.DB.prepare('delete from messages where conversation_id = ?').bind(id).run()
    expect(await ask(person, id, 'Кратко: что такое яшма?')).toMatchObject({ status: 200 })
  })

  test('of the day is refused before anything is reserved; what models wrote counts as well', async () => {
    const person = await newPerson({ tokens: 50 })
    const id = await newConversation(person)
    const prompt = 'Кратко: что такое гранит?'
    const before = await bytesOfDay(person)
    const { data } = (await ask(person, id, prompt)) as { data: { generatedText: string } }
    const after = await bytesOfDay(person)
    expect(before - after).toBeGreaterThan(messageBytes(prompt, '') + messageBytes(data.generatedText, '') - 50)
    await leaveOfDay(person, 2000)
    const untouched = await moneyOf(person)
    expect(await ask(person, id, `Кратко: что такое базальт? ${'я'.repeat(1000)}`)).toMatchObject(dayFull)
    expect([await moneyOf(person), await callsAbout('что такое базальт')]).toEqual([untouched, []])
    expect(await ask(person, id, 'Кратко: что такое базальт?')).toMatchObject({ status: 200 })
  })
})

/** What is left of the day's bytes. */
const bytesOfDay = ({ userId }: Person) =>
  runInDurableObject(
    env.USER.getByName(userId),
    (_, { storage: { sql } }) =>
      sql
        .exec<{ bytes: number }>("select level_parts / window_ms as bytes from buckets where key = 'stored-bytes'")
        .one().bytes
  )

const leaveOfDay = ({ userId }: Person, bytes: number) =>
  runInDurableObject(
    env.USER.getByName(userId),
    (_, { storage: { sql } }) =>
      void sql.exec(
        "update buckets set level_parts = ? * window_ms, at = ? where key = 'stored-bytes'",
        bytes,
        Date.now()
      )
  )

/** The object forgets what it knows of the account, as after a minute. */
const evictKnown = ({ userId }: Person) => env.USER.getByName(userId).endSession('no session')

test('an answer that has begun is stored, even when there is no room any more, and its repetition is answered', async () => {
  const person = await newPerson({ tokens: 50 })
  const id = await newConversation(person)
  const key = crypto.randomUUID()
  const body = { prompt: 'Кратко: что такое слюда?', model: 'gpt-4o-mini', conversationId: id }
  const headers = { 'idempotency-key': key, accept: 'text/event-stream' }
  const stream = await person.send('POST', '/ai/text/chatgpt', body, headers)
  await fill(person, id, 0)
  await stream.text()
  await evictKnown(person)
  const { messages } = await dataOf<{ messages: { operation_id: string | null; role: string }[] }>(
    await person.send('GET', `/chat/conversations/${id}/messages?limit=2`)
  )
  expect(messages).toMatchObject([
    { operation_id: key, role: 'user' },
    { operation_id: key, role: 'assistant' }
  ])
  expect(await countOf(person)).toBe(await recount(person))
  expect((await ask(person, id, body.prompt, key)).status).toBe(200)
  expect(await ask(person, id, 'Кратко: что такое шпат?')).toMatchObject(full)
})

test('a job without room is refused before anything is reserved; a repeated one is not; a deleted one makes room', async () => {
  const person = await newPerson({ tokens: 50 })
  const { bindings } = standingQueues()
  const id = await newConversation(person)
  const operationId = crypto.randomUUID()
  const make = (prompt: string, key: string) =>
    sendWith(person, bindings, '/ai/image/flux', { body: { prompt }, headers: { ...later, ...keyed(key) } })
  const { job } = await submitted(await make('к'.repeat(4000), operationId))
  await fill(person, id, 100)
  const untouched = await moneyOf(person)
  expect(await answered(await make('Маяк', crypto.randomUUID()))).toMatchObject(full)
  expect(await moneyOf(person)).toEqual(untouched)
  expect((await submitted(await make('к'.repeat(4000), operationId))).job.id).toBe(job.id)
  await dataOf(await person.send('DELETE', `/jobs/${job.id}`))
  await dataOf(await person.send('DELETE', `/jobs/${job.id}/files`))
  expect(await countOf(person)).toBe(await recount(person))
  expect(await countOf(person)).toBeLessThan(storage.free.bytesMax - 8000)
})

test('the count follows every change, and an erasure removes it', async () => {
  const owner = await newOwner()
  const person: Person = { ...(await newPerson({ tokens: 50 })) }
  const ids = [await newConversation(person), await newConversation(person), await newConversation(person)]
  for (const id of ids) for (const text of ['раз', 'two', '三'.repeat(50)]) await say(person, id, text)
  await ask(person, ids[0]!, 'Кратко: что такое сланец?')
  await person.send('PUT', `/chat/conversations/${ids[1]}`, { title: 'Другое имя' })
  await env.DB.prepare("update messages set content = 'короче' where conversation_id = ? and content = 'two'")
    .bind(ids[1])
    .run()
  expect(await countOf(person)).toBe(await recount(person))
  await person.send('DELETE', `/chat/conversations/${ids[0]}`)
  await env.DB.prepare('delete from conversations where id in (?, ?)').bind(ids[1], ids[2]).run()
  expect(await countOf(person)).toBe(0)

  expect(await countOf(owner)).toBe(await recount(owner))
  await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(owner.userId).run()
  await eraseAccounts(openDatabase(env.DB), env.MEDIA, Date.now())
  expect(await countOf(owner)).toBeNull()
})

test('signing in again and again keeps at most a hundred sessions: the newest, and those that are not ended first', async () => {
  const owner = await signUp()
  const now = Date.now()
  await env.DB.prepare(
    `with recursive number(n) as (select 1 union all select n + 1 from number where n < 300)
     insert into sessions (id, user_id, refresh_hash, rotated_at, user_agent, ip, created_at, last_seen_at, expires_at, ended_at)
     select 'many-' || n, ?1, 'many-' || n, 1, 'test', '127.0.0.1', n, n, ?2, iif(n > 250, ?2, null) from number`
  )
    .bind(owner.userId, now)
    .run()
  const { accessToken } = (await signIn(owner.email)).body.data?.tokens as { accessToken: string }
  const { results } = await env.DB.prepare('select id from sessions where user_id = ?')
    .bind(owner.userId)
    .all<{ id: string }>()
  expect(results).toHaveLength(100)
  expect(
    results
      .filter(({ id }) => id.startsWith('many-'))
      .map(({ id }) => Number(id.slice(5)))
      .toSorted((a, b) => a - b)
  ).toEqual(Array.from({ length: 98 }, (_, index) => 153 + index))
  expect((await call('/api/auth/profile', { accessToken })).status).toBe(200)
})

test('counting costs an answer no statement and no trip', async () => {
  const person = await newPerson({ tokens: 50 })
  const id = await newConversation(person)
  await ask(person, id, 'Кратко: что такое мрамор?')
  const prepared = vi.spyOn(env.DB, 'prepare')
  const batches = vi.spyOn(env.DB, 'batch')
  expect(await ask(person, id, 'Кратко: что такое мел?')).toMatchObject({ status: 200 })
  expect(prepared).toHaveBeenCalledTimes(5)
  expect(batches.mock.calls.map(([statements]) => statements.length)).toEqual([5])
})
