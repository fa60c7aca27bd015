// Which requests a key of the API opens: the user's object decides at every call, and reads the account once a minute.
import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { blockAccount } from '#data/directory/people.ts'
import { users } from '#data/directory/schema.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { newApiKey } from '#worker/crypto/api-key.ts'
import { addKey, present } from '../support/worker/api-keys.ts'
import { commandOf, requestOf } from '../support/worker/asking.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { answered, newPerson, sendAsVisitor } from '../support/worker/person.ts'
import { newSubscriber } from '../support/worker/premium.ts'
import { changeRows } from '../support/worker/wallet-rows.ts'

const invalid = { state: 'refused', code: 'INVALID_KEY' }
const minuteMs = 60_000
const stopDate = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
const passMs = (ms: number) => vi.setSystemTime(Date.now() + ms)

const row = (userId: string) => eq(users.id, userId)

describe('a key', () => {
  test('opens what it may, says whose it is, and notes the minute of its last use', async () => {
    const { userId } = await newPerson({ paid: true })
    const { text, keyId } = await addKey(userId, { models: ['gpt-4o'], scopes: ['chat'] })
    expect(await present(text, { model: 'gpt-4o' })).toEqual({
      state: 'found',
      userId,
      key: {
        id: keyId,
        name: 'Тест',
        scopes: ['chat'],
        models: ['gpt-4o'],
        budgets: { day: null, month: null, total: null }
      },
      plan: 'paid',
      facts: { firstPurchaseAt: expect.any(Number), premiumUntil: null },
      requests: { limit: expect.any(Number), left: expect.any(Number) }
    })
    const [shown] = await userOf(env, userId).viewKeys()
    expect(shown).toMatchObject({ id: keyId, last_used_at: expect.any(Number) })
    expect(shown!.last_used_at! % minuteMs).toBe(0)
  })

  test('is refused beyond its rights, models and networks, each by its own code', async () => {
    const { userId } = await newPerson()
    const { text } = await addKey(userId, { scopes: ['chat'], models: ['gpt-4o'], networks: ['203.0.113.0/24'] })
    const address = '203.0.113.9'
    expect(await present(text, { address, model: 'gpt-4o' })).toMatchObject({ state: 'found' })
    expect(await present(text, { address, scope: 'balance' })).toEqual({ state: 'refused', code: 'SCOPE' })
    expect(await present(text, { address, model: 'gpt-4o-mini' })).toEqual({ state: 'refused', code: 'MODEL' })
    expect(await present(text, { address: '203.0.114.9' })).toEqual({ state: 'refused', code: 'NETWORK' })
  })

  test('costs no query while the account is known', async () => {
    const { userId } = await newPerson()
    const [one, other] = [await addKey(userId), await addKey(userId)]
    await present(one.text)
    const prepare = vi.spyOn(env.DB, 'prepare')
    expect(await present(other.text)).toMatchObject({ state: 'found' })
    expect(prepare).not.toHaveBeenCalled()
  })

  test('keeps working after a restart of the object', async () => {
    const { userId } = await newPerson()
    const { text } = await addKey(userId)
    await abortAllDurableObjects()
    expect(await present(text)).toMatchObject({ state: 'found' })
  })
})

describe('one refusal for every key that does not work', () => {
  test('unknown, ended, expired', async () => {
    stopDate()
    const { userId } = await newPerson()
    expect(await present(newApiKey(environmentOf(env), userId).text)).toEqual(invalid)
    const ended = await addKey(userId)
    expect(await present(ended.text)).toMatchObject({ state: 'found' })
    expect(await userOf(env, userId).endKey(ended.keyId)).toBe(true)
    expect(await present(ended.text)).toEqual(invalid)
    const expiring = await addKey(userId, { expiresAt: Date.now() + 1000 })
    expect(await present(expiring.text)).toMatchObject({ state: 'found' })
    passMs(1000)
    expect(await present(expiring.text)).toEqual(invalid)
  })

  test('another secret for the same key', async () => {
    const { userId } = await newPerson()
    const { keyId } = await addKey(userId)
    expect(await present(newApiKey(environmentOf(env), userId, keyId).text)).toEqual(invalid)
  })

  test('a key of an account that is blocked, to be erased, unconfirmed or gone', async () => {
    const directory = openDirectory(env)
    const ends: ((userId: string) => Promise<unknown>)[] = [
      (userId) => blockAccount(directory, userId, Date.now()),
      async (userId) => directory.update(users).set({ deletionRequestedAt: 1 }).where(row(userId)),
      async (userId) => directory.update(users).set({ verifiedAt: null }).where(row(userId)),
      async (userId) => directory.delete(users).where(row(userId))
    ]
    for (const end of ends) {
      const { userId } = await newPerson()
      const { text } = await addKey(userId)
      expect(await present(text)).toMatchObject({ state: 'found' })
      await end(userId)
      await userOf(env, userId).stopKeys()
      expect(await present(text)).toEqual(invalid)
    }
  })

  test('an invented key wakes no object', async () => {
    const { userId } = await newPerson()
    const getByName = vi.fn()
    const settings = { USER: changedBinding(env.USER, { getByName }) }
    const forged = newApiKey({ JWT_SECRET: 'a secret that is not the one of the site' }, userId).text
    for (const text of ['', 'sk-', forged, forged.slice(1)]) expect(await present(text, { settings })).toEqual(invalid)
    expect(getByName).not.toHaveBeenCalled()
  })
})

