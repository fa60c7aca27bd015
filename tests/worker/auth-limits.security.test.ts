import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Answered,
  consents,
  mailsTo,
  newAddress,
  password,
  post,
  register,
  signIn,
  signUp
} from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

const scrypt = hashCheaply()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
let hosts = 0
const newHost = () => `198.51.100.${++hosts}`
const from = (host: string) => ({ 'cf-connecting-ip': host })

const settings = { LIMIT_SIGN_IN_PER_MINUTE: '3', LIMIT_SIGN_UP_PER_HOUR: '3', LIMIT_MAIL_PER_HOUR: '3' }
const signInFrom = (host: string, email: string, typed = 'Wrong-Horse7!', headers = {}) =>
  signIn(email, typed, { settings, headers: { ...from(host), ...headers } })
const registerFrom = (host: string, email: string) =>
  post('/api/auth/register', { email, password, consents }, { settings, headers: from(host) })
const resendFrom = (host: string, email: string) =>
  post('/api/auth/resend-verification', { email }, { settings, headers: from(host) })

async function statusesOf(calls: (() => Promise<Answered>)[]): Promise<number[]> {
  const statuses = []
  for (const one of calls) statuses.push((await one()).status)
  return statuses
}
const four = (one: (index: number) => Promise<Answered>) => statusesOf([0, 1, 2, 3].map((index) => () => one(index)))

test('a limit answers 429 with whole seconds in body and header, and ends by itself', async () => {
  const { email } = await signUp()
  const host = newHost()
  expect(await statusesOf([1, 2, 3].map(() => () => signInFrom(host, email)))).toEqual([401, 401, 401])
  const limited = await signInFrom(host, email, password)
  expect(limited).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', retryAfter: 20 } })
  expect(limited.headers['retry-after']).toBe('20')
  vi.setSystemTime(Date.now() + 20_000)
  expect((await signInFrom(host, email, password)).status).toBe(200)
})

test('a call over the limit is refused before its password is hashed', async () => {
  const email = newAddress()
  scrypt.mockClear()
  expect(await four(() => signInFrom(newHost(), email))).toEqual([401, 401, 401, 429])
  expect(await four(() => registerFrom(newHost(), email))).toEqual([200, 200, 200, 429])
  expect(scrypt).toHaveBeenCalledTimes(6)
})

const claiming = (address: string) => ({
  'x-forwarded-for': address,
  'x-real-ip': address,
  forwarded: `for=${address}`
})

describe('attempts to sign in are limited', () => {
  test('by network, for any addresses', async () => {
    const host = newHost()
    expect(await four(() => signInFrom(host, newAddress()))).toEqual([401, 401, 401, 429])
  })

  test('by address, from any network', async () => {
    const email = newAddress()
    expect(await four(() => signInFrom(newHost(), email))).toEqual([401, 401, 401, 429])
  })

  test('by address in every spelling', async () => {
    const name = `ivan${crypto.randomUUID().slice(0, 8)}`
    const spellings = [
      `${name}@gmail.com`,
      `${name.toUpperCase()}@GMAIL.com`,
      `${name}+x@gmail.com`,
      `i.${name.slice(1)}@gmail.com`
    ]
    expect(await four((index) => signInFrom(newHost(), spellings[index]!))).toEqual([401, 401, 401, 429])
  })

  test('by the /64 of an IPv6 network', async () => {
    expect(await four((index) => signInFrom(`2001:db8:1:1::${index}`, newAddress()))).toEqual([401, 401, 401, 429])
    expect((await signInFrom('2001:db8:1:2::1', newAddress())).status).toBe(401)
  })

  test('for any path and query of the call', async () => {
    const [host, email] = [newHost(), newAddress()]
    const paths = ['/api/auth/login', '/auth/login', '/api/auth/login?x=1', '/api/auth/login?x=2#y']
    const ask = (index: number) =>
      post(paths[index] ?? '', { email, password: 'Wrong-Horse7!' }, { settings, headers: from(host) })
    expect(await four(ask)).toEqual([401, 401, 401, 429])
  })

  test('whatever forwarding headers the client sends', async () => {
    const host = newHost()
    const attempt = (index: number) => signInFrom(host, newAddress(), password, claiming(`203.0.113.${index}`))
    expect(await four(attempt)).toEqual([401, 401, 401, 429])
  })
})

describe('a user is not locked out', () => {
  test('by one machine that guesses: it uses up its own limit', async () => {
    const { email } = await signUp()
    const attacker = newHost()
    await four(() => signInFrom(attacker, newAddress()))
    expect(await four(() => signInFrom(attacker, email))).toEqual([429, 429, 429, 429])
    expect((await signInFrom(newHost(), email, password)).status).toBe(200)
  })

  test('from asking for a mail by exhausted sign-in attempts', async () => {
    const email = newAddress()
    await register(email)
    await four(() => signInFrom(newHost(), email))
    expect((await resendFrom(newHost(), email)).status).toBe(200)
    expect(await mailsTo(email, 2)).toHaveLength(2)
  })
})

describe('mails are limited', () => {
  test('by network when registering', async () => {
    const host = newHost()
    expect(await four(() => registerFrom(host, newAddress()))).toEqual([200, 200, 200, 429])
  })

  test('by network when asking for another mail', async () => {
    const host = newHost()
    expect(await four(() => resendFrom(host, newAddress()))).toEqual([200, 200, 200, 429])
  })

  test('by mailbox, over registrations and repeated mails, whether the address is known or not', async () => {
    const email = newAddress()
    const kinds = [registerFrom, resendFrom, resendFrom, registerFrom]
    expect(await four((index) => kinds[index]!(newHost(), email))).toEqual([200, 200, 200, 429])
    expect(await mailsTo(email, 3)).toHaveLength(3)
    const unknown = newAddress()
    expect(await four(() => resendFrom(newHost(), unknown))).toEqual([200, 200, 200, 429])
  })
})
