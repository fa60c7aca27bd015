import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  accountOf,
  bearerOf,
  fakeApi,
  keepTokens,
  profileOf,
  refuse,
  sessionOf,
  signedInApi,
  succeed,
  tokenPair,
  tokensOwnedBy
} from './fake-api.ts'
import { address } from './render-page.tsx'
import { anna, start, wake } from './started-session.tsx'
import { beginSession, startSession } from '#web/src/base/session/session-store.ts'

/** A condition that is not met by then fails the test through its time limit. */
async function timePassesUntil(isTrue: () => boolean, stepMs = 500) {
  while (!isTrue()) await act(() => vi.advanceTimersByTimeAsync(stepMs))
}

describe('at the start', () => {
  it('a browser without an access token is a visitor’s, and no request is sent', async () => {
    const { calls } = fakeApi({})
    const { seen } = await start()
    expect(seen).toEqual(['signed-out - -'])
    expect(calls()).toEqual([])
  })

  it('balance and profile are read once for the first script and the page, and again for code that knows of a change', async () => {
    const { calls } = signedInApi()
    const { seen } = await start()
    void beginSession()
    await screen.findByText('signed-in anna@example.ru 7')
    expect(seen).toEqual(['loading - -', 'signed-in anna@example.ru 7'])
    expect(calls()).toEqual(['GET /user/tokens', 'GET /auth/profile'])
    await act(() => Promise.all([startSession(), startSession()]))
    expect(calls()).toHaveLength(6)
  })

  it('the profile does not wait for the balance', async () => {
    const balance = Promise.withResolvers<Response>()
    const { calls } = signedInApi({ 'GET /user/tokens': () => balance.promise })
    await start()
    await waitFor(() => expect(calls()).toEqual(['GET /user/tokens', 'GET /auth/profile']))
    balance.resolve(succeed(accountOf(7)))
    await screen.findByText('signed-in anna@example.ru 7')
  })

  it('what was loaded for the owner of the stored token is not kept for another', async () => {
    keepTokens(tokensOwnedBy('anna@example.ru'))
    const boris = { user: profileOf('boris@example.ru') }
    fakeApi({ 'GET /user/tokens': () => succeed(accountOf(5)), 'GET /auth/profile': () => succeed(boris) })
    const { queries } = await start()
    queries.setQueryData(['conversations'], 'of Anna')
    await screen.findByText('signed-in boris@example.ru 5')
    await waitFor(() => expect(queries.getQueryData(['conversations'])).toBeUndefined())
  })

  it('the profile is read even when reading the balance fails', async () => {
    signedInApi({ 'GET /user/tokens': () => refuse(500) })
    await start()
    await screen.findByText('signed-in anna@example.ru 0')
  })

  it('a refused profile clears the tokens and signs out', async () => {
    signedInApi({ 'GET /auth/profile': () => refuse(403) })
    await start()
    await screen.findByText('signed-out - -')
    expect({ ...localStorage }).toEqual({})
    expect(address()).toBe('/')
  })

  it.each([
    ['a stumbling server', () => refuse(503), 3],
    ['a network that is gone', () => Promise.reject(new TypeError('Failed to fetch')), 3],
    ['a limit', () => refuse(429, { code: 'RATE_LIMITED', retryAfter: 5 }), 1],
    ['a page of a hotel’s network', () => new Response('<html>', { status: 403 }), 1]
  ])('%s does not sign the user out: the profile is read when it can be', async (_, failure, attempts) => {
    vi.useFakeTimers()
    let failing = true
    const { calls } = signedInApi({ 'GET /auth/profile': () => (failing ? failure() : succeed(anna)) })
    const profiles = () => calls().filter((asked) => asked === 'GET /auth/profile').length
    const { seen } = await start()
    await timePassesUntil(() => profiles() >= attempts && seen.at(-1) === 'signed-in - -')
    expect(profiles()).toBe(attempts)
    expect({ ...localStorage }).toEqual(tokenPair('anna'))
    await timePassesUntil(() => profiles() >= 3 * attempts)
    expect(seen.slice(1)).toEqual(['signed-in - -'])
    failing = false
    await act(async () => void window.dispatchEvent(new Event('online')))
    // Immediately: no time passes.
    await timePassesUntil(() => seen.at(-1) === 'signed-in anna@example.ru 7', 0)
    const read = profiles()
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(profiles()).toBe(read)
  })

  it('a session that cannot be refreshed opens the sign-in page', async () => {
    signedInApi({
      'GET /user/tokens': () => refuse(401),
      'GET /auth/profile': () => refuse(401),
      'POST /auth/refresh': () => refuse(401)
    })
    await start('/subscription?tab=payments')
    await screen.findByText('signed-out - -')
    await waitFor(() => expect(address()).toBe('/auth?return=%2Fsubscription%3Ftab%3Dpayments'))
    expect({ ...localStorage }).toEqual({})
  })

  it('a browser with blocked storage is a visitor’s, and the page works', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    })
    fakeApi({})
    const { seen } = await start()
    expect(seen).toEqual(['signed-out - -'])
  })
})

describe('signing in', () => {
  const answers = { ...sessionOf(10), 'POST /auth/login': () => succeed({ tokens: tokenPair('anna') }) }
  const credentials = { email: 'anna@example.ru', password: 'Password1!' }

  it('stores both tokens and reads the profile with them', async () => {
    const { asked } = fakeApi(answers)
    const session = await start()
    await act(() => session.do().signIn(credentials))
    expect(session.seen).toEqual(['signed-out - -', 'signed-in anna@example.ru 10'])
    expect({ ...localStorage }).toEqual(tokenPair('anna'))
    expect(asked.slice(1).map(bearerOf)).toEqual(['Bearer anna-access', 'Bearer anna-access'])
  })

  it('works in this tab when storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No', 'QuotaExceededError')
    })
    const { asked } = fakeApi(answers)
    const session = await start()
    await act(() => session.do().signIn(credentials))
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 10')
    await act(() => session.do().refreshBalance())
    expect(asked.slice(1).map(bearerOf)).toEqual(Array(3).fill('Bearer anna-access'))
    // Coming back from another window does not end the session.
    await act(async () => wake('visibilitychange'))
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 10')
  })

  it('succeeds without a profile, which is then read again', async () => {
    const profiles = [refuse(500), succeed(anna)]
    fakeApi({ ...answers, 'GET /auth/profile': () => profiles.shift()! })
    const session = await start()
    await act(() => session.do().signIn(credentials))
    await screen.findByText('signed-in anna@example.ru 10')
    expect(session.seen).toEqual(['signed-out - -', 'signed-in - -', 'signed-in anna@example.ru 10'])
  })

  it('throws the reason of a refusal and changes nothing', async () => {
    fakeApi({
      'POST /auth/login': () => refuse(401, { error: 'Неверный email или пароль', code: 'INVALID_CREDENTIALS' })
    })
    const session = await start()
    await expect(session.do().signIn(credentials)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(session.seen).toEqual(['signed-out - -'])
    expect({ ...localStorage }).toEqual({})
  })
})
