import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loaded, prepared } from '#web/src/base/http/late-parts.ts'
import { isReloading, reloadOnMissingChunk } from '#web/src/base/page/missing-chunk.ts'
import { carryWords } from '#web/src/base/page/words-again.ts'
import { whenThere } from '#web/src/base/ui/late.ts'
import { openWayIn } from '#web/src/base/session/way-in.ts'

const reload = vi.fn()

const Part = () => null

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

describe('a question on the home page, which a reload would take away', () => {
  const page = document.createElement('div')
  const part = (name: 'form' | 'button') => page.querySelector(name)!
  const field = () => page.querySelector('textarea')!
  const model = () => page.querySelector('select')!
  const sent: string[] = []

  /** The page as the build has written it, with its first scripts. */
  function openHome(price = '5 токенов') {
    page.innerHTML = `<form><textarea data-sends></textarea><select><option value="a">А</option><option value="b">Б · ${price}</option></select><button type="submit"></button></form>`
    document.body.append(page)
    part('form').addEventListener('submit', (event) => {
      event.preventDefault()
      sent.push(`${model().value}: ${field().value}`)
    })
    const miss = loadPage()
    carryWords()
    return miss
  }
  const write = () => {
    field().value = 'Что такое квант?'
    model().value = 'b'
  }
  afterEach(() => page.remove())

  it.each([
    ['stays, with its model', () => {}, []],
    ['that was on its way is sent once', () => (part('button').ariaBusy = 'true'), ['b: Что такое квант?']],
    ['that waits for the registration opens it again', () => openWayIn('Что такое квант?'), ['b: Что такое квант?']]
  ])('%s', (_what, begin, wanted) => {
    sent.length = 0
    const miss = openHome()
    write()
    begin()
    miss()
    openHome()
    expect([field().value, model().value, sent]).toEqual(['Что такое квант?', 'b', wanted])
    openHome()
    expect([field().value, sent]).toEqual(['', wanted])
  })

  it('is not sent at another price', () => {
    sent.length = 0
    const miss = openHome()
    write()
    part('button').ariaBusy = 'true'
    miss()
    openHome('6 токенов')
    expect([field().value, sent]).toEqual(['Что такое квант?', []])
  })

  it('that is not lost is not kept: without a network nothing is reloaded', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const miss = openHome()
    write()
    miss()
    openHome()
    expect(field().value).toBe('')
  })
})

describe('a part that comes after its page', () => {
  it('waits for the network where there is none', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const load = vi
      .fn<() => Promise<typeof Part>>()
      .mockRejectedValueOnce(new TypeError('gone'))
      .mockResolvedValue(Part)
    const loading = whenThere(load)
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1), { timeout: 20_000 })
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    expect(await loading).toBe(Part)
  })

  it('fails where there is one', async () => {
    await expect(whenThere(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone')
  })
})
