// Chats are named by a model once, at our cost, and never against the user's own name.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { titleOf } from '#contract/chat-titles.ts'
import type { Conversation } from '#contract/chats.ts'
import { openDirectory } from '#data/base/database.ts'
import { switchOff } from '#data/directory/outages.ts'
import type { TitleMessage } from '#domain/chat-title.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { askForTitle } from '#durable-objects/answer/saving.ts'
import { consumeTitles } from '#queues/titles.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { historyRows } from '../support/worker/histories.ts'
import { controlSandbox } from '../support/worker/jobs.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { catchLogs } from '../support/worker/stage.ts'
import { limitMaker, openedBy } from '../support/worker/supplies.ts'
import { forgetCalls, titlesAsked } from '../support/worker/translating.ts'
import { suppliesInForce } from '#worker/http/in-force.ts'

watchOutages()
beforeEach(async () => {
  await controlSandbox({ fault: null })
  await forgetCalls()
})

const question = 'Кратко: чем гранит отличается от базальта и где их добывают?'
const named = 'Чем гранит отличается от базальта и'

async function chatOf(person: Person, title = titleOf(question)): Promise<number> {
  const made = await person.send('POST', '/chat/conversations', { service: 'chatgpt', title })
  return (await dataOf<{ conversation: Conversation }>(made)).conversation.id
}

async function ask(person: Person, conversationId: number, prompt = question): Promise<string> {
  const operationId = crypto.randomUUID()
  const body = { prompt, model: 'gpt-4o-mini', conversationId }
  const asked = await person.send('POST', '/ai/text/chatgpt', body, { 'idempotency-key': operationId })
  expect((await answered(asked)).status).toBe(200)
  return operationId
}

const titleIn = async ({ userId }: Person, id: number) =>
  historyRows(userId).prepare('select title from conversations where id = ?').bind(id).first<string>('title')

/** Delivers a message as the queue does. @returns 'ack', or 'retry' */
async function deliver(
  body: TitleMessage,
  { attempts = 1, settings = {}, isolate }: { attempts?: number; settings?: object; isolate?: Env } = {}
) {
  const ends: string[] = []
  const message = { body, attempts, ack: () => ends.push('ack'), retry: () => ends.push('retry') }
  await consumeTitles(
    { messages: [message] } as unknown as MessageBatch,
    isolate ?? { ...env, CHAT_TITLES: 'on', ...settings },
    suppliesInForce
  )
  return ends
}

/** A person with an answered chat. */
async function answeredChat(title?: string) {
  const person = await newPerson({ tokens: 20 })
  const id = await chatOf(person, title)
  const operationId = await ask(person, id)
  return { person, id, message: { userId: person.userId, conversationId: id, operationId } }
}

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

/** Settings of an account whose minute is used up, and what is sent to wait for it. */
function fullAccount() {
  const sent: { body: TitleMessage; delaySeconds: number | undefined }[] = []
  const took = { take: async () => ({ allowed: false, retryAfterSeconds: 60, key: 'calls' }) }
  const TITLES = {
    send: async (body: TitleMessage, options?: QueueSendOptions) => {
      sent.push({ body, delaySeconds: options?.delaySeconds })
    }
  }
  return { sent, settings: { TITLES, LIMITER: changedBinding(env.LIMITER, { getByName: () => took }) } }
}

test('a title waits for its full account without spending its tries, later and later, and after some hours no more', async () => {
  const { person, id, message } = await answeredChat()
  await limitMaker('openai', 1)
  const { sent, settings } = fullAccount()
  const answeredAt = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: answeredAt })
  let next = { ...message, asked: 1 } as TitleMessage
  const pauses: number[] = []
  while (true) {
    expect(await deliver(next, { settings })).toEqual(['ack'])
    const [later] = sent.splice(0)
    if (!later) break
    expect(later.body).toEqual(next)
    next = later.body
    pauses.push(later.delaySeconds ?? 0)
    vi.setSystemTime(Date.now() + pauses.at(-1)! * 1000)
  }
  vi.useRealTimers()
  expect(pauses.slice(0, 2)).toEqual([60, expect.any(Number)])
  expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses)
  expect(pauses.at(-1)).toBe(600)
  expect(pauses.length).toBeLessThan(30)
  expect((Date.now() - answeredAt) / 1000).toBeLessThan(600)
  expect(pauses.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(2.5 * 60 * 60)
  expect(await titlesAsked()).toEqual([])
  await env.DB.exec('delete from suppliers')
  expect(await deliver(next)).toEqual(['ack'])
  expect(await titleIn(person, id)).toBe(named)
})

test('an account that says it is busy is asked later, with the tries that are left', async () => {
  const { person, id, message } = await answeredChat()
  const { sent, settings } = fullAccount()
  await controlSandbox({ fault: 'rate-limit', faultCount: 1 })
  expect(await deliver(message, { attempts: 2, settings })).toEqual(['ack'])
  expect(sent).toEqual([{ body: { ...message, asked: 1 }, delaySeconds: expect.any(Number) }])
  await controlSandbox({ fault: 'server-error', faultCount: 2 })
  expect(await deliver(sent[0]!.body, { attempts: 1 })).toEqual(['retry'])
  expect(await deliver(sent[0]!.body, { attempts: 2 })).toEqual(['ack'])
  expect(await deliver(sent[0]!.body)).toEqual(['ack'])
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
