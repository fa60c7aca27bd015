import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import type { Conversation, Message } from '#contract/chats.ts'
import { addConversation } from '#data/history/chats.ts'
import { findPath } from '#data/history/message-paths.ts'
import { openHistory } from '#data/base/database.ts'
import { addMessage } from '#data/history/turns.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'

interface Page {
  items: Conversation[]
  total: number
}

async function createConversation(person: Person, body: object): Promise<Conversation> {
  const created = await dataOf<{ conversation: Conversation }>(await person.send('POST', '/chat/conversations', body))
  return created.conversation
}

const list = async (person: Person, query = '') => dataOf<Page>(await person.send('GET', `/chat/conversations${query}`))

const messagesOf = async (person: Person, id: number, query = '') =>
  dataOf<{ messages: Message[]; hasMore: boolean }>(
    await person.send('GET', `/chat/conversations/${id}/messages${query}`)
  )

describe('conversations', () => {
  test('get default title and model when created', async () => {
    const person = await newPerson()
    const created = await createConversation(person, { service: 'claude' })
    expect(created).toMatchObject({
      id: expect.any(Number),
      title: expect.stringMatching(/^Claude чат \d\d\.\d\d\.\d{4}$/),
      service: 'claude',
      model: 'claude-3-sonnet'
    })
    expect(await createConversation(person, { service: 'chatgpt', model: 'gpt-5-2025-08-07' })).toMatchObject({
      title: expect.stringMatching(/^GPT-5 чат /)
    })
    expect(await createConversation(person, { service: 'chat-gpt', title: 'Мой' })).toMatchObject({
      title: 'Мой',
      service: 'chatgpt',
      model: 'gpt-3.5-turbo'
    })
  })

  test('refuse an unknown model', async () => {
    const person = await newPerson()
    const refused = await answered(await person.send('POST', '/chat/conversations', { service: 'xai', model: 'gpt-9' }))
    expect(refused).toMatchObject({ status: 400, success: false, code: 'UNKNOWN_MODEL' })
    expect(await list(person)).toEqual({ items: [], total: 0, running: [] })
  })

  test('are listed newest first, in pages without repeats and gaps', async () => {
    const person = await newPerson()
    for (let number = 1; number <= 25; number++)
      await createConversation(person, { service: 'xai', title: `${number}` })
    const first = await list(person)
    const second = await list(person, '?offset=20')
    expect([first.items.length, second.items.length, first.total]).toEqual([20, 5, 25])
    expect([...first.items, ...second.items].map(({ title }) => Number(title))).toEqual(
      Array.from({ length: 25 }, (_, index) => 25 - index)
    )
  })

  test('are counted by service, through additions and removals', async () => {
    const person = await newPerson()
    const [first, second] = [
      await createConversation(person, { service: 'xai', title: 'a' }),
      await createConversation(person, { service: 'xai', title: 'b' })
    ]
    await createConversation(person, { service: 'claude', title: 'c' })
    const totals = async () => [(await list(person)).total, (await list(person, '?service=xai')).total]
    expect(await totals()).toEqual([3, 2])
    await person.send('DELETE', `/chat/conversations/${first.id}`)
    await person.send('DELETE', `/chat/conversations/${first.id}`)
    expect(await totals()).toEqual([2, 1])
    await person.send('DELETE', `/chat/conversations/${second.id}`)
    expect(await totals()).toEqual([1, 0])
    await createConversation(person, { service: 'xai', title: 'd' })
    expect(await totals()).toEqual([2, 1])
  })

  test('are filtered by service and sorted as requested', async () => {
    const person = await newPerson()
    const a = await createConversation(person, { service: 'xai', title: 'a' })
    await createConversation(person, { service: 'claude', title: 'b' })
    const c = await createConversation(person, { service: 'xai', title: 'c' })
    await person.send('POST', `/chat/conversations/${a.id}/messages`, { content: 'Привет' })
    const titles = async (query: string) => (await list(person, query)).items.map(({ title }) => title)
    expect(await titles('?service=xai')).toEqual(['a', 'c'])
    expect(await titles('?service=xai&sort=created_at_desc')).toEqual(['c', 'a'])
    expect(c.id).toBeGreaterThan(a.id)
  })

  test('can be renamed and deleted, with their messages', async () => {
    const person = await newPerson()
    const { id } = await createConversation(person, { service: 'xai', title: 'Старое' })
    const messages = `/chat/conversations/${id}/messages`
    await person.send('POST', messages, { content: 'Привет' })
    for (const content of ['', ' \n', undefined])
      expect(await answered(await person.send('POST', messages, { content }))).toMatchObject({
        status: 400,
        data: { details: [{ path: 'content', msg: 'Введите запрос' }] }
      })
    const renamed = await dataOf<{ conversation: Conversation }>(
      await person.send('PUT', `/chat/conversations/${id}`, { title: '  Новое ' })
    )
    expect(renamed.conversation.title).toBe('Новое')
    await dataOf(await person.send('DELETE', `/chat/conversations/${id}`))
    expect((await person.send('GET', messages)).status).toBe(404)
    expect((await person.send('DELETE', `/chat/conversations/${id}`)).status).toBe(404)
  })
})

