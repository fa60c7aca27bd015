// The search for everything, over a page.
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Finder } from '#web/src/app/over-pages.tsx'
import { onPaletteKey, type TypedAhead } from '#web/src/app/start/palette-key.ts'
import { closePalette, openPalette } from '#web/src/base/page/palette.ts'
import { conversationOf } from './chat/chat-server.ts'
import { type Answers, fakeApi, signedInApi, succeed } from './fake-api.ts'
import { address, openPages } from './render-page.tsx'

const old = { ...conversationOf(7), title: 'Лесные звери', service: 'claude', model: 'claude-3-haiku' }

const found = () =>
  succeed({ items: [{ conversation: old, titleRanges: [[0, 6]], messages: [] }], next: null, indexing: false })

const searchFor = (text: string) => `GET /chat/search?${new URLSearchParams({ q: text })}`

const ofUser: Answers = {
  'GET /chat/conversations?limit=5': () => succeed({ items: [old], total: 1, running: [] }),
  [searchFor('лес')]: found,
  [searchFor('баланс')]: found,
  [searchFor('luma')]: () => succeed({ items: [], next: null, indexing: false })
}

async function open(isUser: boolean, chatsOnly = false) {
  const api = isUser ? signedInApi(ofUser) : fakeApi({})
  const { user } = openPages('/pricing', { '/pricing': <Finder />, '/claude': <p>Claude</p> })
  act(() => openPalette(chatsOnly))
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Что найти' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { ...api, user, field }
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('begins with the commonest actions, and with the chats that a user used last', async () => {
  await open(true)
  await screen.findByText('Недавние чаты')
  expect(options().slice(0, 2)).toEqual(['Новый чат', 'Нарисовать картинкуDALL-E 3'])
  expect(options().at(-1)).toContain('Лесные звери')
})

test('finds tools and models with their prices, and a word in the chats', async () => {
  const { user } = await open(true)
  await user.keyboard('лес')
  await screen.findByText('Чаты')
  expect(options()).toEqual([expect.stringContaining('Лесные звери'), 'Спросить«лес»'])
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('luma')
  const tools = await screen.findByRole('group', { name: 'Инструменты' })
  expect(within(tools).getByRole('option', { name: /^Luma.*от\s3 токенов/ })).toBeTruthy()
})

test('opens a model’s page with the model chosen, by keyboard alone', async () => {
  const { user } = await open(false)
  await user.keyboard('хайку{Enter}')
  await waitFor(() => expect(address()).toBe('/claude'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('marks the next with the arrows, and hands a request over to its tool', async () => {
  const { user, field } = await open(false)
  await user.keyboard('rfhnbyrf rjn')
  const [first] = await screen.findAllByRole('option')
  expect(first?.textContent).toContain('«кот»')
  expect(field.getAttribute('aria-activedescendant')).toBe(first?.id)
  await user.keyboard('{ArrowDown}')
  expect(field.getAttribute('aria-activedescendant')).not.toBe(first?.id)
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(address()).toBe(`/dall-e-3?prompt=${encodeURIComponent('кот')}`))
})

test('asks the server nothing of a visitor, and offers to ask a chat what the site does not have', async () => {
  const { user, calls } = await open(false)
  await user.keyboard('квантовая пена')
  await screen.findByText('Ничего не найдено')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toContain('/chatgpt?prompt='))
  expect(calls()).toEqual([])
})

test('opened from a chat finds chats alone', async () => {
  const { user } = await open(true, true)
  await screen.findByRole('dialog', { name: 'Поиск по чатам' })
  await user.keyboard('баланс')
  await screen.findByText('Найдено чатов: 1')
  expect(options()).toHaveLength(1)
})

test('changes the theme where it is', async () => {
  const { user } = await open(false)
  await user.keyboard('темная{Enter}')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(address()).toBe('/pricing')
  delete document.documentElement.dataset.theme
})

test('its keys are Ctrl+K and ⌘K on whatever layout, not with others and not over a dialog', () => {
  let opened = 0
  onPaletteKey((typed) => {
    typed.take()
    opened += 1
  }, vi.fn())
  const press = (keys: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { code: 'KeyK', cancelable: true, bubbles: true, ...keys })
    document.body.dispatchEvent(event)
    return [event.defaultPrevented, opened]
  }
  expect(press({ key: 'л', ctrlKey: true })).toEqual([true, 1])
  expect(press({ key: 'k', metaKey: true })).toEqual([true, 2])
  expect(press({ key: 'k' })).toEqual([false, 2])
  expect(press({ key: 'K', ctrlKey: true, shiftKey: true })).toEqual([false, 2])
  document.documentElement.dataset.scrollLock = ''
  expect(press({ key: 'k', ctrlKey: true })).toEqual([true, 2])
  delete document.documentElement.dataset.scrollLock
})

describe('what is typed before its field is there', () => {
  const below = document.createElement('textarea')
  const closed = vi.fn()
  let typed: TypedAhead | null = null

  const press = (key: string, init: KeyboardEventInit = {}) =>
    !below.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...init }))
  const pressKeys = () => press('k', { code: 'KeyK', ctrlKey: true })

  beforeAll(() => onPaletteKey((ahead) => (typed = ahead), closed))
  beforeEach(() => {
    closed.mockClear()
    // Its closing is animated, as by the style sheet.
    const { getComputedStyle } = window
    vi.spyOn(window, 'getComputedStyle').mockImplementation((element) =>
      Object.defineProperty(getComputedStyle(element), 'animationName', {
        get: () => element.getAttribute('data-state') ?? 'none'
      })
    )
    document.body.append(below)
    pressKeys()
  })
  afterEach(() => {
    typed?.take()
    below.remove()
    vi.restoreAllMocks()
  })

  test('goes into the field in its order, and nothing of it into the page', async () => {
    const heard = vi.fn()
    below.addEventListener('keydown', heard, { once: true })
    const keys = ['б', 'а', 'к', '👍', 'Backspace', 'Backspace', 'Enter', 'Tab', 'л']
    expect(keys.map((key) => press(key))).toEqual(keys.map(() => true))
    expect(heard).not.toHaveBeenCalled()
    expect([press('r', { ctrlKey: true }), press('F5')]).toEqual([false, false])
    fakeApi({})
    const { user } = openPages('/pricing', { '/pricing': <Finder /> })
    act(() => openPalette(false, typed?.take))
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Что найти' })
    await waitFor(() => expect(field.value).toBe('бал'))
    await user.keyboard('анс')
    expect(field.value).toBe('баланс')
    expect(closed).not.toHaveBeenCalled()
  })

  test.each(['the field', 'the button that closes it'])(
    'goes into the field of a search that is opened again while it closes, from %s',
    async (focused) => {
      typed?.take()
      fakeApi({})
      openPages('/pricing', { '/pricing': <Finder /> })
      act(() => openPalette())
      const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Что найти' })
      await waitFor(() => expect(document.activeElement).toBe(field))
      if (focused !== 'the field') act(() => screen.getByRole('button', { name: 'Закрыть' }).focus())
      act(() => closePalette())
      expect(field.isConnected).toBe(true)
      pressKeys()
      press('б')
      act(() => openPalette(false, typed?.take))
      await waitFor(() => expect(field.value).toBe('б'))
      expect([document.activeElement, press('а')]).toEqual([field, false])
    }
  )

  test('belongs to one opening: one that was closed has no text, and ends no later one', () => {
    press('б')
    const first = typed
    press('Escape')
    pressKeys()
    press('а')
    expect([first?.isWanted(), typed?.isWanted(), first?.take()]).toEqual([false, true, ''])
    pressKeys()
    expect([closed.mock.calls.length, typed?.isWanted()]).toEqual([2, false])
  })

  test.each([
    ['Escape', () => press('Escape')],
    ['the keys that open it', pressKeys]
  ])('is forgotten with %s, which closes the search', (_how, cancel) => {
    press('б')
    expect(cancel()).toBe(true)
    expect(closed).toHaveBeenCalledTimes(1)
    expect(press('а')).toBe(false)
  })
})
