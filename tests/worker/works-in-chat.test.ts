// A work that is ordered in a chat: its request and its card are messages there, in one commit with its row.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Conversation } from '#contract/chats.ts'
import { newFinishedJob } from '#tests/support/worker/finished-job.ts'
import { historyRows } from '#tests/support/worker/histories.ts'
import { png } from '#tests/support/worker/pictures.ts'
import { openPage } from '#tests/support/worker/socket.ts'
import { expectUntouched, jobOf, moneyOf, rowsOf, submitted } from '#tests/support/worker/generating.ts'
import { answered, dataOf, newPerson, type Person } from '#tests/support/worker/person.ts'
import { newConversation, countOf, recount, say } from '#tests/support/worker/storing.ts'
import { TestQueue } from '#tests/support/worker/test-queue.ts'
import { branch, newChat, shownIn, startStream } from '#tests/support/worker/versions.ts'
import { order, ordered } from '#tests/support/worker/works-in-chat.ts'

const priceTokens = 5

const listed = async (person: Person, id: number) =>
  (await shownIn(person, id)).map(({ role, content, works }) => ({
    role,
    content,
    ...(works && { works: works.map((work) => work.id) })
  }))

const conversationOf = async (person: Person, id: number) =>
  (await dataOf<{ conversation: Conversation }>(await person.send('GET', `/chat/conversations/${id}`))).conversation

const cardOf = (...works: string[]) => ({
  role: 'assistant',
  content: works.length === 1 ? 'Картинка' : 'Картинки',
  works
})

test('the request and the card follow the last message, and the job is that of the library', async () => {
  const { person, id } = await newChat()
  await say(person, id, 'Привет')
  const { job } = await ordered(person, { conversationId: id })
  const messages = await shownIn(person, id)
  expect(await listed(person, id)).toEqual([
    { role: 'user', content: 'Привет' },
    { role: 'user', content: 'Кот' },
    cardOf(job.id)
  ])
  const [first, request, card] = messages
  expect([request?.parent_id, card?.parent_id]).toEqual([first?.id, request?.id])
  expect(card).toMatchObject({ operation_id: job.id, outcome: null, billing: null, works: [{ state: 'queued' }] })
  expect(await jobOf(person, job.id)).toMatchObject({ parameters: { prompt: 'Кот' }, priceTokens })
  expect(await countOf(person)).toBe(await recount(person))
})

test('a work that ends is shown ended with its file, and is charged once', async () => {
  const { person, id } = await newChat()
  const queue = new TestQueue()
  await ordered(person, { conversationId: id }, { bindings: queue.bindings })
  await queue.drain()
  const card = (await shownIn(person, id)).at(-1)
  expect(card?.works).toMatchObject([
    { state: 'completed', chargedTokens: priceTokens, files: [{ type: 'image/png' }] }
  ])
  expect(await moneyOf(person)).toEqual({ availableTokens: 95, reservedTokens: 0 })
})

test('the options of the order do not contain the place', async () => {
  const { person, id } = await newChat()
  await ordered(person, { conversationId: id, parentMessageId: null })
  const [row] = await rowsOf(person)
  expect(JSON.stringify([row?.parameters, row?.options])).not.toMatch(/conversation|parent|answers/i)
})

test('several pictures have one card', async () => {
  const { person, id } = await newChat()
  const { jobs } = await ordered(person, { conversationId: id, count: '2' })
  expect(jobs.length).toBe(2)
  expect((await listed(person, id)).at(-1)).toEqual(cardOf(...jobs.map((job) => job.id)))
})

test('a repeated order adds nothing twice, at the same moment too', async () => {
  const { person, id } = await newChat()
  const key = crypto.randomUUID()
  const responses = await Promise.all([1, 2, 3].map(() => order(person, { conversationId: id }, { key })))
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202])
  await ordered(person, { conversationId: id }, { key })
  expect((await listed(person, id)).length).toBe(2)
  expect(await moneyOf(person)).toEqual({ availableTokens: 95, reservedTokens: priceTokens })
})

test('two devices at the same moment: both works are in the chat, one after the other', async () => {
  const { person, id } = await newChat()
  const [one, other] = await Promise.all(
    ['Кот', 'Пёс'].map((prompt) => ordered(person, { prompt, conversationId: id }))
  )
  const messages = await listed(person, id)
  expect(messages.map(({ content }) => content).toSorted()).toEqual(['Картинка', 'Картинка', 'Кот', 'Пёс'])
  expect(messages[1]).toEqual(cardOf((messages[0]?.content === 'Кот' ? one : other)!.job.id))
})

