// Who has signed out reads nothing more, although the access token is valid for minutes. And reading has a limit.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { fileLink } from '#data/files/job-files.ts'
import { endSession } from '#data/directory/sessions.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { createApp } from '#worker/app.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { call } from '../support/worker/account.ts'
import { addChat, addJob, finishedJobId } from '../support/worker/owner.ts'
import { dataOf, newPerson, type Person } from '../support/worker/person.ts'

/** Every read of chat texts and of works. */
const readsOf = (chatId: number, messageId: number) => [
  '/chat/conversations',
  `/chat/conversations/${chatId}/messages`,
  `/chat/conversations/${chatId}/messages?before=${messageId + 1}`,
  '/jobs',
  `/jobs/${finishedJobId}`
]

async function newReader(): Promise<{ person: Person; reads: string[] }> {
  const person = await newPerson({ tokens: 50 })
  const chat = await addChat(person.userId)
  await addJob(person.userId)
  return { person, reads: readsOf(chat.id, chat.messageId) }
}

const statuses = ({ send }: Person, reads: string[]) =>
  Promise.all(reads.map(async (path) => [path, (await send('GET', path)).status]))
const all = (reads: string[], status: number) => reads.map((path) => [path, status])

describe('after signing out', () => {
  test('the old access token reads no chats and no works', async () => {
    const { person, reads } = await newReader()
    expect(await statuses(person, reads)).toEqual(all(reads, 200))
    expect((await person.send('POST', '/auth/logout', {})).status).toBe(200)
    expect(await statuses(person, reads)).toEqual(all(reads, 401))
  })

  test('nor a minute later when the user’s object could not be reached', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { person, reads } = await newReader()
    expect(await statuses(person, reads)).toEqual(all(reads, 200))
    await endSession(openDirectory(env), person.sessionId, Date.now())
    vi.setSystemTime(Date.now() + 61_000)
    expect(await statuses(person, reads)).toEqual(all(reads, 401))
  })

  test('another user’s id looks like any other: the session is checked first', async () => {
    const { person } = await newReader()
    await person.send('POST', '/auth/logout', {})
    expect((await person.send('GET', '/jobs/nothing-here')).status).toBe(401)
    expect((await person.send('GET', '/chat/conversations/1/messages?limit=0')).status).toBe(401)
  })

  test('a stream that is open ends, and gets no more of the answer', async () => {
    const person = await newPerson({ tokens: 50 })
    const headers = { 'idempotency-key': crypto.randomUUID(), accept: 'text/event-stream' }
    const asked = { prompt: 'Подробно о реке [сбой:молчание]', model: 'gpt-4o-mini' }
    const streams = [
      await person.send('POST', '/ai/text/chatgpt', asked, headers),
      await person.send('GET', `/ai/text/answers/${headers['idempotency-key']}`, undefined, headers)
    ]
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    const texts = Promise.all(streams.map((stream) => stream.text()))
    await person.send('POST', '/auth/logout', {})
    for (const text of await texts) expect(text).not.toMatch(/event: (done|error)/)
  })

  test('a stream of another device goes on', async () => {
    const person = await newPerson({ tokens: 50 })
    const headers = { 'idempotency-key': crypto.randomUUID(), accept: 'text/event-stream' }
    const asked = { prompt: 'Кратко: что такое исток?', model: 'gpt-4o-mini' }
    const stream = await person.send('POST', '/ai/text/chatgpt', asked, headers)
    await userOf(env, person.userId).endSession('another-session')
    expect(await stream.text()).toMatch(/event: done/)
  })
})

test('the session is not looked up for every read: the user’s object knows it', async () => {
  const { person, reads } = await newReader()
  await statuses(person, reads)
  const prepare = vi.spyOn(env.DB, 'prepare')
  const lookUps = () => prepare.mock.calls.filter(([query]) => query.includes('from sessions')).length
  await statuses(person, reads)
  expect(lookUps()).toBe(0)
  // Only after something has changed.
  await userOf(env, person.userId).endSession('another-session')
  await person.send('GET', '/jobs')
  expect(lookUps()).toBe(1)
})

async function limitedReader() {
  const { person, reads } = await newReader()
  const accessToken = signAccessToken(environmentOf(env), person, Date.now())
  const settings = { LIMIT_READS_PER_MINUTE: '6' }
  const read = async (path: string) => (await call(`/api${path}`, { accessToken, settings })).status
  return { person, reads, read, settings }
}

describe('the limit of reads', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  })

  test('is shared by all reads of a user, wherever the session is checked, and ends by itself', async () => {
    const [one, other] = [await limitedReader(), await limitedReader()]
    const paths = [...one.reads, '/user/tokens']
    for (const path of paths) expect([path, await one.read(path)]).toEqual([path, 200])
    for (const path of [...paths, '/auth/profile', '/ai/usage', '/tokens/payments'])
      expect([path, await one.read(path)]).toEqual([path, 429])
    expect(await other.read('/jobs')).toBe(200)
    vi.setSystemTime(Date.now() + 10_000)
    expect([await one.read('/jobs'), await one.read('/jobs')]).toEqual([200, 429])
  })

  test('keeps the reads that it refuses away from the database', async () => {
    const { read } = await limitedReader()
    for (let count = 0; count < 7; count++) await read('/jobs')
    const prepare = vi.spyOn(env.DB, 'prepare')
    for (let count = 0; count < 5; count++) expect(await read('/jobs')).toBe(429)
    expect(prepare).not.toHaveBeenCalled()
  })

  test('of one work’s files is its own, since their links need no session', async () => {
    const { person, settings } = await limitedReader()
    const { jobId } = await addJob(person.userId, 'work-0002')
    const url = new URL(fileLink(environmentOf(env), jobId, 0, Date.now()))
    const bindings = { ...env, ...settings }
    const open = async () => (await createApp().fetch(new Request(url), bindings)).status
    const seen = []
    for (let count = 0; count < 7; count++) seen.push(await open())
    expect(seen).toEqual([...Array(6).fill(200), 429])
  })
})

test('tickets for sockets have a limit', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const person = await newPerson()
  const ask = () => person.send('POST', '/live/ticket', {})
  const answers = []
  for (let count = 0; count < 61; count++) answers.push((await ask()).status)
  expect(answers).toEqual([...Array(60).fill(200), 429])
  await dataOf(await (await newPerson()).send('POST', '/live/ticket', {}))
})
