import { describe, expect, it, vi } from 'vitest'
import { fakeApi, succeed } from './fake-api.ts'
import { fileAtWork, takeLateCalls, workFor } from '../support/web/file-at-work.ts'
import { endFile } from '../support/web/shared-window.ts'

const answers = { 'GET /user/tokens': () => succeed() }
const nextFrame = () => new Promise(requestAnimationFrame)

describe('a page of a file that is over', () => {
  it('calls the API of no other file, and fails the one that runs', async () => {
    expect(fileAtWork()).toMatch(/\/shared-window\.test\.ts$/)
    const { calls } = fakeApi(answers)
    const begun = Promise.withResolvers<void>()
    const answered = vi.fn()
    workFor('earlier.test.tsx', () => void begun.promise.then(() => fetch('/api/user/tokens')).then(answered))
    begun.resolve()
    await fetch('/api/user/tokens')
    await nextFrame()
    expect(calls()).toEqual(['GET /user/tokens'])
    expect(answered).not.toHaveBeenCalled()
    expect(takeLateCalls()).toEqual(['earlier.test.tsx is over, but it still called GET /user/tokens'])
  })

  it('gets no answer and has no timers', async () => {
    fakeApi(answers)
    const [settled, ticked] = [vi.fn(), vi.fn()]
    void import('./account-samples.ts').then(() => fetch('/api/user/tokens')).then(settled, settled)
    const interval = setInterval(ticked, 1)
    await endFile()
    ticked.mockClear()
    await nextFrame()
    expect([settled.mock.calls, ticked.mock.calls]).toEqual([[], []])
    clearInterval(interval)
  })
})

describe('the window at the end of a file', () => {
  it('is emptied', async () => {
    localStorage.setItem('accessToken', 'anna')
    sessionStorage.setItem('place', 'shop')
    history.replaceState({ step: 1 }, '', '/pricing#top')
    document.documentElement.dataset.theme = 'dark'
    document.title = 'Цены'
    await endFile()
    expect([localStorage.length, sessionStorage.length, location.pathname, location.hash]).toEqual([0, 0, '/', ''])
    expect([history.state, document.title, document.documentElement.outerHTML]).toEqual([
      null,
      '',
      expect.stringMatching(/^<html><head>/)
    ])
  })

  it.each([
    ['window.matchMedia', () => Object.assign(window, { matchMedia: () => null }), window.matchMedia],
    ['window.scrollTo', () => Object.assign(window, { scrollTo: () => null }), window.scrollTo],
    ['URL.createObjectURL', () => Object.assign(URL, { createObjectURL: () => '' }), URL.createObjectURL]
  ])('must have its own %s', async (name, replace, own) => {
    replace()
    await expect(endFile()).rejects.toThrow(`It replaced ${name}: use vi.stubGlobal or vi.spyOn`)
    const [place, method = ''] = name.split('.')
    Object.assign(place === 'URL' ? URL : window, { [method]: own })
    await endFile()
  })

  it('must hold nothing but the list of toasts', async () => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    await expect(endFile()).rejects.toThrow('It left on the page <dialog></dialog>')
    dialog.remove()
    await endFile()
  })
})

it.each([['setInterval'], ['setTimeout', 'setInterval', 'clearInterval']] as const)(
  'frames begun while a test fakes %s go on after it',
  async (...toFake) => {
    vi.useFakeTimers({ toFake: [...toFake] })
    requestAnimationFrame(() => undefined)
    const field = document.createElement('input')
    document.body.append(field)
    field.focus()
    field.remove()
    vi.useRealTimers()
    await nextFrame()
  }
)
