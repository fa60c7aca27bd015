import { describe, expect, it, vi } from 'vitest'
import { tokenPair } from './fake-api.ts'
import { createTokenStorage, onTokensChangedElsewhere } from '#web/src/base/session/token-storage.ts'

const blocked = () => {
  throw new DOMException('The operation is insecure', 'SecurityError')
}

describe('tokens', () => {
  it('are stored under fixed keys and removed by clearing', async () => {
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

  it('of two pairs are never mixed when storage becomes full between the writes', async () => {
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

describe('a change by another tab', () => {
  it('of the access token, or a cleared storage, calls the listener until it is removed', async () => {
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
