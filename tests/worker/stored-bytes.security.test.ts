// What one user may store in the shared database: counted in bytes of UTF-8, bounded for a day and in all.
import { historyRows } from '#tests/support/worker/histories.ts'
import { describe, expect, test, vi } from 'vitest'
import { storageLimits } from '#contract/catalogue/plans.ts'
import { conversationBytes, messageBytes } from '#domain/stored-bytes.ts'
import { keyed, later, moneyOf, sendWith, standingQueues, submitted } from '../support/worker/generating.ts'
import { answered, dataOf, newPerson } from '../support/worker/person.ts'
import { signedInAgain } from '../support/worker/premium.ts'
import { callsAbout } from '../support/worker/reading.ts'
import {
  ask,
  bytesOfDay,
  countOf,
  fill,
  forgetAccount,
  givePremium,
  leaveOfDay,
  newConversation,
  recount,
  say
} from '../support/worker/storing.ts'

const dayMs = 24 * 60 * 60 * 1000
const full = { status: 403, code: 'STORAGE_FULL', error: expect.stringMatching(/Удалите старые чаты/) }
const dayFull = { status: 429, code: 'STORAGE_DAY_FULL', retryAfter: expect.any(Number) }

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
    expect(accepted.length * 200_000).toBeLessThanOrEqual(storageLimits.free.bytesPerDay)
    expect(accepted.length).toBeGreaterThanOrEqual(Math.floor(storageLimits.free.bytesPerDay / 200_000) - 1)
    const before = await countOf(person)
    expect(
      await answered(await person.send('PUT', `/chat/conversations/${id}`, { title: 'ж'.repeat(200) }))
    ).toMatchObject({ status: 200 })
    expect(await say(person, id, text)).toMatchObject(dayFull)
    expect((await countOf(person))! - before!).toBe(conversationBytes('ж'.repeat(200)) - conversationBytes('Чат'))
    vi.setSystemTime(Date.now() + dayMs)
    expect(await say(await signedInAgain(person), id, text)).toMatchObject({ status: 200 })
  })

  test('stores no more in a day by many calls at once', async () => {
    const person = await newPerson()
    const id = await newConversation(person)
    const calls = Array.from({ length: 20 }, () => say(person, id, 'я'.repeat(100_000)))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(9).fill(200), ...Array(11).fill(429)])
    expect(await countOf(person)).toBeLessThan(storageLimits.free.bytesPerDay)
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
  await historyRows(person.userId)
    .prepare('update stored_bytes set total = ? where user_id = ?')
    .bind(storageLimits[plan].bytesMax, person.userId)
    .run()
  expect(await say(person, id, 'ещё')).toMatchObject(full)
})

describe('a question without room', () => {
  test('is refused before anything is reserved or sent; one deleted chat later it is answered', async () => {
    const person = await newPerson({ tokens: 50 })
    const [id, old] = [await newConversation(person), await newConversation(person)]
    expect(await ask(person, id, 'Кратко: что такое оникс?')).toMatchObject({ status: 200 })
    await forgetAccount(person)
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
    await forgetAccount(person)
    await fill(person, id, 100)
    expect(await ask(person, id, 'Кратко: что такое яшма?')).toMatchObject(full)
    await historyRows(person.userId).prepare('delete from messages where conversation_id = ?').bind(id).run()
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

test('an answer that has begun is stored, even when there is no room any more, and its repetition is answered', async () => {
  const person = await newPerson({ tokens: 50 })
  const id = await newConversation(person)
  const key = crypto.randomUUID()
  const body = { prompt: 'Кратко: что такое слюда?', model: 'gpt-4o-mini', conversationId: id }
  const headers = { 'idempotency-key': key, accept: 'text/event-stream' }
  const stream = await person.send('POST', '/ai/text/chatgpt', body, headers)
  await fill(person, id, 0)
  await stream.text()
  await forgetAccount(person)
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
  expect(await countOf(person)).toBeLessThan(storageLimits.free.bytesMax - 8000)
})
