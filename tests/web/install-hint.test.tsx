import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InstallHint } from '#web/src/app/install-hint.tsx'
import { countVisit, noteInstalled, noteRefused } from '#web/src/app/install-visits.ts'
import { openPages } from './render-page.tsx'

const day = 24 * 60 * 60_000
const start = Date.UTC(2026, 10, 1)

test('the site is offered from the second visit on, and again sixty days after a refusal', () => {
  expect([countVisit(start), countVisit(start + 60_000)]).toEqual([false, false])
  expect(countVisit(start + day)).toBe(true)
  noteRefused(start + day)
  expect([countVisit(start + 2 * day), countVisit(start + 60 * day)]).toEqual([false, false])
  expect(countVisit(start + 62 * day)).toBe(true)
  noteInstalled()
  expect(countVisit(start + 300 * day)).toBe(false)
})

test('without storage it is never offered', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Blocked', 'SecurityError')
  })
  expect([countVisit(start), countVisit(start + day)]).toEqual([false, false])
})

const touched = (query: string) => ({ matches: query === '(pointer: coarse)' })
const hint = () => screen.queryByRole('complementary', { name: 'Приложение на телефоне' })

beforeEach(() => {
  vi.stubGlobal('matchMedia', touched)
  localStorage.setItem('install-hint', JSON.stringify({ visits: 1, seenAt: Date.now() - day, refusedAt: 0 }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(window, 'installOffer')
  Reflect.deleteProperty(navigator, 'standalone')
})

const open = (path = '/library') => {
  const page = (
    <>
      <input aria-label="Поиск" />
      <InstallHint />
    </>
  )
  return openPages(path, { '/library': page, '/gpt5': page })
}

const offered = (outcome: 'accepted' | 'dismissed') => {
  const prompt = vi.fn(async () => ({ outcome }))
  Object.assign(window, { installOffer: { prompt } })
  return prompt
}

test('a browser that can install the site asks its user, and a refusal is kept', async () => {
  const prompt = offered('dismissed')
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Установить' }))
  await act(async () => undefined)
  expect([prompt.mock.calls.length, hint(), countVisit(Date.now() + day)]).toEqual([1, null, false])
})

test('an offer that comes later than the page is taken, and «Не сейчас» ends it', async () => {
  open()
  expect(hint()).toBeNull()
  offered('accepted')
  act(() => void window.dispatchEvent(new Event('beforeinstallprompt')))
  fireEvent.click(screen.getByRole('button', { name: 'Не сейчас' }))
  expect([hint(), countVisit(Date.now() + day)]).toEqual([null, false])
})

test('an iPhone is told in words', () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })
  open()
  expect(hint()?.textContent).toMatch(/«Поделиться», затем «На экран „Домой“»/)
  expect(screen.queryByRole('button', { name: 'Установить' })).toBeNull()
})

test('nothing stands over what is being written, in a chat, or in the installed site', () => {
  offered('accepted')
  const page = open()
  expect(hint()).not.toBeNull()
  act(() => screen.getByRole('textbox', { name: 'Поиск' }).focus())
  expect(hint()).toBeNull()
  page.unmount()
  open('/gpt5').unmount()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: /coarse|standalone/.test(query) }))
  open()
  expect(hint()).toBeNull()
})
