// An answer must not reveal whether an address has an account: not by its status, body, headers or number of hashes.
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Answered,
  call,
  confirm,
  consents,
  mailsTo,
  newAddress,
  password,
  post,
  register,
  signIn,
  signUp
} from '#tests/support/worker/account.ts'
import { breakingDatabases } from '#tests/support/worker/breaking.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

const scrypt = hashCheaply()

const wrong = 'Wrong-Horse7!'
const verified = newAddress()
const pending = newAddress()

beforeAll(async () => {
  await signUp(verified)
  await register(pending)
})
/** Everything that a stranger sees of an answer, including the order of keys and headers. */
const seen = ({ status, text, headers }: Answered) => ({ status, text, headers: Object.entries(headers) })

const ask = (path: string, body: object) => post(path, body, { headers: { 'x-request-id': 'same' }, settings: {} })

/** Asks, as another signed-in person, to change to this address. */
async function askForAddress(newEmail: string): Promise<Answered> {
  const { accessToken } = await signUp()
  scrypt.mockClear()
  const body = { newEmail, currentPassword: password }
  return call('/api/user/email', {
    method: 'PUT',
    accessToken,
    body,
    headers: { 'x-request-id': 'same' },
    settings: {}
  })
}

const calls: [name: string, hashes: number, ask: (email: string) => Promise<Answered>][] = [
  ['registering', 1, (email) => ask('/api/auth/register', { email, password: wrong, consents })],
  ['asking for another mail', 0, (email) => ask('/api/auth/resend-verification', { email })],
  ['asking for a reset link', 0, (email) => ask('/api/auth/reset-password', { email })],
  ['signing in with a wrong password', 1, (email) => ask('/api/auth/login', { email, password: 'Other-Horse7!' })],
  ['asking for another address', 1, askForAddress]
]

describe('unknown, pending and verified addresses get the same answer, byte for byte', () => {
  test.each(calls)('%s', async (_, __, asking) => {
    const unknown = seen(await asking(newAddress()))
    expect(seen(await asking(pending))).toEqual(unknown)
    expect(seen(await asking(verified))).toEqual(unknown)
  })
})

describe('unknown, pending and verified addresses cost the same number of hashes', () => {
  test.each(calls)('%s makes %i hashes', async (_, hashes, asking) => {
    for (const email of [newAddress(), pending, verified]) {
      scrypt.mockClear()
      await asking(email)
      expect(scrypt).toHaveBeenCalledTimes(hashes)
      const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 }
      for (const [, , , options] of scrypt.mock.calls) expect(options).toEqual(cost)
    }
  })
})

test('registering an address and then signing in with that password does not reveal an account', async () => {
  const typed = 'Probing-Horse7!'
  const answers = []
  for (const email of [newAddress(), pending, verified]) {
    await post('/api/auth/register', { email, password: typed, consents })
    answers.push(seen(await signIn(email, typed, { headers: { 'x-request-id': 'same' } })))
  }
  const [unknown, ...others] = answers
  expect(unknown).toMatchObject({ status: 403 })
  expect(others).toEqual([unknown, unknown])
})

test('a mail that cannot be sent does not change the answer', async () => {
  const settings = { UNISENDER_BASE_URL: `${new URL(env.UNISENDER_BASE_URL).origin}/nobody-is-here` }
  const headers = { 'x-request-id': 'same' }
  for (const path of ['/api/auth/register', '/api/auth/resend-verification', '/api/auth/reset-password']) {
    const body = { email: newAddress(), password, consents }
    const sent = await post(path, body, { headers, settings: {} })
    expect(seen(await post(path, { ...body, email: pending }, { headers, settings }))).toEqual(seen(sent))
  }
})

const mailCalls = ['/api/auth/resend-verification', '/api/auth/reset-password']

test.each(mailCalls)('%s answers before the database is read', async (path) => {
  const settings = breakingDatabases({ call: 1, moment: 'before' })
  expect((await post(path, { email: verified }, { settings })).status).toBe(200)
})

test.each(mailCalls)('%s sends no mail to an unknown address', async (path) => {
  const email = newAddress()
  await post(path, { email }, { settings: {} })
  expect(await mailsTo(email, 0)).toEqual([])
})

test('only who holds a link learns that its account is confirmed: a guessed one says nothing', async () => {
  await confirm(await register(newAddress()))
  for (const token of ['never', 'n'.repeat(2000)])
    expect(await confirm(token)).toMatchObject({ status: 400, body: { code: 'INVALID_VERIFICATION_TOKEN' } })
})

describe('impossible passwords and addresses are refused before anything is hashed', () => {
  const bodies: [name: string, status: number, body: object][] = [
    ['a password of 30 kB', 400, { email: verified, password: 'Aa1!'.repeat(7_500), consents }],
    ['a password of 1 MB', 413, { email: verified, password: 'Aa1!'.repeat(250_000), consents }],
    ['an e-mail of 10,000 characters', 400, { email: `${'a'.repeat(10_000)}@example.ru`, password, consents }]
  ]
  test.each(bodies)('%s', async (_, status, body) => {
    scrypt.mockClear()
    for (const path of ['/api/auth/register', '/api/auth/login'])
      expect((await post(path, body, { settings: {} })).status).toBe(status)
    expect(scrypt).not.toHaveBeenCalled()
  })
})
