// Strangers who try to sign in to one address again and again must not lock its owner out.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addAccount,
  call,
  newAccount,
  newAddress,
  newestLinkTo,
  password,
  post,
  signIn
} from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

const scrypt = hashCheaply()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

const settings = { LIMIT_SIGN_IN_PER_MINUTE: '3', LIMIT_MAIL_PER_HOUR: '3' }
const newPassword = 'Another-Horse8!'
let hosts = 0
const fromNowhere = () => ({ settings, headers: { 'cf-connecting-ip': `198.51.100.${++hosts}` } })
const strangers = (email: string) => signIn(email, 'Wrong-Horse1!', fromNowhere())
const login = (email: string, typed: string, pass: string) =>
  post('/api/auth/login', { email, password: typed, pass }, fromNowhere())

/** Tries wrong passwords until the limit is reached. */
async function hammer(email: string) {
  while ((await strangers(email)).status !== 429);
}

async function resetOf(email: string): Promise<string> {
  expect((await post('/api/auth/reset-password', { email }, fromNowhere())).status).toBe(200)
  const token = await newestLinkTo(email, 'reset-password')
  const answer = await post('/api/auth/reset-password-confirm', { token, newPassword }, fromNowhere())
  expect(answer.status).toBe(200)
  return String(answer.body.data?.pass)
}

describe('an owner whose sign-in limit strangers have used up', () => {
  test('has to wait when only the right password is given', async () => {
    const { email } = await addAccount()
    await hammer(email)
    expect((await signIn(email, password, fromNowhere())).status).toBe(429)
  })

  test('can go on using, refreshing and changing a signed-in account', async () => {
    const { email, accessToken, refreshToken } = await newAccount()
    await hammer(email)
    expect((await call('/api/auth/profile', { accessToken, settings })).status).toBe(200)
    expect((await post('/api/auth/refresh', { refreshToken }, { settings })).status).toBe(200)
    const change = { method: 'PUT', accessToken, settings, body: { currentPassword: password, newPassword } }
    expect((await call('/api/user/password', change)).status).toBe(200)
  })

  test('can sign in at once after a reset, while the strangers go on', async () => {
    const { email } = await addAccount()
    await hammer(email)
    const pass = await resetOf(email)
    await hammer(email)
    expect((await login(email, newPassword, pass)).status).toBe(200)
    expect((await strangers(email)).status).toBe(429)
  })

  test('gets a reset link although strangers have used up the other mails', async () => {
    const { email } = await addAccount()
    const asking = () => post('/api/auth/resend-verification', { email }, fromNowhere())
    while ((await asking()).status !== 429);
    await hammer(email)
    expect((await login(email, newPassword, await resetOf(email))).status).toBe(200)
  })

  test('has a working reset link although strangers have used up the reset mails', async () => {
    const { email } = await addAccount()
    const asking = () => post('/api/auth/reset-password', { email }, fromNowhere())
    while ((await asking()).status !== 429);
    const token = await newestLinkTo(email, 'reset-password', 3)
    expect((await post('/api/auth/reset-password-confirm', { token, newPassword }, fromNowhere())).status).toBe(200)
  })
})

describe('a pass', () => {
  test('needs the password and allows only three tries, after which nothing is hashed', async () => {
    const { email } = await addAccount()
    const pass = await resetOf(email)
    for (const typed of ['Wrong-Horse1!', 'Wrong-Horse2!', 'Wrong-Horse3!'])
      expect((await login(email, typed, pass)).status).toBe(401)
    scrypt.mockClear()
    expect((await login(email, newPassword, pass)).status).toBe(429)
    expect(scrypt).not.toHaveBeenCalled()
  })

  test.each([
    ['of another address', async () => resetOf((await addAccount()).email)],
    ['that was made up', async () => `${Date.now() + 60_000}.${'A'.repeat(22)}.${'A'.repeat(43)}`],
    ['that is no pass', async () => "' or 1=1 --"],
    [
      'with a changed expiry',
      async (email: string) => (await resetOf(email)).replace(/^\d+/, String(Date.now() + 86_400_000))
    ]
  ])('%s does not get past the limits', async (_, passOf) => {
    const { email } = await addAccount()
    const pass = await passOf(email)
    await hammer(email)
    expect((await login(email, password, pass)).status).toBe(429)
  })

  test('expires after 15 minutes', async () => {
    const { email } = await addAccount()
    const pass = await resetOf(email)
    vi.setSystemTime(Date.now() + 15 * 60_000)
    await hammer(email)
    expect((await login(email, newPassword, pass)).status).toBe(429)
  })

  test('works for every spelling of the address', async () => {
    const { email } = await addAccount(newAddress())
    const pass = await resetOf(email)
    await hammer(email)
    expect((await login(email.replace('@', '+tag@').toUpperCase(), newPassword, pass)).status).toBe(200)
  })
})
