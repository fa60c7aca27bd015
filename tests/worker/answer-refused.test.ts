// A refused start must leave nothing behind: no rows, no reservation.
import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { type AskerRequest, answerFor, newAsker, objectOf, requestOf } from '../support/worker/asking.ts'

const rowsOf = (request: AskerRequest) =>
  runInDurableObject(objectOf(request), (_, { storage }) =>
    ['answers', 'answer_texts', 'reservations'].map((table) => storage.sql.exec(`select * from ${table}`).toArray())
  )

test('reading or stopping an unknown id stores nothing', async () => {
  const request = requestOf(await newAsker(20), 'Нет')
  expect(await answerFor(request).view()).toEqual({ state: 'refused', code: 'NOT_FOUND' })
  expect(await answerFor(request).read(-1)).toEqual({ state: 'refused', code: 'NOT_FOUND' })
  expect(await answerFor(request).stop()).toEqual({ state: 'refused', code: 'NOT_FOUND' })
  expect(await rowsOf(request)).toEqual([[], [], []])
})

test('a start without tokens stores nothing, however often it is repeated', async () => {
  const request = requestOf(await newAsker(3), 'Привет')
  const results = await Promise.all(Array.from({ length: 5 }, () => answerFor(request).ask(request)))
  expect(results.map(({ state }) => state)).toEqual(Array(5).fill('refused'))
  expect(await answerFor(request).view()).toEqual({ state: 'refused', code: 'NOT_FOUND' })
  expect(await rowsOf(request)).toEqual([[], [], []])
})