test('a conversation that is only deleted if it is empty stays when something was said in it', async () => {
  const person = await newPerson()
  const { id } = await createConversation(person, { service: 'xai', title: 'Новое' })
  await person.send('POST', `/chat/conversations/${id}/messages`, { content: 'Привет' })
  const kept = await answered(await person.send('DELETE', `/chat/conversations/${id}?if=empty`))
  expect(kept).toMatchObject({ status: 409, code: 'CONFLICT' })
  const empty = await createConversation(person, { service: 'xai', title: 'Пустое' })
  await dataOf(await person.send('DELETE', `/chat/conversations/${empty.id}?if=empty`))
  expect((await list(person)).items.map(({ title }) => title)).toEqual(['Новое'])
})

describe('messages', () => {
  test('without a role alternate between user and assistant, beginning with the user', async () => {
    const person = await newPerson()
    const { id } = await createConversation(person, { service: 'chatgpt' })
    for (const content of ['вопрос', 'ответ', 'ещё'])
      await person.send('POST', `/chat/conversations/${id}/messages`, { content })
    await person.send('POST', `/chat/conversations/${id}/messages`, { content: 'сам', role: 'user' })
    const { messages, hasMore } = await messagesOf(person, id)
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: вопрос',
      'assistant: ответ',
      'user: ещё',
      'user: сам'
    ])
    expect(hasMore).toBe(false)
  })

  test('are paged backwards from the newest', async () => {
    const person = await newPerson()
    const { id } = await createConversation(person, { service: 'chatgpt' })
    for (const content of '12345') await person.send('POST', `/chat/conversations/${id}/messages`, { content })
    const newest = await messagesOf(person, id, '?limit=2')
    const older = await messagesOf(person, id, `?limit=3&before=${newest.messages[0]?.id}`)
    expect([newest.messages.map(({ content }) => content), newest.hasMore]).toEqual([['4', '5'], true])
    expect([older.messages.map(({ content }) => content), older.hasMore]).toEqual([['1', '2', '3'], false])
  })
})

test('huge messages make shorter pages, and none is lost between pages', async () => {
  const { userId } = await newPerson()
  const history = openHistory(env, userId)
  const { id } = await addConversation(history, { userId, title: '', service: 'xai', model: 'grok-2', now: 1 })
  const contents = Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(100_000, 'я'))
  for (const content of contents)
    await addMessage(history, { userId, conversationId: id, role: 'user', content, model: undefined, at: 1 })
  const sizes: number[] = []
  const read: string[] = []
  for (let before: number | undefined; ;) {
    const page = await findPath(history, userId, id, { limit: 200, before })
    sizes.push(page!.messages.length)
    read.unshift(...page!.messages.map(({ content }) => content))
    if (!page!.hasMore) break
    before = page!.messages[0]!.id
  }
  expect(sizes).toEqual([21, 9])
  expect(read).toEqual(contents)
})

test('adding a message takes one batch, and writes nothing when the conversation is gone', async () => {
  const { userId, ...person } = await newPerson()
  const { id } = await createConversation({ userId, ...person }, { service: 'chatgpt' })
  const message = { userId, conversationId: id, role: undefined, content: 'вопрос', model: undefined, at: Date.now() }
  const batch = vi.spyOn(openHistory(env, userId).$client, 'batch')
  const added = await addMessage(openHistory(env, userId), message)
  expect(added).toMatchObject({ conversationId: id, role: 'user', model: 'gpt-3.5-turbo', operationId: null })
  await dataOf(await person.send('DELETE', `/chat/conversations/${id}`))
  expect(await addMessage(openHistory(env, userId), message)).toBeUndefined()
  expect(batch).toHaveBeenCalledTimes(2)
})
