// Chats are named by a model once, at our cost, and never against the user's own name.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { titleOf } from '#contract/chat-titles.ts'
import { openDirectory } from '#data/base/database.ts'
import { switchOff } from '#data/directory/outages.ts'
import type { TitleMessage } from '#domain/chat-title.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { askForTitle } from '#durable-objects/answer/saving.ts'
import { controlSandbox } from '../support/worker/jobs.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { newPerson } from '../support/worker/person.ts'
import { catchLogs } from '../support/worker/stage.ts'
import { openedBy } from '../support/worker/supplies.ts'
import { forgetCalls, titlesAsked } from '../support/worker/translating.ts'
import { answeredChat, ask, chatOf, deliver, named, question, titleIn } from '../support/worker/titles.ts'

watchOutages()
beforeEach(async () => {
  await controlSandbox({ fault: null })
  await forgetCalls()
})

test('a chat gets a name for which the user pays nothing', async () => {
  const { person, id, message } = await answeredChat()
  const before = await userOf(env, person.userId).view()
  const logged = catchLogs()
  expect(await deliver(message)).toEqual(['ack'])
  expect(await titleIn(person, id)).toBe(named)
  expect(await userOf(env, person.userId).view()).toEqual(before)
  const [asked] = await titlesAsked()
  expect(asked).toMatchObject({ model: 'gpt-6-luna', store: false, max_output_tokens: 1000 })
  expect(logged()).toContain('"event":"title-asked","reason":"complete","usdMicros":')
  expect(logged()).not.toContain('гранит')
  vi.restoreAllMocks()
})

test('a message that comes twice, also at once, asks once', async () => {
  const { person, id, message } = await answeredChat()
  await Promise.all([deliver(message), deliver(message)])
  await deliver(message)
  expect(await titlesAsked()).toHaveLength(1)
  expect(await titleIn(person, id)).toBe(named)
})

test('a name that the user has given stays, before the model is asked and while it writes', async () => {
  const own = await answeredChat('Мои камни')
  await deliver(own.message)
  expect(await titlesAsked()).toEqual([])

  const renamed = await answeredChat()
  await renamed.person.send('PUT', `/chat/conversations/${renamed.id}`, { title: 'Геология' })
  await deliver(renamed.message)
  expect(await titlesAsked()).toEqual([])

  const meanwhile = await answeredChat()
  await controlSandbox({ paused: true })
  const delivering = deliver(meanwhile.message)
  await vi.waitFor(async () => expect(await titlesAsked()).toHaveLength(1), { timeout: 20_000 })
  await meanwhile.person.send('PUT', `/chat/conversations/${meanwhile.id}`, { title: 'Минералы' })
  await controlSandbox({ paused: false })
  await delivering
  for (const [{ person, id }, title] of [
    [own, 'Мои камни'],
    [renamed, 'Геология'],
    [meanwhile, 'Минералы']
  ] as const)
    expect(await titleIn(person, id)).toBe(title)
})

test('nothing is asked when titles are off, the provider is away, or the chat is gone', async () => {
  const { person, id, message } = await answeredChat()
  expect(await deliver(message, { settings: { CHAT_TITLES: 'off' } })).toEqual(['ack'])
  await switchOff(openDirectory(env), { provider: 'openai', code: null }, Date.now())
  expect(await deliver(message)).toEqual(['ack'])
  await env.DB.exec('delete from provider_outages')
  await person.send('DELETE', `/chat/conversations/${id}`)
  expect(await deliver(message)).toEqual(['ack'])
  expect(await deliver({ ...message, conversationId: -1 })).toEqual(['ack'])
  expect(await titlesAsked()).toEqual([])
})

test('another user’s chat is not named', async () => {
  const { person, id, message } = await answeredChat()
  const stranger = await newPerson({ shard: Number(person.userId.slice(1, 2)) })
  expect(await deliver({ ...message, userId: stranger.userId })).toEqual(['ack'])
  expect([await titleIn(person, id), await titlesAsked()]).toEqual([titleOf(question), []])
})

test('a model that fails is asked again by a later delivery, a few times', async () => {
  const { person, id, message } = await answeredChat()
  await controlSandbox({ fault: 'server-error', faultCount: 2 })
  expect(await deliver(message)).toEqual(['retry'])
  expect(await deliver(message, { attempts: 3 })).toEqual(['ack'])
  expect(await titleIn(person, id)).toBe(titleOf(question))
  expect(await deliver(message)).toEqual(['ack'])
  expect(await titleIn(person, id)).toBe(named)
})

test('a maker that fails is left out as others', async () => {
  const { person, id, message } = await answeredChat()
  await controlSandbox({ fault: 'server-error', faultCount: 3 })
  const isolate = { ...env, CHAT_TITLES: 'on' } as Env
  for (let times = 0; times < 3; times++) expect(await deliver(message, { isolate })).toEqual(['retry'])
  expect(await titlesAsked()).toHaveLength(3)
  expect(await openedBy({ supplier: 'openai', model: 'gpt-6-luna' })).toBe('server')
  expect(await deliver(message)).toEqual(['ack'])
  expect(await titleIn(person, id)).toBe(named)
  expect(await openedBy({ supplier: 'openai', model: 'gpt-6-luna' })).toBeNull()
})

test('a maker whose account is empty is asked by nobody for a while', async () => {
  const { message } = await answeredChat()
  await controlSandbox({ fault: 'quota', faultCount: 1 })
  await deliver(message)
  expect(await env.DB.prepare('select provider from provider_outages').first('provider')).toBe('openai')
  await env.DB.exec('delete from provider_outages')
})

test('an unusable answer leaves the title, and is not asked for again', async () => {
  const { person, id, message } = await answeredChat()
  await controlSandbox({ fault: 'refusal', faultCount: 1 })
  await deliver(message)
  await deliver(message)
  expect([await titleIn(person, id), (await titlesAsked()).length]).toEqual([titleOf(question), 1])
})

test('the first answer of a chat sends one message, unless another maker stood in for it', async () => {
  const person = await newPerson({ tokens: 100 })
  const sent: TitleMessage[] = []
  const send = async (message: TitleMessage) => void sent.push(message)
  await runInDurableObject(env.USER.getByName(person.userId), (user) => {
    Object.assign(user, { env: { ...env, CHAT_TITLES: 'on', TITLES: { send } } })
  })
  const first = await chatOf(person)
  const operationId = await ask(person, first)
  await ask(person, first, 'А мрамор?')
  expect(sent).toEqual([{ userId: person.userId, conversationId: first, operationId }])

  const request = { conversationId: first, operationId, place: { below: 0 }, service: 'chatgpt' }
  const row = { ending: { outcome: 'complete' }, request, supplier: 'xai' }
  const around = { env: { TITLES: { send } }, userId: person.userId, environment: { CHAT_TITLES: 'on' } }
  await askForTitle(around as never, row as never, 'Ответ')
  expect(sent).toHaveLength(1)
})

test('so many chats of a user are named in a day, and what needs no name takes nothing', async () => {
  const { person, id, message } = await answeredChat()
  const settings = { LIMIT_TITLES_PER_DAY: '2' }
  await deliver(message, { settings })
  for (let again = 1; again <= 3; again++) await deliver(message, { settings })
  const chats = [id]
  for (let more = 1; more <= 2; more++) {
    const other = await chatOf(person)
    chats.push(other)
    const operationId = await ask(person, other)
    await deliver({ userId: person.userId, conversationId: other, operationId }, { settings })
  }
  expect(await Promise.all(chats.map((chat) => titleIn(person, chat)))).toEqual([named, named, titleOf(question)])
})
