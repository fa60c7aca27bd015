import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loaded } from '#web/src/base/http/late-parts.ts'
import { isReloading, reloadOnMissingChunk } from '#web/src/base/page/missing-chunk.ts'
import { carryWords } from '#web/src/base/page/words-again.ts'
import { prepared, whenThere } from '#web/src/base/page/late.ts'
import { forgetUnsent } from '#web/src/base/storage/unsent.ts'
import { openWayIn } from '#web/src/base/session/way-in.ts'
import { keepTokens, tokensOwnedBy } from './fake-api.ts'

const reload = vi.fn()

const Part = () => null

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { reload, pathname: '/' })
})

/** Tells the last page of its window. */
let network: EventTarget

/** Starts a page. The returned function makes one of its chunks fail to load. */
function loadPage() {
  network = new EventTarget()
  const listeners = network
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
  const chosen = () => page.querySelector('select')!
  const sent: string[] = []

  /** The page as the build has written it, with its first scripts; then the application shows what its user pays. */
  function openHome(tokens = 5, model = 'b') {
    page.innerHTML = `<form><textarea data-sends></textarea><select><option value="a" data-tokens="1">А</option><option value="${model}" data-tokens="5">Б</option></select><button type="submit"></button></form>`
    document.body.append(page)
    part('form').addEventListener('submit', (event) => {
      event.preventDefault()
      sent.push(`${chosen().value}: ${field().value}`)
    })
    const miss = loadPage()
    carryWords()
    const early = [...sent]
    page.querySelector<HTMLElement>(`[value=${model}]`)!.dataset['tokens'] = String(tokens)
    carryWords(true)
    return { miss, early }
  }
  const write = () => {
    field().value = 'Что такое квант?'
    chosen().value = 'b'
  }
  /** A question is on its way on a page that shows a price, and a chunk of it is missing. */
  function loseSent(tokens?: number) {
    const { miss } = openHome(tokens)
    write()
    part('button').ariaBusy = 'true'
    miss()
  }
  const question = 'Что такое квант?'
  beforeEach(() => void (sent.length = 0))
  afterEach(() => page.remove())

  it.each([
    ['stays, with its model', () => {}, []],
    ['that was on its way is sent once', () => (part('button').ariaBusy = 'true'), [`b: ${question}`]],
    ['that waits for the registration opens it again', () => openWayIn(question), [`b: ${question}`]]
  ])('%s', (_what, begin, wanted) => {
    const { miss } = openHome()
    write()
    begin()
    miss()
    expect(openHome().early).toEqual([])
    expect([field().value, chosen().value, sent]).toEqual([question, 'b', wanted])
    openHome()
    expect([field().value, sent]).toEqual(['', wanted])
  })

  it.each([
    ['at a higher price is not sent', 5, 6, []],
    ['covered by a plan is sent, though the HTML has the price of a visitor', 0, 0, [`b: ${question}`]],
    ['sent before the page knew that a plan covers it is sent', 5, 0, [`b: ${question}`]],
    ['is not sent when the plan that covered it has ended', 0, 5, []]
  ])('%s', (_what, shown, now, wanted) => {
    loseSent(shown)
    openHome(now)
    expect([field().value, sent]).toEqual([question, wanted])
  })

  it('whose model has left keeps the first one, and is not sent', () => {
    loseSent()
    openHome(5, 'c')
    expect([field().value, chosen().value, sent]).toEqual([question, 'a', []])
  })

  it('is not sent when it was changed, nor when its user has pressed meanwhile', () => {
    for (const change of [() => (field().value += '?'), () => (part('button').ariaBusy = 'true')]) {
      loseSent()
      loadPage()
      part('button').ariaBusy = null
      field().value = ''
      carryWords()
      change()
      carryWords(true)
    }
    expect(sent).toEqual([])
  })

  it.each([
    // The page of its model has been handed it.
    [
      'the address is already that of another page',
      () => vi.stubGlobal('location', { reload, pathname: '/chatgpt' }),
      () => {}
    ],
    ['somebody else is here', () => {}, () => keepTokens(tokensOwnedBy('boris@example.ru'))],
    ['the visit has ended', () => {}, () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)],
    ['its user has signed out', () => {}, forgetUnsent]
  ])('is neither shown nor sent when %s', (_what, before, after) => {
    keepTokens(tokensOwnedBy('anna@example.ru'))
    const { miss } = openHome()
    write()
    part('button').ariaBusy = 'true'
    before()
    miss()
    after()
    vi.stubGlobal('location', { reload, pathname: '/' })
    openHome()
    expect([field().value, sent]).toEqual(['', []])
  })

  it('that a page without the field has found is gone', () => {
    loseSent()
    page.remove()
    loadPage()
    carryWords()
    openHome()
    expect([field().value, sent]).toEqual(['', []])
  })

  it('that is not lost is not kept: without a network nothing is reloaded', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { miss } = openHome()
    write()
    miss()
    openHome()
    expect(field().value).toBe('')
  })
})

describe('a part that comes after its page', () => {
  it('waits for the network where there is none, also when that comes after its event, and reloads nothing', async () => {
    vi.useFakeTimers()
    const miss = loadPage()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const load = vi.fn<() => Promise<typeof Part>>().mockResolvedValue(Part)
    for (let time = 0; time < 3; time += 1)
      load.mockImplementationOnce(() => {
        miss()
        return Promise.reject(new TypeError('gone'))
      })
    const loading = whenThere(load)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(1)
    online.mockReturnValue(true)
    network.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await loading, load.mock.calls.length, isReloading()]).toEqual([Part, 4, false])
  })

  it('fails where there is one', async () => {
    await expect(whenThere(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone')
  })
})
