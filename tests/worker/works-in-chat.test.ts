// A work that is ordered in a chat: its request and its card are messages there, in one commit with its row.
import { expect, test } from 'vitest'
import type { Conversation } from '#contract/chats.ts'
import { openPage } from '#tests/support/worker/socket.ts'
import { jobOf, moneyOf, rowsOf } from '#tests/support/worker/generating.ts'
import { answered, dataOf, newPerson, type Person } from '#tests/support/worker/person.ts'
import { newConversation, countOf, recount, say } from '#tests/support/worker/storing.ts'
import { TestQueue } from '#tests/support/worker/test-queue.ts'
import { branch, newChat, shownIn } from '#tests/support/worker/versions.ts'
import { cardOf, listed, order, ordered } from '#tests/support/worker/works-in-chat.ts'

const priceTokens = 5

const conversationOf = async (person: Person, id: number) =>
  (await dataOf<{ conversation: Conversation }>(await person.send('GET', `/chat/conversations/${id}`))).conversation

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

test('every page is told that the chat has changed', async () => {
  const { person, id } = await newChat()
  const page = await openPage(person)
  await ordered(person, { conversationId: id })
  await expect.poll(() => page.heard).toContainEqual({ type: 'conversation', id, change: 'updated' })
})
