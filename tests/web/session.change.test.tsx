import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf, fakeApi, keepTokens, refuse, succeed, tokenPair } from './fake-api.ts'
import { address, anna, signedIn, start, storageEvent } from './started-session.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('signing out', () => {
  it.each([
    ['the server agrees', () => succeed()],
    ['the server fails', () => refuse(500)],
    ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))]
  ])('clears tokens and user when %s', async (_, logout) => {
    const session = await signedIn({ 'POST /auth/logout': logout })
    await act(() => session.do().signOut())
    expect(session.calls()).toContain('POST /auth/logout')
    expect(session.seen.at(-1)).toBe('signed-out - -')
    expect({ ...localStorage }).toEqual({})
  })

  it('goes nowhere by itself, even when the session had ended before', async () => {
    const session = await signedIn({
      'POST /auth/logout': () => refuse(401),
      'POST /auth/refresh': () => refuse(401)
    })
    await act(() => session.do().signOut())
    expect(session.seen.at(-1)).toBe('signed-out - -')
    expect(address()).toBe('/')
  })

  it('in another tab signs out here', async () => {
    const session = await signedIn()
    localStorage.removeItem('accessToken')
    storageEvent('accessToken')
    expect(session.seen.at(-1)).toBe('signed-out - -')
  })

  it('by emptied storage signs out here', async () => {
    const session = await signedIn()
    localStorage.clear()
    storageEvent(null)
    expect(session.seen.at(-1)).toBe('signed-out - -')
  })

  it('is not undone by an answer that was asked for before', async () => {
    keepTokens('anna')
    const profile = Promise.withResolvers<Response>()
    fakeApi({
      'GET /user/tokens': () => succeed(accountOf(7)),
      'GET /auth/profile': () => profile.promise
    })
    const session = await start()
    await waitFor(() => expect(session.seen).toEqual(['loading - -']))
    localStorage.clear()
    storageEvent(null)
    await act(async () => profile.resolve(succeed(anna)))
    expect(session.seen).toEqual(['loading - -', 'signed-out - -'])
  })
})

describe('another tab', () => {
  it('that signs in signs in here', async () => {
    fakeApi({ 'GET /user/tokens': () => succeed(accountOf(7)), 'GET /auth/profile': () => succeed(anna) })
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

describe('the balance', () => {
  it('follows what an operation tells', async () => {
    const session = await signedIn()
    act(() => session.do().setBalance(3))
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 3')
  })

  it('is read again on demand, and kept when that fails', async () => {
    const balances = [7, 5]
    const session = await signedIn({
      'GET /user/tokens': () => {
        const balance = balances.shift()
        return balance === undefined ? refuse(500) : succeed(accountOf(balance))
      }
    })
    await act(() => session.do().refreshBalance())
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 5')
    await act(() => session.do().refreshBalance())
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 5')
  })
})
