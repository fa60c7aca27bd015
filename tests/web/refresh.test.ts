import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readProfile } from '#contract/profile.ts'
import { call } from '#web/src/base/session/client.ts'
import { onSessionLost } from '#web/src/base/session/refresh.ts'
import { type Asked, bearerOf, fakeApi, keepTokens, profileOf, refuse, succeed, tokenPair } from './fake-api.ts'

const lost = vi.fn()
let stop: () => void

beforeEach(() => {
  lost.mockClear()
  keepTokens('old')
  stop = onSessionLost(lost)
})
afterEach(() => stop())

const acceptOnly = (bearer: string, data: unknown) => (asked: Asked) =>
  bearerOf(asked) === `Bearer ${bearer}` ? succeed(data) : refuse(401, { error: 'Необходимо войти в систему' })

const profile = { user: profileOf('anna@example.ru') }
/** Only new tokens are accepted, and the old ones are exchanged for them. */
const exchanging = {
  'GET /auth/profile': acceptOnly('new-access', profile),
  'POST /auth/refresh': () => succeed({ tokens: tokenPair('new') })
}
const stored = () => [localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]

describe('a refused access token', () => {
  it('is exchanged once, and the request is repeated once', async () => {
    const { asked, calls } = fakeApi(exchanging)
    expect(await call(readProfile, {})).toEqual(profile)
    expect(calls()).toEqual(['GET /auth/profile', 'POST /auth/refresh', 'GET /auth/profile'])
    expect(asked[1]?.body).toEqual({ refreshToken: 'old-refresh' })
    expect(asked[1] && bearerOf(asked[1])).toBeNull()
    expect(stored()).toEqual(['new-access', 'new-refresh'])
    expect(lost).not.toHaveBeenCalled()
  })

  it('is not exchanged when another tab has already done so', async () => {
    const { calls } = fakeApi({
      'GET /auth/profile': (asked) => {
        if (bearerOf(asked) === 'Bearer new-access') return succeed(profile)
        keepTokens('new')
        return refuse(401)
      }
    })
    expect(await call(readProfile, {})).toEqual(profile)
    expect(calls()).toEqual(['GET /auth/profile', 'GET /auth/profile'])
  })

  it('is not exchanged twice for one request', async () => {
    const { calls } = fakeApi({
      'GET /auth/profile': () => refuse(401, { error: 'Необходимо войти в систему' }),
      'POST /auth/refresh': () => succeed({ tokens: tokenPair('new') })
    })
    await expect(call(readProfile, {})).rejects.toMatchObject({ status: 401, message: 'Необходимо войти в систему' })
    expect(calls()).toEqual(['GET /auth/profile', 'POST /auth/refresh', 'GET /auth/profile'])
  })
})

describe('a refused exchange', () => {
  it('clears both tokens and reports the end of the session', async () => {
    fakeApi({ 'GET /auth/profile': () => refuse(401), 'POST /auth/refresh': () => refuse(401) })
    await expect(call(readProfile, {})).rejects.toMatchObject({ message: 'Refresh failed', code: 'SESSION_LOST' })
    expect(stored()).toEqual([null, null])
    expect(lost).toHaveBeenCalledTimes(1)
  })

  it('uses the pair that another tab stored meanwhile', async () => {
    fakeApi({
      'GET /auth/profile': acceptOnly('new-access', profile),
      'POST /auth/refresh': () => {
        keepTokens('new')
        return refuse(401)
      }
    })
    expect(await call(readProfile, {})).toEqual(profile)
    expect(stored()).toEqual(['new-access', 'new-refresh'])
    expect(lost).not.toHaveBeenCalled()
  })

  it('does not sign the user in again who signed out while it ran', async () => {
    fakeApi({
      'GET /auth/profile': () => refuse(401),
      'POST /auth/refresh': () => {
        localStorage.clear()
        return succeed({ tokens: tokenPair('new') })
      }
    })
    await expect(call(readProfile, {})).rejects.toMatchObject({ message: 'Authentication failed' })
    expect(stored()).toEqual([null, null])
  })
})

describe('an exchange without a response', () => {
  it.each([
    ['a broken connection', () => Promise.reject(new TypeError('Failed to fetch')), 'Refresh request failed'],
    ['a stumbling server', () => refuse(503, { error: 'Сервис временно недоступен' }), 'Сервис временно недоступен'],
    ['a proxy that wants a password', () => new Response('', { status: 401 }), 'Invalid response format'],
    ['a firewall', () => refuse(403, { error: 'Запрос пришёл с чужого сайта' }), 'Запрос пришёл с чужого сайта']
  ])('fails the request and keeps the session: %s', async (_, answer, message) => {
    fakeApi({ 'GET /auth/profile': () => refuse(401), 'POST /auth/refresh': answer })
    await expect(call(readProfile, {})).rejects.toMatchObject({ message })
    expect(stored()).toEqual(['old-access', 'old-refresh'])
    expect(lost).not.toHaveBeenCalled()
  })
})

const withLocks = (request: unknown) => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
}

describe('the lock across tabs', () => {
  it('is requested under one name, with a timeout', async () => {
    fakeApi(exchanging)
    const request = vi.fn((_: string, options: LockOptions, work: () => Promise<string>) => {
      expect(options.signal).toBeInstanceOf(AbortSignal)
      return work()
    })
    withLocks(request)
    expect(await call(readProfile, {})).toEqual(profile)
    expect(request.mock.calls.map(([name]) => name)).toEqual(['session-refresh'])
  })

  it('does not block this tab when the tab that holds it hangs', async () => {
    fakeApi(exchanging)
    withLocks(() => Promise.reject(new DOMException('The lock took too long', 'TimeoutError')))
    expect(await call(readProfile, {})).toEqual(profile)
  })

  it('runs a refused exchange once, not again without the lock', async () => {
    const { calls } = fakeApi({ 'GET /auth/profile': () => refuse(401), 'POST /auth/refresh': () => refuse(401) })
    withLocks((_: string, __: LockOptions, work: () => Promise<string>) => work())
    await expect(call(readProfile, {})).rejects.toMatchObject({ code: 'SESSION_LOST' })
    expect(calls()).toEqual(['GET /auth/profile', 'POST /auth/refresh'])
  })
})
