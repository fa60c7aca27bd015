// Passkeys: what opens an account, and everything that must not.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { WaysIn } from '#contract/second-step.ts'
import { mailsTo, post } from '#tests/support/worker/account.ts'
import { type CreationOptions, type Differently, SoftwarePasskey } from '#tests/support/worker/authenticator.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { dataOf } from '#tests/support/worker/person.ts'
import {
  added,
  addPasskey,
  age,
  enterWith,
  entryOffer,
  minuteMs,
  newHolder,
  offerOf,
  openedBy,
  switchOn
} from '#tests/support/worker/ways-in.ts'

hashCheaply()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

const unknown = { status: 403, body: { success: false, code: 'PASSKEY_UNKNOWN' } }
const waysOf = async (person: Awaited<ReturnType<typeof newHolder>>) =>
  dataOf<WaysIn>(await person.send('GET', '/user/ways-in'))

test('a passkey is added, told to its owner, signs in without a password, is renamed and removed', async () => {
  const owner = await newHolder()
  const key = await addPasskey(owner)
  expect((await mailsTo(owner.email))[0]?.subject).toBe('Добавлен ключ доступа')
  expect(openedBy(await enterWith(key))).toBe(owner.userId)
  expect((await owner.ask('PUT', `/user/passkeys/${key.id}`, { name: 'Ноутбук' })).status).toBe(200)
  const [shown] = (await waysOf(owner)).passkeys
  expect(shown).toMatchObject({ id: key.id, name: 'Ноутбук', isBackedUp: false, usedAt: Date.now() })
  expect((await owner.ask('DELETE', `/user/passkeys/${key.id}`)).status).toBe(200)
  expect(await enterWith(key)).toMatchObject(unknown)
  expect((await mailsTo(owner.email, 2))[0]?.subject).toBe('Удалён ключ доступа')
})

