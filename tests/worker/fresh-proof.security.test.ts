// Dangerous calls ask who is there. Walked with each kind of account: without and with a fresh proof.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProofWay } from '#contract/second-step.ts'
import { mailsTo, password } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { codeOf } from '#tests/support/worker/operating.ts'
import {
  addPasskey,
  age,
  connect,
  type Holder,
  newGuarded,
  newHolder,
  offerOf,
  prove,
  waitForBudgets
} from '#tests/support/worker/ways-in.ts'

hashCheaply()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

/** @returns the session of a user who signed in a while ago */
const aged = async (person: Holder): Promise<Holder> => {
  await age(person)
  return person
}

interface Kind {
  make: () => Promise<Holder>
  ways: ProofWay[]
  /** Whether a typed password is enough for what changes the account. */
  byPassword: boolean
  /** Whether it has a passkey or an authenticator, and so is asked before keys, cards and deletions. */
  guarded: boolean
}

const withIdentity = async (): Promise<Holder> => {
  const person = await newHolder(null)
  const { userId } = person
  await env.DB.prepare("insert into identities values ('yandex', ?1, ?1, 1, null)").bind(userId).run()
  return person
}

const kinds: Record<string, Kind> = {
  'a password alone': { make: () => newHolder(), ways: ['password'], byPassword: true, guarded: false },
  'Яндекс ID and no password': { make: withIdentity, ways: ['yandex'], byPassword: false, guarded: false },
  'a password and a passkey': {
    make: async () => {
      const person = await newHolder()
      await addPasskey(person)
      return person
    },
    ways: ['password', 'passkey'],
    byPassword: true,
    guarded: true
  },
  'a password and an authenticator': {
    make: async () => {
      const person = await newHolder()
      await connect(person)
      return person
    },
    ways: ['password', 'code'],
    byPassword: true,
    guarded: true
  },
  'a second step': {
    make: async () => (await newGuarded()).owner,
    ways: ['code', 'recovery'],
    byPassword: false,
    guarded: true
  }
}

type Call = [method: string, path: string, body: object]

/** What always asks, every kind of account. */
const always: Record<string, Call> = {
  'options for a passkey': ['POST', '/user/passkeys/options', {}],
  'adding a passkey': ['POST', '/user/passkeys', { ticket: 'x', response: { id: 'x' }, name: 'Ключ' }],
  'renaming a passkey': ['PUT', '/user/passkeys/none', { name: 'Ключ' }],
  'removing a passkey': ['DELETE', '/user/passkeys/none', {}],
  'confirming an authenticator': ['PUT', '/user/authenticator', { code: '000000' }],
  'removing an authenticator': ['DELETE', '/user/authenticator', {}],
  'connecting an authenticator': ['POST', '/user/authenticator', {}],
  'switching the second step': ['PUT', '/user/second-step', { on: true }],
  'renewing recovery codes': ['POST', '/user/recovery-codes', {}]
}

const withPassword: Record<string, Call> = {
  'another address': ['PUT', '/user/email', { newEmail: 'new-address@person.example' }],
  'another password': ['PUT', '/user/password', { newPassword: 'Another-Horse8!' }],
  'deleting the account': ['POST', '/user/deletion', {}]
}

const ofGuarded: Record<string, Call> = {
  'a key of the API': ['POST', '/api-keys', { name: 'Сервер' }],
  'Premium, which saves the card': ['PUT', '/subscription', { planId: 'premium' }]
}

const asks = ({ code }: { code?: unknown }) => code === 'FRESH_SIGN_IN_REQUIRED'
const ask = (person: Holder, [method, path, body]: Call) =>
  person.ask(method, path, method === 'DELETE' ? undefined : body)

describe.each(Object.entries(kinds))('an account with %s', (_, { make, ways, byPassword, guarded }) => {
  test('is told what it can prove itself with, and is let through once it has', async () => {
    const person = await aged(await make())
    for (const [name, call] of Object.entries(always))
      expect(await ask(person, call), name).toMatchObject({
        status: 403,
        code: 'FRESH_SIGN_IN_REQUIRED',
        data: { ways }
      })
    await prove(person)
    for (const [name, call] of Object.entries(always)) expect(asks(await ask(person, call)), name).toBe(false)
  })

  test.each(Object.entries(withPassword))(
    '%s takes a fresh session or, where it is enough, the password',
    async (_name, call) => {
      const [method, path, body] = call
      const typed: Call = [method, path, { ...body, currentPassword: password }]
      const wrong: Call = [method, path, { ...body, currentPassword: 'Wrong-Horse7!' }]
      const stale = await aged(await make())
      expect(asks(await ask(stale, call))).toBe(true)
      expect((await ask(stale, wrong)).status).not.toBe(200)
      const status = (await ask(stale, typed)).status
      expect(status === 200).toBe(byPassword)
      const fresh = await prove(await aged(await make()))
      expect(await ask(fresh, call)).toMatchObject({ status: 200 })
    }
  )

  test.each(Object.entries(ofGuarded))(
    '%s asks those alone who have a passkey or an authenticator',
    async (_name, call) => {
      const person = await aged(await make())
      expect(asks(await ask(person, call))).toBe(guarded)
      await prove(person)
      expect(await ask(person, call)).toMatchObject({ status: 200 })
    }
  )
})

