import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loaded, prepared } from '#web/src/base/http/late-parts.ts'
import { isReloading, reloadOnMissingChunk } from '#web/src/base/page/missing-chunk.ts'

const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { reload })
})

/** Starts a page. The returned function makes one of its chunks fail to load. */
function loadPage() {
  const listeners = new EventTarget()
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener, options) =>
    listeners.addEventListener(type, listener, options)
  )
  reloadOnMissingChunk()
  const miss = () => listeners.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  return miss
}

describe('a chunk that a deploy removed', () => {
  it('reloads the page once', () => {
    const miss = loadPage()
    expect(isReloading()).toBe(false)
    miss()
    expect(isReloading()).toBe(true)
    miss()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('does not reload the page when it was only loaded ahead', async () => {
    const miss = loadPage()
    const load = () => {
      miss()
      return Promise.reject(new Error('gone'))
    }
    await expect(prepared(load)).rejects.toThrow('gone')
    expect(isReloading()).toBe(false)
    miss()
    expect(isReloading()).toBe(true)
  })

  it('that a press needs fails like a call without a network', async () => {
    await expect(loaded(Promise.reject(new TypeError('gone')))).rejects.toMatchObject({ code: 'NETWORK' })
  })

  it('is an error when it is still missing after the reload', () => {
    loadPage()()
    const miss = loadPage()
    miss()
    expect(isReloading()).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('never reloads where storage is blocked, which could loop', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    })
    const miss = loadPage()
    miss()
    expect(reload).not.toHaveBeenCalled()
  })
})
