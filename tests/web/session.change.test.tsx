import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readUsage } from '#contract/wallet.ts'
import { updateProfile } from '#contract/profile.ts'
import { call } from '#web/src/base/session/client.ts'
import { isSessionLost } from '#web/src/base/http/error-text.ts'
import {
  accountOf,
  type Asked,
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
import { anna, signedIn, start, storageEvent, wake } from './started-session.tsx'

describe('signing out', () => {
  it.each([
    ['the server agrees', () => succeed(), true],
    ['the server fails', () => refuse(500), false],
    ['there is no network', () => Promise.reject(new TypeError('Failed to fetch')), false]
  ])('clears tokens and user when %s', async (_, logout, told) => {
    const session = await signedIn({ 'POST /auth/logout': logout })
    expect(await act(() => session.do().signOut())).toBe(told)
    expect(session.calls()).toContain('POST /auth/logout')
    expect(session.seen.at(-1)).toBe('signed-out - -')
    expect({ ...localStorage }).toEqual({})
  })

  it('is done here before the server knows, and nothing is asked for meanwhile', async () => {
    const told = Promise.withResolvers<Response>()
    const session = await signedIn({ 'POST /auth/logout': () => told.promise })
    const leaving = act(async () => {
      const left = session.do().signOut()
      await waitFor(() => expect(session.calls()).toContain('POST /auth/logout'))
      expect({ ...localStorage }).toEqual({})
      told.resolve(succeed())
      return left
    })
    expect(await leaving).toBe(true)
    expect(bearerOf(session.asked.at(-1)!)).toBe('Bearer anna-access')
    expect(session.seen.at(-1)).toBe('signed-out - -')
  })

  it('gets new tokens for the server when those of the page have expired, and does not keep them', async () => {
    const session = await signedIn({
      'POST /auth/logout': (asked) => (bearerOf(asked) === 'Bearer newer-access' ? succeed() : refuse(401)),
      'POST /auth/refresh': () => succeed({ tokens: tokenPair('newer') })
    })
    expect(await act(() => session.do().signOut())).toBe(true)
    expect(session.asked.at(-2)?.body).toEqual({ refreshToken: 'anna-refresh' })
    expect({ ...localStorage }).toEqual({})
  })

  it('ends what is still being read for the user, and lets a change go on', async () => {
    const session = await signedIn({
      'POST /auth/logout': () => succeed(),
      'GET /ai/usage': ({ signal }) => endless(signal),
      'PUT /user/profile': ({ signal }) => endless(signal)
    })
    let change = 'running'
    const reading = call(readUsage, {}).catch(isSessionLost)
    void call(updateProfile, { displayName: 'Анна' }).catch(() => (change = 'ended'))
    await act(() => session.do().signOut())
    expect(await reading).toBe(true)
    expect(change).toBe('running')
  })

  it('leaves no draft of any user in this browser, and keeps data without a user', async () => {
    const session = await signedIn({ 'POST /auth/logout': () => succeed() })
    localStorage.setItem('chat-draft:/chatgpt:new', '{"prompt":"тайна"}')
    localStorage.setItem('studio-draft:/flux', '{"values":{"prompt":"тайна"}}')
    localStorage.setItem('theme', 'dark')
    await act(() => session.do().signOut())
    expect({ ...localStorage }).toEqual({ theme: 'dark' })
  })

  it('does not change the page, even when the session had ended before', async () => {
    const session = await signedIn({
      'POST /auth/logout': () => refuse(401),
      'POST /auth/refresh': () => refuse(401)
    })
    expect(await act(() => session.do().signOut())).toBe(true)
    expect(session.seen.at(-1)).toBe('signed-out - -')
    expect(address()).toBe('/')
  })

  it.each(['accessToken', null])('in another tab, which changed %s in the storage, signs out here', async (key) => {
    const session = await signedIn()
    localStorage.clear()
    storageEvent(key)
    expect(session.seen.at(-1)).toBe('signed-out - -')
  })

  it('is not undone by the response to an earlier request', async () => {
    const profile = Promise.withResolvers<Response>()
    signedInApi({ 'GET /auth/profile': () => profile.promise })
    const session = await start()
    await waitFor(() => expect(session.seen).toEqual(['loading - -']))
    localStorage.clear()
    storageEvent(null)
    await act(async () => profile.resolve(succeed(anna)))
    expect(session.seen).toEqual(['loading - -', 'signed-out - -'])
  })
})

describe('a tab next to this one', () => {
  it('that signs in signs in here', async () => {
    fakeApi(sessionOf())
    await start()
    keepTokens('anna')
    storageEvent('accessToken')
    await screen.findByText('signed-in anna@example.ru 7')
  })

  it('that refreshed the tokens changes nothing here', async () => {
    const session = await signedIn()
    keepTokens('newer')
    storageEvent('accessToken')
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 7')
    expect({ ...localStorage }).toEqual(tokenPair('newer'))
  })
})

/** A response that never comes: only an abort ends the request. */
const endless = (signal: AbortSignal | null): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))

