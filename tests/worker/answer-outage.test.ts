// Answers during an outage: D1 that refuses writes or hangs, and calls that break.
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { allDatabases, runOnD1 } from '#tests/support/worker/histories.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import {
  alarmOf,
  answerFor,
  inAnswers,
  newAsker,
  objectOf,
  priceTokens,
  requestOf,
  savedMessages
} from '../support/worker/asking.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { openStream, readSome, streamFrom } from '../support/worker/reading.ts'

/** D1 refuses every new message. */
const breakMessages = () =>
  runOnD1("create trigger broken before insert on messages begin select raise(abort, 'broken'); end")
const mendMessages = async () => {
  for (const database of allDatabases()) await database.exec('drop trigger if exists broken')
}
const viewOf = (userId: string) => userOf(env, userId).view()

afterEach(mendMessages)

test('an answer waits while D1 refuses writes, and is saved and charged once when D1 is back', async () => {
  const warnings = vi.spyOn(console, 'warn').mockReturnValue()
  const asker = await newAsker(20)
  await breakMessages()
  const request = requestOf(asker, 'Кратко: что такое эхо?')
  await readSome(await openStream(request))
  await vi.waitUntil(() => warnings.mock.calls.some(([line]) => String(line).includes('answer-delivery-failed')), {
    timeout: 30_000
  })
  expect(await answerFor(request).view()).toMatchObject({ running: true, content: expect.stringMatching(/\S/) })
  expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20 - priceTokens, reservedTokens: 0 })

  await mendMessages()
  await alarmOf(request)
  await alarmOf(request)
  const whole = await new Response(await streamFrom(request, -1)).text()
  expect(whole).toContain('event: done')
  expect(await savedMessages(asker)).toHaveLength(2)
  expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 15, reservedTokens: 0, usedTokens: 5 })
})

test('an answer killed while D1 refuses writes is still delivered and charged in full', async () => {
  const warnings = vi.spyOn(console, 'warn').mockReturnValue()
  const asker = await newAsker(20)
  await breakMessages()
  const request = requestOf(asker, 'Кратко: что такое иней?')
  await readSome(await openStream(request))
  await vi.waitUntil(() => warnings.mock.calls.some(([line]) => String(line).includes('answer-delivery-failed')), {
    timeout: 30_000
  })
  await abortAllDurableObjects()
  await mendMessages()
  await alarmOf(request)
  expect((await savedMessages(asker)).at(-1)).toMatchObject({ outcome: 'complete', chargedTokens: priceTokens })
  expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 15, reservedTokens: 0 })
})

test('an answer that arrived while D1 hangs is recorded as complete, so that it is still charged', async () => {
  const asker = await newAsker(20)
  const request = requestOf(asker, 'Кратко: что такое туман? [сбой:медленный-старт]')
  const released = Promise.withResolvers<D1Result[]>()
  const hanging = (database: D1Database) =>
    changedBinding(database, {
      prepare: (query: string) => database.prepare(query),
      batch: () => released.promise
    })
  const histories = { HISTORY_1: hanging(env.HISTORY_1), HISTORY_2: hanging(env.HISTORY_2) }
  const stream = await openStream(request)
  await runInDurableObject(objectOf(request), (user) => {
    Object.assign(user, { env: { ...env, ...histories } })
  })
  await readSome(stream)
  await expect
    .poll(() => inAnswers(request, (store) => store.find(request.operationId)))
    .toMatchObject({ state: 'ended', ending: { outcome: 'complete' } })
  released.resolve([])
  await expect.poll(async () => (await viewOf(asker.userId)).usedTokens).toBe(priceTokens)
})

test('an answer whose end cannot be stored is interrupted by the alarm, and free', async () => {
  const warnings = vi.spyOn(console, 'warn').mockReturnValue()
  const bugs = () => warnings.mock.calls.filter(([line]) => String(line).includes('answer-bug'))
  const asker = await newAsker(20)
  const request = requestOf(asker, 'Кратко: что такое град? [сбой:медленный-старт]')
  const rename = (from: string, to: string) =>
    runInDurableObject(objectOf(request), (_, { storage }) => {
      storage.sql.exec(`alter table ${from} rename to ${to}`)
    })
  const stream = await openStream(request)
  await rename('answer_texts', 'answer_texts_away')
  await vi.waitUntil(() => bugs().length === 2, { timeout: 30_000 })
  await rename('answer_texts_away', 'answer_texts')
  await alarmOf(request)
  expect(await new Response(stream).text()).toContain('"outcome":"interrupted"')
  expect((await savedMessages(asker)).at(-1)).toMatchObject({ outcome: 'interrupted', chargedTokens: 0 })
  expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0, usedTokens: 0 })
})

test('a JSON call whose connection broke waits for its answer instead of getting OPERATION_IN_PROGRESS', async () => {
  const request = requestOf(await newAsker(20), 'Кратко: что такое дождь? [сбой:медленный-старт]')
  expect(await answerFor(request).ask(request)).toEqual({ state: 'accepted' })
  const lost = Object.assign(new Error('Network connection lost.'), { retryable: true })
  const broken = { askAndWait: () => Promise.reject(lost) }
  const getByName = vi.fn((name: string) => env.USER.getByName(name)).mockReturnValueOnce(broken as never)
  const brokenOnce = { ...env, USER: { getByName } } as unknown as Env
  expect(await answerFor(request, brokenOnce).askAndWait(request)).toMatchObject({
    state: 'finished',
    end: { type: 'done', outcome: 'complete' }
  })
})

test('the text is deleted a day after the end, and the id can still not be charged twice', async () => {
  const asker = await newAsker(20)
  const request = requestOf(asker, 'Кратко: что такое роса?')
  const finished = await answerFor(request).askAndWait(request)
  expect(finished).toMatchObject({ state: 'finished' })
  await alarmOf(request)
  expect(await answerFor(request).view()).toMatchObject({ state: 'found', running: false })
  vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
  await alarmOf(request)
  vi.useRealTimers()
  expect(await answerFor(request).view()).toEqual({ state: 'refused', code: 'ANSWER_EXPIRED' })
  expect(await answerFor(request).ask(request)).toEqual({ state: 'refused', code: 'ANSWER_EXPIRED' })
  expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 15 })
  expect((await savedMessages(asker)).at(-1)).toMatchObject({ content: (finished as { content: string }).content })
})

test('a stored failure with an unknown code is answered as PROVIDER_FAILED', async () => {
  const person = await newPerson({ tokens: 20 })
  const [path, body] = ['/ai/text/chatgpt', { prompt: 'Привет [сбой:500]' }]
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await person.send('POST', path, body, key)).status).toBe(502)
  await runInDurableObject(env.USER.getByName(person.userId), (_, { storage }) => {
    storage.sql.exec("update answers set end_event = replace(end_event, 'PROVIDER_FAILED', 'constructor')")
  })
  expect(await answered(await person.send('POST', path, body, key))).toMatchObject({
    status: 502,
    code: 'PROVIDER_FAILED'
  })
})
