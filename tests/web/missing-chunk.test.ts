import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isReloading, reloadOnMissingChunk } from '#web/src/base/page/missing-chunk.ts'

const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { reload })
})

/** Starts a page. The returned function makes one of its chunks fail to load. */
function loadPage() {
  const listeners = new EventTarget()
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener) =>
    listeners.addEventListener(type, listener)
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
