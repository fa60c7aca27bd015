import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { closeCodes, livePing } from '#contract/live-socket.ts'
import { openDirectory } from '#data/base/database.ts'
import { endSession } from '#data/directory/sessions.ts'
import { publish } from '#durable-objects/publish.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { newPerson } from '../support/worker/person.ts'
import { heardBy, openPage } from '../support/worker/socket.ts'
import { giveTokens } from '../support/worker/tokens.ts'
import { holdOf, settleOf } from '../support/worker/wallet-rows.ts'
import { ask, newChat, show, shownIn } from '../support/worker/versions.ts'

describe('an open page', () => {
  test('gets every change of the balance, in order', async () => {
    const person = await newPerson({ tokens: 100 })
    const page = await openPage(person)
    const wallet = userOf(env, person.userId)
    await wallet.reserve(holdOf('operation-1', { priceTokens: 30 }))
    await wallet.settle(settleOf('operation-1', 30))
    await expect.poll(() => page.heard.length).toBe(2)
    expect(page.heard).toEqual([
      { type: 'balance', tokens: 70, reservedTokens: 30, totalUsedTokens: 0, seq: 2 },
      { type: 'balance', tokens: 70, reservedTokens: 0, totalUsedTokens: 30, seq: 3 }
    ])
  })

  test('gets the start and the end of an answer in another tab', async () => {
    const person = await newPerson({ tokens: 100 })
    const page = await openPage(person)
    await person.send('POST', '/ai/text/chatgpt', { prompt: 'Привет' }, { 'idempotency-key': 'operation-1' })
    await vi.waitFor(
      () =>
        expect(page.heard.filter(({ type }) => type === 'answer')).toEqual([
          { type: 'answer', operationId: 'operation-1', conversationId: null, state: 'running' },
          { type: 'answer', operationId: 'operation-1', conversationId: null, state: 'finished' }
        ]),
      { timeout: 20_000 }
    )
  })

  test('hears which version of a turn another device shows, and of a changed instruction', async () => {
    const { person, id } = await newChat()
    await ask(person, id, 'Кратко: что такое вяз?')
    const [question] = await shownIn(person, id)
    await ask(person, id, 'Кратко: что такое граб?', { parentMessageId: null })
    const page = await openPage(person)
    const heard = () => page.heard.filter(({ type }) => type === 'conversation')
    await show(person, id, question!.id)
    await vi.waitFor(() => expect(heard()).toEqual([{ type: 'conversation', id, change: 'shown' }]), {
      timeout: 20_000
    })
    await person.send('PUT', `/chat/conversations/${id}/instruction`, { role: null, instruction: 'Кратко.' })
    await vi.waitFor(() => expect(heard().slice(1)).toEqual([{ type: 'conversation', id, change: 'updated' }]), {
      timeout: 20_000
    })
    await show(person, id, 999_999)
    expect(heard()).toHaveLength(2)
  })

  test('stays connected while its object hibernates, and gets the next message', async () => {
    const person = await newPerson()
    const page = await openPage(person)
    await evictDurableObject(env.USER.getByName(person.userId), { webSockets: 'hibernate' })
    await giveTokens(person.userId, 5)
    expect(await heardBy(page, 'balance')).toMatchObject({ tokens: 5 })
  })

  test('gets an answer to its ping', async () => {
    const page = await openPage(await newPerson())
    page.socket.send(livePing)
    expect(await heardBy(page, 'pong')).toEqual({ type: 'pong' })
  })

  test('gets no messages of another user', async () => {
    const [a, b] = [await newPerson(), await newPerson()]
    const [pageOfA, pageOfB] = [await openPage(a), await openPage(b)]
    await giveTokens(b.userId, 5)
    await heardBy(pageOfB, 'balance')
    expect(pageOfA.heard).toEqual([])
  })
})

describe('an ended session', () => {
  test('closes its own pages at once, and no others', async () => {
    const person = await newPerson()
    const page = await openPage(person)
    await userOf(env, person.userId).endSession('another-session')
    expect(page.closed()).toBeNull()
    await person.send('POST', '/auth/logout', {})
    expect(await heardBy(page, 'session-ended')).toEqual({ type: 'session-ended', sessionId: person.sessionId })
    await expect.poll(page.closed, { timeout: 20_000 }).toBe(closeCodes.sessionEnded)
  })

  test('is found by the periodic check when the object was not told', async () => {
    const person = await newPerson()
    const page = await openPage(person)
    const stub = env.USER.getByName(person.userId)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    await runDurableObjectAlarm(stub)
    expect(page.closed()).toBeNull()
    await endSession(openDirectory(env), person.sessionId, Date.now())
    vi.setSystemTime(Date.now() + 10 * 60_000)
    expect(await runDurableObjectAlarm(stub)).toBe(true)
    vi.useRealTimers()
    await expect.poll(page.closed).toBe(closeCodes.sessionEnded)
  })
})

test('a failed message to the pages of a user is logged and does not throw', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const broken = { ...env, USER: { getByName: () => ({ publish: () => Promise.reject(new TypeError('secret')) }) } }
  await publish(broken as unknown as Env, 'user-1', { type: 'pong' })
  expect(warn.mock.calls.flat().join('')).toMatch(/publish-failed(?!.*secret)/)
})