type AddWorks = ReturnType<typeof env.USER.getByName>['addWorks']

/** Users' objects to which works are added in another way. */
const objectsThat = (change: (add: AddWorks, stub: ReturnType<typeof env.USER.getByName>) => unknown) => ({
  USER: {
    getByName: (name: string) => {
      const stub = env.USER.getByName(name)
      return new Proxy(stub, {
        get(target, called) {
          const member: unknown = Reflect.get(target, called)
          if (called === 'addWorks') return change((order) => target.addWorks(order), stub)
          return typeof member === 'function'
            ? (...values: unknown[]): unknown => Reflect.apply(member, target, values)
            : member
        }
      })
    }
  }
})

const dying = (moment: 'before' | 'after') =>
  objectsThat((add) => async (...asked: Parameters<AddWorks>) => {
    if (moment === 'after') await add(...asked)
    throw new Error('Died')
  })

test.each(['before', 'after'] as const)('an order that dies %s its rows are added goes on once', async (moment) => {
  const { person, id } = await newChat()
  const key = crypto.randomUUID()
  const queue = new TestQueue()
  const bindings = { ...queue.bindings, ...dying(moment) }
  expect((await order(person, { conversationId: id }, { key, bindings })).status).toBe(500)
  expect((await listed(person, id)).length).toBe(moment === 'before' ? 0 : 2)
  const { job } = await ordered(person, { conversationId: id }, { key, bindings: queue.bindings })
  expect(await listed(person, id)).toEqual([{ role: 'user', content: 'Кот' }, cardOf(job.id)])
  // The repetition has announced the row whose request had died.
  await queue.drain()
  expect(await jobOf(person, job.id)).toMatchObject({ state: 'completed', chargedTokens: priceTokens })
  expect(await moneyOf(person)).toEqual({ availableTokens: 95, reservedTokens: 0 })
})

test('a chat that is deleted meanwhile gets no card, and the work goes on', async () => {
  const { person, id } = await newChat()
  const objects = objectsThat((add, stub) => async (...asked: Parameters<AddWorks>) => {
    await stub.removeConversation(id)
    return add(...asked)
  })
  const queue = new TestQueue()
  const { job } = await ordered(person, { conversationId: id }, { bindings: { ...queue.bindings, ...objects } })
  await queue.drain()
  expect(await jobOf(person, job.id)).toMatchObject({ state: 'completed' })
  expect((await person.send('GET', `/chat/conversations/${id}/messages`)).status).toBe(404)
})

test('a work stays in the library when its chat is deleted, and a card stays when its work is', async () => {
  const { person, id } = await newChat()
  const queue = new TestQueue()
  const { job } = await ordered(person, { conversationId: id }, { bindings: queue.bindings })
  await queue.drain()
  const kept = await newConversation(person)
  const second = await ordered(person, { conversationId: kept }, { bindings: queue.bindings })
  await queue.drain()
  await person.send('DELETE', `/chat/conversations/${id}`)
  expect(await jobOf(person, job.id)).toMatchObject({ state: 'completed' })
  await person.send('DELETE', `/jobs/${second.job.id}/files`)
  expect((await shownIn(person, kept)).at(-1)).toMatchObject({ content: 'Картинка', works: [] })
})

test('a cancelled work is free and says so in its card', async () => {
  const { person, id } = await newChat()
  const { job } = await ordered(person, { conversationId: id })
  await person.send('DELETE', `/jobs/${job.id}`)
  expect((await shownIn(person, id)).at(-1)).toMatchObject({ works: [{ state: 'cancelled', chargedTokens: 0 }] })
  expect(await moneyOf(person)).toEqual({ availableTokens: 100, reservedTokens: 0 })
})

test('another work for a request is a second version of the card', async () => {
  const { person, id } = await newChat()
  const first = await ordered(person, { conversationId: id })
  const [request] = await shownIn(person, id)
  const second = await ordered(person, { conversationId: id, answersMessageId: request!.id })
  const messages = await shownIn(person, id)
  expect(messages.length).toBe(2)
  expect(messages[1]?.versions.length).toBe(2)
  expect(messages[1]?.works?.map((work) => work.id)).toEqual([second.job.id])
  await person.send('PUT', `/chat/conversations/${id}/shown`, { messageId: messages[1]?.versions[0] })
  expect((await listed(person, id)).at(-1)).toEqual(cardOf(first.job.id))
})

