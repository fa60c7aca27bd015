// A device that has signed in to an account before does not wait for strangers while password hashing queues.
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { parseEnvironment } from '#domain/environment.ts'
import {
  type Answered,
  call,
  consents,
  newestLinkTo,
  newAddress,
  password,
  post,
  signUp
} from '#tests/support/worker/account.ts'
import { challengeOf, crowd, newHost, signingIn, watchHashing } from '#tests/support/worker/crowding.ts'
import { solveChallenge } from '#web/src/base/session/solve-challenge.ts'
import { newDeviceMark } from '#worker/crypto/device-mark.ts'

const scrypt = watchHashing()

/** The cookie that the browser would send back. */
const deviceOf = ({ headers }: Answered) => ({ cookie: String(headers['set-cookie']).split(';')[0]! })

describe('a device that has signed in to the account', () => {
  test('is not asked while strangers wait, and its mark is a cookie for sign-ins alone', async () => {
    const { email } = await signUp()
    const first = await signingIn(email)()
    expect(first.headers['set-cookie']).toMatch(
      /^__Secure-known-device=[\w.-]+; Max-Age=31536000; Path=\/api\/auth\/login; HttpOnly; Secure; SameSite=Strict$/
    )
    crowd()
    expect((await signingIn(email)(undefined, {}, deviceOf(first))).status).toBe(200)
    expect((await signingIn(email, 'Wrong-Horse1!')(undefined, {}, deviceOf(first))).status).toBe(401)
  })

  test('is known after it has confirmed the address', async () => {
    const email = newAddress()
    await post('/api/auth/register', { email, password, consents }, { headers: newHost() })
    const confirmed = await call(`/api/auth/verify-email/${await newestLinkTo(email, 'verify-email')}`)
    crowd()
    expect((await signingIn(email)(undefined, {}, deviceOf(confirmed))).status).toBe(200)
  })

  test('is asked when too many known devices wait', async () => {
    const { email } = await signUp()
    const device = deviceOf(await signingIn(email)())
    crowd('known')
    const ask = signingIn(email)
    const proof = await solveChallenge(challengeOf(await ask(undefined, {}, device)))
    expect((await ask(String(proof), {}, device)).status).toBe(200)
  })

  test.each<[string, (mark: string) => string]>([
    ['of another account', () => ''],
    ['with another expiry', (mark) => mark.replace(/=\d+/, `=${Date.now() + 900_000_000}`)],
    ['of another user', (mark) => mark.replace(/\.h\d-[\w-]{36}\./, `.${crypto.randomUUID()}.`)]
  ])('is a stranger with a mark %s', async (_, change) => {
    const { email } = await signUp()
    const { cookie } = deviceOf(await signingIn(email)())
    const others = deviceOf(await signingIn((await signUp()).email)())
    crowd()
    challengeOf(await signingIn(email)(undefined, {}, { cookie: change(cookie) || others.cookie }))
  })

  test('waits with the strangers when the address has become another account', async () => {
    const { email, userId } = await signUp()
    const settings = parseEnvironment(env)
    const deviceOfUser = (id: string) => {
      const mark = newDeviceMark(settings, { userId: id, canonicalEmail: email }, Date.now())
      return { cookie: `__Secure-known-device=${mark}` }
    }
    // Longer than the longest wait: the lane of the others refuses.
    crowd('other', 30_000)
    scrypt.mockClear()
    expect((await signingIn(email)(undefined, {}, deviceOfUser(userId))).status).toBe(200)
    expect((await signingIn(email)(undefined, {}, deviceOfUser(crypto.randomUUID()))).status).toBe(503)
    expect(scrypt).toHaveBeenCalledTimes(1)
  })

  test('that signed in a year ago is a stranger', async () => {
    const { email } = await signUp()
    const device = deviceOf(await signingIn(email)())
    vi.setSystemTime(Date.now() + 365 * 86_400_000)
    crowd()
    challengeOf(await signingIn(email)(undefined, {}, device))
  })

  test('gets no mark for a wrong password', async () => {
    const refused = await signingIn((await signUp()).email, 'Wrong-Horse1!')()
    expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined])
  })
})
