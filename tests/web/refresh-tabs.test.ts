// A session in several tabs, over bad connections, wrong clocks and long sleeps, with storage that comes and goes.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bearerOf, fakeApi, keepTokens, refuse, tokensOwnedBy } from './fake-api.ts'
import { createAuthorizedFetch } from '#web/src/base/session/client.ts'
import { createRefresher } from '#web/src/base/session/refresh.ts'
import { createTokenStorage } from '#web/src/base/session/token-storage.ts'
import { exchangeOf, pairOf, rotatingServer } from './rotating-server.ts'

let server: ReturnType<typeof rotatingServer>

beforeEach(() => {
  server = rotatingServer()
  fakeApi(server.answers)
  for (const [name, value] of Object.entries(server.first)) localStorage.setItem(name, value)
})

/** Each tab has its own memory; all tabs share the storage. */
function openTab() {
  const tokens = createTokenStorage()
  const refresher = createRefresher(tokens)
  const authorizedFetch = createAuthorizedFetch(tokens, refresher)
  const lost = vi.fn()
  refresher.onSessionLost(lost)
  return {
    lost,
    /** Whether a call as the signed-in user succeeds. */
    call: () =>
      authorizedFetch('/auth/profile').then(
        ({ status }) => status,
        (error: Error) => error.message
      )
  }
}

/** Gives the lock to one holder at a time, in the order of requests, as browsers do. */
function withLocks() {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, __: LockOptions, work: () => Promise<unknown>) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, locks: { request } })
}

const stored = () => ({ ...localStorage })

describe.each([
  ['with locks across tabs', withLocks, 1],
  ['where there are none', () => undefined, 3]
])('three tabs with an expired access token, %s', (_, prepare, exchangesMax) => {
  it('send ten requests at once: no tab is signed out, and all go on with one pair of tokens', async () => {
    const tabs = [openTab(), openTab(), openTab()]
    prepare()
    server.state.expireAccess()
    const calls = Array.from({ length: 10 }, (__, index) => tabs[index % 3]!.call())
    expect(await Promise.all(calls)).toEqual(Array(10).fill(200))
    expect(server.state.exchanges).toBeLessThanOrEqual(exchangesMax)
    expect([server.state.rotations, server.state.isEnded()]).toEqual([1, false])
    expect(stored()).toEqual(pairOf(2))
    server.state.expireAccess()
    expect(await Promise.all(tabs.map(({ call }) => call()))).toEqual([200, 200, 200])
    expect([server.state.rotations, server.state.isEnded()]).toEqual([2, false])
    for (const { lost } of tabs) expect(lost).not.toHaveBeenCalled()
  })

  it('keep the session when responses are lost, and the next call succeeds', async () => {
    const tabs = [openTab(), openTab(), openTab()]
    prepare()
    server.state.expireAccess()
    server.state.losing = 3
    for (const answer of await Promise.all(tabs.map(({ call }) => call())))
      expect([200, 'Refresh request failed']).toContain(answer)
    server.state.losing = 0
    expect(await Promise.all(tabs.map(({ call }) => call()))).toEqual([200, 200, 200])
    expect([server.state.rotations, server.state.isEnded()]).toEqual([1, false])
  })
})

describe('a lost response', () => {
  it('costs nothing, however often responses are lost: the next exchange succeeds', async () => {
    const tab = openTab()
    for (let exchange = 1; exchange <= 3; exchange++) {
      server.state.expireAccess()
      server.state.losing = exchange
      for (let lost = 1; lost <= exchange; lost++) expect(await tab.call()).toBe('Refresh request failed')
      expect(await Promise.all([tab.call(), tab.call(), tab.call()])).toEqual([200, 200, 200])
    }
    expect([server.state.rotations, server.state.isEnded(), tab.lost.mock.calls.length]).toEqual([3, false, 0])
  })
})

describe('a stolen refresh token', () => {
  it('used by a thief changes nothing while the owner has not used the next one; after that it ends the session of both', async () => {
    const tab = openTab()
    const thief = () => server.answers['POST /auth/refresh'](exchangeOf(1))
    server.state.expireAccess()
    expect(await tab.call()).toBe(200)
    expect((await thief()).status).toBe(200)
    server.state.expireAccess()
    expect(await tab.call()).toBe(200)
    expect((await thief()).status).toBe(401)
    expect(await Promise.all([tab.call(), tab.call()])).toEqual(['Refresh failed', 'Refresh failed'])
    expect(tab.lost).toHaveBeenCalledTimes(1)
    expect(stored()).toEqual({})
  })

  it('from which a thief has gone on ends the session when the owner uses it, and the owner is told', async () => {
    const tab = openTab()
    for (const number of [1, 2]) await server.answers['POST /auth/refresh'](exchangeOf(number))
    server.state.expireAccess()
    expect(await tab.call()).toBe('Refresh failed')
    expect([server.state.isEnded(), tab.lost.mock.calls.length]).toEqual([true, 1])
    expect(stored()).toEqual({})
  })
})

describe('another user', () => {
  it('who signed in in another tab never sends the request of the previous user', async () => {
    const [annas, boris] = ['anna@example.ru', 'boris@example.ru'].map((email) => tokensOwnedBy(email))
    keepTokens(annas!)
    const { asked } = fakeApi({
      'GET /auth/profile': () => {
        keepTokens(boris!)
        return refuse(401)
      }
    })
    const tab = openTab()
    expect(await tab.call()).toBe('Authentication failed')
    expect(asked.map(bearerOf)).toEqual([`Bearer ${annas!.accessToken}`])
    expect(stored()).toEqual(boris)
    expect(tab.lost).not.toHaveBeenCalled()
  })
})

it.each([-1, 1])('a laptop whose clock is wrong by %i day keeps its session', async (days) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
  const tab = openTab()
  expect(await tab.call()).toBe(200)
  server.state.expireAccess()
  expect(await tab.call()).toBe(200)
  expect([server.state.exchanges, server.state.isEnded()]).toEqual([1, false])
})

describe('storage', () => {
  it('that is cleared during an exchange ends the session here, reported once', async () => {
    const tab = openTab()
    localStorage.clear()
    expect(await Promise.all([tab.call(), tab.call(), tab.call()])).toEqual(Array(3).fill('No refresh token'))
    expect(tab.lost).toHaveBeenCalledTimes(1)
    expect(server.state.exchanges).toBe(0)
  })

  it('that is full does not end the session in this tab, refresh after refresh', async () => {
    const tab = openTab()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    for (let rotations = 1; rotations <= 3; rotations++) {
      server.state.expireAccess()
      expect(await tab.call()).toBe(200)
      expect(server.state.rotations).toBe(rotations)
    }
    expect(tab.lost).not.toHaveBeenCalled()
  })

  it('that becomes blocked ends the session here without an exception', async () => {
    const tab = openTab()
    for (const name of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('The operation is insecure', 'SecurityError')
      })
    expect(await tab.call()).toBe('No refresh token')
    expect(tab.lost).toHaveBeenCalledTimes(1)
  })
})