test('a request after a message is beside the one that is there', async () => {
  const { person, id } = await newChat()
  await ordered(person, { conversationId: id })
  await ordered(person, { conversationId: id, prompt: 'Пёс', parentMessageId: null })
  const messages = await shownIn(person, id)
  expect(messages.map(({ content }) => content)).toEqual(['Пёс', 'Картинка'])
  expect(messages[0]?.versions.length).toBe(2)
})

test('a branch has the cards of its path', async () => {
  const { person, id } = await newChat()
  const { job } = await ordered(person, { conversationId: id })
  const card = (await shownIn(person, id)).at(-1)
  const made = await branch(person, id, card!.id)
  const { conversation } = made.data as { conversation: { id: number } }
  expect(await listed(person, conversation.id)).toEqual([{ role: 'user', content: 'Кот' }, cardOf(job.id)])
  expect(await countOf(person)).toBe(await recount(person))
})

test('a chat without a title gets that of the request, and comes back from the archive', async () => {
  const person = await newPerson({ tokens: 100 })
  const made = await person.send('POST', '/chat/conversations', { service: 'chatgpt' })
  const { id } = (await dataOf<{ conversation: Conversation }>(made)).conversation
  await person.send('PUT', `/chat/conversations/${id}/place`, { archived: true })
  await ordered(person, { conversationId: id, prompt: 'Кот в сапогах' })
  expect(await conversationOf(person, id)).toMatchObject({ title: 'Кот в сапогах', archived_at: null })
  const named = await newConversation(person)
  await ordered(person, { conversationId: named })
  expect((await conversationOf(person, named)).title).toBe('Чат')
})

test('a search finds the request of a work', async () => {
  const { person, id } = await newChat()
  await ordered(person, { conversationId: id, prompt: 'Нарисуй бегемотов' })
  const found = await person.send('GET', `/chat/search?q=${encodeURIComponent('бегемот')}`)
  expect(JSON.stringify(await answered(found))).toContain('бегемотов')
})

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

test('every page is told that the chat has changed', async () => {
  const { person, id } = await newChat()
  const page = await openPage(person)
  await ordered(person, { conversationId: id })
  await expect.poll(() => page.heard).toContainEqual({ type: 'conversation', id, change: 'updated' })
})

/** A sheet of Midjourney in the library of a person with a chat. */
async function withSheet() {
  const { person, id } = await newChat()
  const sheet = await newFinishedJob(person, png(80, 64), {
    service: 'midjourney',
    provider: 'midjourney',
    upstreamModel: 'imagine',
    parameters: { prompt: 'Маяк' }
  })
  await historyRows(person.userId).prepare('update jobs set ticket = ? where id = ?').bind('task', sheet.id).run()
  const enlarge = (more: object = {}) =>
    order(
      person,
      { conversationId: id, action: 'upscale', tile: 2, ...more },
      { path: `/jobs/${sheet.operationId}/changes` }
    )
  return { person, id, enlarge }
}

test('a change of a picture is in the chat too; an enlargement that is there already is shown again and costs nothing', async () => {
  const { person, id, enlarge } = await withSheet()
  const first = await submitted(await enlarge())
  const again = await submitted(await enlarge())
  expect(again.job.id).toBe(first.job.id)
  const one = [{ role: 'user', content: 'Увеличить, вариант 2' }, cardOf(first.job.id)]
  expect(await listed(person, id)).toEqual([...one, ...one])
  expect(await moneyOf(person)).toEqual({ availableTokens: 99, reservedTokens: 1 })
  expect((await enlarge({ conversationId: 9e9 })).status).toBe(404)
})

test('two orders at once enlarge the variant once: both cards show it, and no token stays reserved for nothing', async () => {
  const { person, id, enlarge } = await withSheet()
  const [one, other] = await Promise.all([enlarge(), enlarge()].map(async (response) => submitted(await response)))
  expect(one?.job.id).toBe(other?.job.id)
  const cards = (await listed(person, id)).filter(({ role }) => role === 'assistant')
  expect(cards).toEqual([cardOf(one!.job.id), cardOf(one!.job.id)])
  expect(await moneyOf(person)).toEqual({ availableTokens: 99, reservedTokens: 1 })
})