/** Two users of one browser: the token decides whose data the server returns. */
async function annaBesideBoris() {
  const [annas, boris] = ['anna@example.ru', 'boris@example.ru'].map((email) => tokensOwnedBy(email))
  keepTokens(annas!)
  const isBoris = (asked: Asked) => bearerOf(asked) === `Bearer ${boris!.accessToken}`
  const api = fakeApi({
    'GET /user/tokens': (asked) => succeed(accountOf(isBoris(asked) ? 5 : 7)),
    'GET /auth/profile': (asked) => succeed(isBoris(asked) ? { user: profileOf('boris@example.ru') } : anna)
  })
  const session = await start()
  await screen.findByText('signed-in anna@example.ru 7')
  session.queries.setQueryData(['conversations'], 'of Anna')
  return { ...session, ...api, borisSignsInElsewhere: () => keepTokens(boris!) }
}

describe('another user who signs in in another tab', () => {
  const ways: [string, () => void][] = [
    ['is heard of', () => storageEvent('accessToken')],
    ['is noticed by a page that the back button brings back', () => wake('pageshow')],
    ['is noticed by a page that was asleep', () => wake('visibilitychange')]
  ]
  it.each(ways)('%s: the page shows their data, and none of the previous user’s', async (_, notice) => {
    const session = await annaBesideBoris()
    session.borisSignsInElsewhere()
    notice()
    await screen.findByText('signed-in boris@example.ru 5')
    expect(session.queries.getQueryData(['conversations'])).toBeUndefined()
    expect(session.seen).not.toContain('signed-in anna@example.ru 5')
    expect(session.seen.at(-2)).toBe('loading - -')
  })

  it('does not affect a page that is shown again when nothing has changed', async () => {
    const session = await annaBesideBoris()
    const before = session.calls().length
    keepTokens(tokensOwnedBy('anna@example.ru', 'second'))
    wake('pageshow')
    wake('visibilitychange')
    storageEvent('accessToken')
    expect(session.calls()).toHaveLength(before)
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 7')
    expect(session.queries.getQueryData(['conversations'])).toBe('of Anna')
  })

  it('and signs out again is noticed in the same way', async () => {
    const session = await annaBesideBoris()
    localStorage.clear()
    wake('pageshow')
    expect(session.seen.at(-1)).toBe('signed-out - -')
  })

  it('by a link in this tab replaces the previous user without a mix of both', async () => {
    const session = await annaBesideBoris()
    await act(() => session.do().adoptTokens(tokensOwnedBy('boris@example.ru')))
    expect(session.seen).toEqual([
      'loading - -',
      'signed-in anna@example.ru 7',
      'signed-out - -',
      'signed-in boris@example.ru 5'
    ])
    expect(session.queries.getQueryData(['conversations'])).toBeUndefined()
  })
})

it('a profile is kept when reading it again fails', async () => {
  let works = true
  const session = await signedIn({
    'GET /auth/profile': () => (works ? succeed(anna) : refuse(429, { code: 'RATE_LIMITED' }))
  })
  works = false
  await act(() => session.do().startSession())
  expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 7')
})