test('a key of the API is replaced by who is there', async () => {
  const person = await newHolder()
  const { data } = await person.ask('POST', '/api-keys', { name: 'Сервер' })
  const path = `/api-keys/${(data as { apiKey: { id: string } }).apiKey.id}/replace`
  await addPasskey(person)
  await age(person)
  expect(asks(await person.ask('POST', path, { overlap_hours: 0 }))).toBe(true)
  await prove(person)
  expect((await person.ask('POST', path, { overlap_hours: 0 })).status).toBe(200)
})

describe('a proof', () => {
  const freshUntil = async (person: Holder) =>
    ((await person.ask('GET', '/user/ways-in')).data as { freshUntil: number | null }).freshUntil

  test('by password makes this session fresh for ten minutes, and no other', async () => {
    const person = await aged(await newHolder())
    expect(await freshUntil(person)).toBeNull()
    const wrong = await person.ask('POST', '/user/proof', { password: 'Wrong-Horse7!' })
    expect(wrong).toMatchObject({ status: 400, data: { details: [{ path: 'password' }] } })
    expect(await freshUntil(person)).toBeNull()
    const until = Date.now() + 600_000
    expect(await person.ask('POST', '/user/proof', { password })).toMatchObject({ data: { freshUntil: until } })
    expect(await freshUntil(person)).toBe(until)
    const { results } = await env.DB.prepare('select id from sessions where proven_at is not null and user_id = ?')
      .bind(person.userId)
      .all()
    expect(results).toEqual([{ id: person.sessionId }])
    vi.setSystemTime(until)
    expect(await freshUntil(person)).toBeNull()
  })

  test('with a second step on takes anything but the password', async () => {
    const { owner, secret, codes } = await newGuarded()
    await prove(owner)
    const key = await addPasskey(owner)
    const shown = async (): Promise<object[]> => {
      const { options, ticket } = await offerOf(owner, '/user/proof/options')
      return [{ code: codeOf(secret) }, { recovery: codes[0] }, { passkey: { ticket, response: key.get(options) } }]
    }
    await age(owner)
    expect(asks(await owner.ask('POST', '/user/proof', { password }))).toBe(true)
    for (const proof of await shown()) {
      await age(owner)
      expect((await owner.ask('POST', '/user/proof', proof)).status).toBe(200)
      await age(owner)
      expect((await owner.ask('POST', '/user/proof', proof)).status, 'twice').toBe(403)
    }
    expect(await freshUntil(owner)).toBeNull()
  })

  test('is one thing, and codes are guessed five times in ten minutes', async () => {
    const person = await newHolder()
    const secret = await connect(person)
    waitForBudgets()
    const two = { password, code: codeOf(secret) }
    for (const shown of [{}, two])
      expect((await person.ask('POST', '/user/proof', shown)).code).toBe('VALIDATION_FAILED')
    const valid = [-1, 0, 1].map((steps) => codeOf(secret, steps))
    const bad = ['000000', '111111', '222222', '333333'].find((code) => !valid.includes(code))
    for (let tries = 0; tries < 5; tries++)
      expect((await person.ask('POST', '/user/proof', { code: bad })).code).toBe('INVALID_CODE')
    expect((await person.ask('POST', '/user/proof', { code: bad })).code).toBe('RATE_LIMITED')
    expect((await person.ask('POST', '/user/proof', { password })).status).toBe(200)
  })
})

test('the letter about another password names the ways in that remain', async () => {
  const person = await newHolder()
  await addPasskey(person)
  await env.DB.prepare("insert into identities values ('vk', ?1, ?1, 1, null)").bind(person.userId).run()
  const body = { currentPassword: password, newPassword: 'Another-Horse8!' }
  expect((await person.ask('PUT', '/user/password', body)).status).toBe(200)
  await vi.waitFor(
    async () => {
      const mail = (await mailsTo(person.email)).find(({ subject }) => subject === 'Пароль изменён')
      expect(mail?.text).toContain('Остаются и другие способы войти: 1 ключ доступа, VK ID.')
    },
    { timeout: 20_000 }
  )
})