test('the options bind to this site, ask for a verified holder, and name nobody before signing in', async () => {
  const owner = await newHolder()
  const key = await addPasskey(owner)
  expect((await entryOffer()).options).toMatchObject({
    rpId: new URL(env.SITE_ORIGIN).hostname,
    userVerification: 'required',
    allowCredentials: []
  })
  const { options } = await offerOf<CreationOptions>(owner, '/user/passkeys/options')
  expect(options).toMatchObject({
    attestation: 'none',
    user: { id: Buffer.from(owner.userId).toString('base64url'), name: owner.email },
    excludeCredentials: [{ id: key.id, type: 'public-key', transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
  })
})

const wrong: [string, Differently][] = [
  ['for another origin', { origin: 'https://evil.example' }],
  ['for our host with another port', { origin: 'http://localhost:1' }],
  ['for another site', { rpId: 'evil.example' }],
  ['of a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['without a verified holder', { unverified: true }]
]

test.each([...wrong, ['of another kind', { type: 'webauthn.get' }] as [string, Differently]])(
  'an attestation %s adds nothing',
  async (_, different) => {
    const owner = await newHolder()
    expect((await added(owner, different)).answer).toMatchObject({ status: 403, code: 'PASSKEY_UNKNOWN' })
    expect((await waysOf(owner)).passkeys).toEqual([])
  }
)

test('a device that attests itself is taken', async () => {
  expect((await added(await newHolder(), { selfAttested: true })).answer.status).toBe(200)
})

describe('an assertion', () => {
  test.each([
    ...wrong,
    ['of another kind', { type: 'webauthn.create' }] as [string, Differently],
    ['that names nobody', { userHandle: null }] as [string, Differently],
    ['that names somebody else', { userHandle: Buffer.from('somebody').toString('base64url') }] as [string, Differently]
  ])('%s opens nothing', async (_, different) => {
    const key = await addPasskey(await newHolder())
    expect(await enterWith(key, different)).toMatchObject(unknown)
  })

  test.each(['clientDataJSON', 'authenticatorData', 'signature'] as const)(
    'with a changed %s opens nothing',
    async (part) => {
      const key = await addPasskey(await newHolder())
      const { options, ticket } = await entryOffer()
      const response = key.get(options)
      const bytes = Buffer.from(response.response[part], 'base64url')
      bytes[bytes.length - 2]! ^= 1
      const changed = { ...response, response: { ...response.response, [part]: bytes.toString('base64url') } }
      expect(await post('/api/auth/passkeys/sign-in', { ticket, response: changed })).toMatchObject(unknown)
    }
  )

  test.each([{}, { response: null }, { rawId: 7, response: {} }, { response: { signature: '%' } }])(
    'of the form %j is refused, and nothing breaks',
    async (form) => {
      const key = await addPasskey(await newHolder())
      const { ticket } = await entryOffer()
      const response = { id: key.id, rawId: key.id, type: 'public-key', ...form }
      expect(await post('/api/auth/passkeys/sign-in', { ticket, response })).toMatchObject(unknown)
    }
  )

  test('opens once, also when it is sent many times at once', async () => {
    const key = await addPasskey(await newHolder())
    const { options, ticket } = await entryOffer()
    const body = { ticket, response: key.get(options) }
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => (await post('/api/auth/passkeys/sign-in', body)).status)
    )
    expect(statuses.toSorted()).toEqual([200, 403, 403, 403])
    expect(await post('/api/auth/passkeys/sign-in', body)).toMatchObject(unknown)
  })

  test('is late after five minutes', async () => {
    const key = await addPasskey(await newHolder())
    const { options, ticket } = await entryOffer()
    vi.setSystemTime(Date.now() + 5 * minuteMs)
    expect(await post('/api/auth/passkeys/sign-in', { ticket, response: key.get(options) })).toMatchObject(unknown)
  })

  test('whose counter has not grown is refused, unless the device never counts', async () => {
    const key = await addPasskey(await newHolder())
    for (const counter of [0, 0, 5, 7]) expect((await enterWith(key, { counter })).status, `${counter}`).toBe(200)
    for (const counter of [7, 6, 0]) expect(await enterWith(key, { counter })).toMatchObject(unknown)
    expect((await enterWith(key, { counter: 8 })).status).toBe(200)
  })

  test('for the challenge of another use opens nothing', async () => {
    const owner = await newHolder()
    const key = await addPasskey(owner)
    const { options, ticket } = await offerOf(owner, '/user/proof/options')
    expect(await post('/api/auth/passkeys/sign-in', { ticket, response: key.get(options) })).toMatchObject(unknown)
    const entry = await entryOffer()
    const proof = { passkey: { ticket: entry.ticket, response: key.get(entry.options) } }
    expect(await owner.ask('POST', '/user/proof', proof)).toMatchObject({ status: 403, code: 'PASSKEY_UNKNOWN' })
  })

  test('of another user proves nobody, nor does a challenge of another session', async () => {
    const [owner, thief] = [await newHolder(), await newHolder()]
    const [key, thiefsKey] = [await addPasskey(owner), await addPasskey(thief)]
    const asked = await offerOf(owner, '/user/proof/options')
    const byThief = { passkey: { ticket: asked.ticket, response: thiefsKey.get(asked.options) } }
    expect(await owner.ask('POST', '/user/proof', byThief)).toMatchObject({ code: 'PASSKEY_UNKNOWN' })
    const byOwner = { passkey: { ticket: asked.ticket, response: key.get(asked.options) } }
    expect(await thief.ask('POST', '/user/proof', byOwner)).toMatchObject({ code: 'PASSKEY_UNKNOWN' })
  })
})

describe('an account', () => {
  test('that is blocked or erased is opened by none of its passkeys; one that waits to be erased is kept by it', async () => {
    const set = (userId: string, column: string, at: number) =>
      env.DB.prepare(`update users set ${column} = ?2 where id = ?1`).bind(userId, at).run()
    const [blocked, erased, waiting] = [await newHolder(), await newHolder(), await newHolder()]
    const [first, second, third] = [await addPasskey(blocked), await addPasskey(erased), await addPasskey(waiting)]
    await set(blocked.userId, 'blocked_at', Date.now())
    await set(erased.userId, 'deletion_requested_at', Date.now() - 15 * 24 * 60 * minuteMs)
    await set(waiting.userId, 'deletion_requested_at', Date.now())
    expect(await enterWith(first)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } })
    expect(await enterWith(second)).toMatchObject(unknown)
    expect(await enterWith(third)).toMatchObject({ status: 200, body: { data: { restored: true } } })
  })

  test('takes a passkey of nobody else, and no second time', async () => {
    const owner = await newHolder()
    const key = await addPasskey(owner)
    const again = { status: 409, code: 'CONFLICT' }
    expect((await added(owner, {}, key)).answer).toMatchObject(again)
    expect((await added(await newHolder(), {}, key)).answer).toMatchObject(again)
    expect(openedBy(await enterWith(key))).toBe(null)
  })

  test('has at most twenty, also of those that are added at once', async () => {
    const owner = await newHolder()
    await env.DB.prepare(
      `insert into passkeys (id, user_id, public_key, counter, name, is_backed_up, created_at)
        select value, ?1, '', 0, 'Ключ', 0, 1 from json_each(?2)`
    )
      .bind(owner.userId, JSON.stringify(Array.from({ length: 19 }, (_, at) => `${owner.userId}-${at}`)))
      .run()
    const answers = await Promise.all([added(owner), added(owner)])
    expect(answers.map(({ answer }) => answer.status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ answer }) => answer.status === 409)?.answer).toMatchObject({ code: 'PASSKEYS_FULL' })
  })

  test('keeps the passkeys of others: they are neither renamed nor removed', async () => {
    const [owner, thief] = [await newHolder(), await newHolder()]
    const key = await addPasskey(owner)
    const missing = { status: 404, code: 'NOT_FOUND' }
    expect(await thief.ask('PUT', `/user/passkeys/${key.id}`, { name: 'Мой' })).toMatchObject(missing)
    expect(await thief.ask('DELETE', `/user/passkeys/${key.id}`)).toMatchObject(missing)
    expect((await waysOf(owner)).passkeys).toMatchObject([{ name: 'Телефон' }])
  })

  test('without a password keeps its last passkey, and so does one whose second step it takes', async () => {
    const [without, stepping] = [await newHolder(null), await newHolder()]
    const [first, second] = [await addPasskey(without), await addPasskey(without)]
    const both = await Promise.all([first, second].map(({ id }) => without.ask('DELETE', `/user/passkeys/${id}`)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject({ code: 'LAST_WAY_IN' })
    const key = await addPasskey(stepping)
    await switchOn(stepping)
    const refused = await stepping.ask('DELETE', `/user/passkeys/${key.id}`)
    expect(refused).toMatchObject({ status: 409, code: 'LAST_SECOND_STEP' })
    expect(openedBy(await enterWith(key))).toBe(stepping.userId)
  })

  test('whose session is stale gets no options', async () => {
    const owner = await newHolder()
    await age(owner)
    const refused = { status: 403, code: 'FRESH_SIGN_IN_REQUIRED', data: { ways: ['password'] } }
    expect(await owner.ask('POST', '/user/passkeys/options', {})).toMatchObject(refused)
  })
})

test('an unknown passkey opens nothing', async () => {
  expect(await enterWith(new SoftwarePasskey(env.SITE_ORIGIN), { userHandle: 'AAAA' })).toMatchObject(unknown)
})
