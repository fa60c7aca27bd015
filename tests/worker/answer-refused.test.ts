// A refused start must leave nothing behind: no rows, no alarm, no waiting readers.
import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { AnswerStore } from '#durable-objects/answer/store.ts'
import type { AnswerRequest } from '#durable-objects/answer/store.ts'
import { answerFor, eventsOf, newAsker, objectOf, requestOf } from '../support/worker/asking.ts'
import { streamFrom } from '../support/worker/reading.ts'

const stored = (request: AnswerRequest) =>
  runInDurableObject(objectOf(request), async (_, { storage }) => ({
    tables: storage.sql.exec("select name from sqlite_master where name in ('answer', 'chunks')").toArray().length,
    alarm: await storage.getAlarm()
  }))

test('reading or stopping an unknown id stores nothing', async () => {
  const request = requestOf(await newAsker(20), 'Нет')
  expect(await answerFor(request).view()).toEqual({ state: 'refused', code: 'NOT_FOUND' })
  expect(await answerFor(request).read(-1)).toEqual({ state: 'refused', code: 'NOT_FOUND' })
  expect(await answerFor(request).stop()).toEqual({ state: 'refused', code: 'NOT_FOUND' })
  expect(await stored(request)).toEqual({ tables: 0, alarm: null })
})

test('a start without tokens stores nothing, however often it is repeated', async () => {
  const request = requestOf(await newAsker(3), 'Привет')
  const results = await Promise.all(Array.from({ length: 5 }, () => answerFor(request).ask(request)))
  expect(results.map(({ state }) => state)).toEqual(Array(5).fill('refused'))
  expect(await answerFor(request).view()).toEqual({ state: 'refused', code: 'NOT_FOUND' })
  expect(await stored(request)).toEqual({ tables: 0, alarm: null })
})

test('a reader that joined before the refusal is released', async () => {
  const request = requestOf(await newAsker(3), 'Привет')
  await runInDurableObject(objectOf(request), (_, { storage }) => new AnswerStore(storage).claim(request, Date.now()))
  const stream = await streamFrom(request, -1)
  expect(await answerFor(request).ask(request)).toMatchObject({ state: 'refused', code: 'INSUFFICIENT_TOKENS' })
  expect((await eventsOf(stream)).filter(({ event }) => event.type !== 'start')).toEqual([])
})