test('a frozen account opens nothing', async () => {
  const { userId } = await newPerson({ tokens: 5 })
  const { text } = await addKey(userId)
  await changeRows(userId, 'update wallet set frozen_at = 1')
  await abortAllDurableObjects()
  expect(await present(text)).toEqual({ state: 'refused', code: 'ACCOUNT_FROZEN' })
})

test.each([
  ['free', () => newPerson(), 20],
  ['paid', () => newPerson({ paid: true }), 60],
  ['premium', () => newSubscriber(), 120]
])('a user on the plan %s makes so many calls a minute', async (_, made, limit) => {
  const { userId } = await made()
  const { text } = await addKey(userId)
  const found = await present(text, { settings: { LIMIT_API_PER_MINUTE: '60' } })
  expect(found).toMatchObject({ requests: { limit, left: limit - 1 } })
})

test('all keys of a user share a limit of their own, which a copy in another network does not use up', async () => {
  stopDate()
  const { userId } = await newPerson({ paid: true })
  const settings = { LIMIT_API_PER_MINUTE: '3' }
  const [one, other] = [await addKey(userId), await addKey(userId, { networks: ['203.0.113.7'] })]
  for (let count = 0; count < 5; count++)
    expect(await present(other.text, { settings, address: '198.51.100.1' })).toMatchObject({ code: 'NETWORK' })
  const left = []
  for (const { text } of [one, other, one]) left.push(await present(text, { settings, address: '203.0.113.7' }))
  expect(left.map((found) => 'requests' in found && found.requests.left)).toEqual([2, 1, 0])
  expect(await present(one.text, { settings })).toEqual({
    state: 'refused',
    code: 'RATE_LIMITED',
    retryAfterSeconds: 20
  })
  passMs(20_000)
  expect(await present(one.text, { settings })).toMatchObject({ state: 'found' })
})

const streamOf = async (userId: string, keyId: string) => {
  const request = requestOf({ userId, sessionId: '', conversationId: null }, 'Подробно о реке [сбой:молчание]')
  const asked = await userOf(env, userId).askAndRead({ ...commandOf(request), caller: { kind: 'key', keyId } })
  if (asked.state === 'refused') throw new Error(asked.code)
  return new Response(asked.stream).text()
}

describe('an answer', () => {
  test('a key that has ended begins none', async () => {
    const { userId } = await newPerson({ tokens: 50 })
    const { keyId } = await addKey(userId)
    await userOf(env, userId).endKey(keyId)
    await expect(streamOf(userId, keyId)).rejects.toThrow('INVALID_KEY')
  })
})

test('a key opens none of the site’s own calls, and no log holds it', async () => {
  const { userId } = await newPerson({ tokens: 5 })
  const { text } = await addKey(userId)
  const logs = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue())
  const closed = { status: 401, success: false, data: null, code: 'UNAUTHORIZED' }
  for (const path of ['/user/tokens', '/auth/profile', '/api-keys', '/chat/conversations', '/user/budgets'])
    for (const headers of [{ authorization: `Bearer ${text}` }, { 'x-api-key': text }])
      expect(await answered(await sendAsVisitor('GET', path, undefined, headers)), path).toMatchObject(closed)
  await sendAsVisitor('GET', `/user/tokens?key=${text}`)
  await present(text)
  expect(JSON.stringify(logs.map(({ mock }) => mock.calls))).not.toContain(text.slice(-20))
})
