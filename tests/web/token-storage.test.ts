import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenPair } from './fake-api.ts'
import { createTokenStorage, onTokensChangedElsewhere } from '#web/src/base/session/token-storage.ts'

const blocked = () => {
  throw new DOMException('The operation is insecure', 'SecurityError')
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

describe('tokens', () => {
  it('live under their fixed keys and are gone after clearing', async () => {
    const { storeTokens, storedTokens, clearTokens } = createTokenStorage()
    storeTokens(tokenPair('anna'))
    expect({ ...localStorage }).toEqual({ accessToken: 'anna-access', refreshToken: 'anna-refresh' })
    expect(storedTokens()).toEqual(tokenPair('anna'))
    clearTokens()
    expect({ ...localStorage }).toEqual({})
    expect(storedTokens()).toEqual({ accessToken: null, refreshToken: null })
  })

  it('are kept in memory when storage is blocked', async () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, name).mockImplementation(blocked)
    }
    const { storeTokens, storedTokens, clearTokens } = createTokenStorage()
    expect(storedTokens()).toEqual({ accessToken: null, refreshToken: null })
    storeTokens(tokenPair('anna'))
    expect(storedTokens()).toEqual(tokenPair('anna'))
    clearTokens()
    expect(storedTokens()).toEqual({ accessToken: null, refreshToken: null })
  })

  it('never mix two pairs when storage fills up between them', async () => {
    const { storeTokens, storedTokens } = createTokenStorage()
    storeTokens(tokenPair('old'))
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function full(this: Storage, key: string) {
      if (key === 'refreshToken') throw new DOMException('Full', 'QuotaExceededError')
    })
    storeTokens(tokenPair('new'))
    expect(storedTokens()).toEqual(tokenPair('new'))
    expect({ ...localStorage }).toEqual({})
  })
})

const storageEvent = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

describe('another tab', () => {
  it('is heard when it changes the access token or clears everything, until nobody listens', async () => {
    const changed = vi.fn()
    const stop = onTokensChangedElsewhere(changed)
    storageEvent('accessToken')
    storageEvent(null)
    storageEvent('theme')
    expect(changed).toHaveBeenCalledTimes(2)
    stop()
    storageEvent('accessToken')
    expect(changed).toHaveBeenCalledTimes(2)
  })
})
