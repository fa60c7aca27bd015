// Orders that a chat refuses: each costs nothing and leaves nothing.
import { expect, test } from 'vitest'
import { expectUntouched, rowsOf } from '#tests/support/worker/generating.ts'
import { answered } from '#tests/support/worker/person.ts'
import { newChat, shownIn, startStream } from '#tests/support/worker/versions.ts'
import { listed, order, ordered } from '#tests/support/worker/works-in-chat.ts'

test.each([
  ['another user’s chat', async () => ({ conversationId: (await newChat()).id }), 404, 'NOT_FOUND'],
  ['a message of no chat', async () => ({ parentMessageId: 1 }), 400, 'VALIDATION_FAILED'],
  ['a chat that is no number', async () => ({ conversationId: 'x' }), 400, 'VALIDATION_FAILED'],
  [
    'two places',
    async (id: number) => ({ conversationId: id, parentMessageId: 1, answersMessageId: 1 }),
    400,
    'VALIDATION_FAILED'
  ],
  [
    'an unknown message',
    async (id: number) => ({ conversationId: id, parentMessageId: 9e9 }),
    404,
    'MESSAGE_NOT_FOUND'
  ],
  [
    'an answer to an unknown message',
    async (id: number) => ({ conversationId: id, answersMessageId: 9e9 }),
    404,
    'MESSAGE_NOT_FOUND'
  ]
])('%s is refused and costs nothing', async (_, bodyFor, status, code) => {
  const { person, id } = await newChat()
  expect(await answered(await order(person, await bodyFor(id)))).toMatchObject({ status, code })
  await expectUntouched(person, 100)
  expect(await listed(person, id)).toEqual([])
})

test('an answer to a message that is no request, or to another request, is refused', async () => {
  const { person, id } = await newChat()
  await ordered(person, { conversationId: id })
  const [request, card] = await shownIn(person, id)
  const refusals = await Promise.all([
    order(person, { conversationId: id, answersMessageId: card!.id }),
    order(person, { conversationId: id, answersMessageId: request!.id, prompt: 'Пёс' })
  ])
  expect(refusals.map(({ status }) => status)).toEqual([404, 409])
  expect((await rowsOf(person)).length).toBe(1)
})

test('while an answer is written there, an order is refused and costs nothing; beside it, it is not', async () => {
  const { person, id } = await newChat()
  await ordered(person, { conversationId: id })
  const [request] = await shownIn(person, id)
  const key = await startStream(person, { prompt: 'Подробно о вязе [сбой:молчание]', conversationId: id })
  expect(await answered(await order(person, { conversationId: id }))).toMatchObject({
    status: 429,
    code: 'TOO_MANY_RUNNING'
  })
  expect((await rowsOf(person)).length).toBe(1)
  await ordered(person, { conversationId: id, answersMessageId: request!.id })
  await person.send('DELETE', `/ai/text/answers/${key}`)
  await ordered(person, { conversationId: id })
})

test('a repeated order is never refused', async () => {
  const { person, id } = await newChat()
  const key = crypto.randomUUID()
  const { job } = await ordered(person, { conversationId: id }, { key })
  const answer = await startStream(person, { prompt: 'Подробно о вязе [сбой:молчание]', conversationId: id })
  expect((await ordered(person, { conversationId: id }, { key })).job.id).toBe(job.id)
  await person.send('DELETE', `/chat/conversations/${id}`)
  expect((await ordered(person, { conversationId: id }, { key })).job.id).toBe(job.id)
  await person.send('DELETE', `/ai/text/answers/${answer}`)
})
