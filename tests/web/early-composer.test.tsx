// What a visitor does in the composer of a prerendered chat before React has taken the page over.
import { act } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '#web/src/app/app.tsx'
import { prerender } from '#web/src/app/prerender.tsx'
import { startWhenUsed } from '#web/src/app/start/when-used.ts'
import { wayIn } from '#web/src/base/session/way-in.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { readDraft } from '#web/src/chat/draft/draft-box.ts'
import { chatServer } from './chat/chat-server.ts'
import { fakeApi } from './fake-api.ts'

const path = '/chatgpt'
const key = 'chat-draft:/chatgpt:new'
const patience = { timeout: 20_000 }
const page = document.createElement('div')
const ends: (() => unknown)[] = []

const field = () => page.querySelector('textarea')!
const send = () => page.querySelector<HTMLButtonElement>('[type=submit]')!

function type(text: string, caret = text.length) {
  field().value = text
  field().setSelectionRange(caret, caret)
  field().dispatchEvent(new Event('input', { bubbles: true }))
}

/** @returns whether the page has taken the key, which then writes nothing */
const press = (init: KeyboardEventInit) =>
  !field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }))

/** The page as the build has written it; `answer` lets the application run. */
async function openPage(query = '') {
  window.history.replaceState(null, '', path + query)
  page.innerHTML = await prerender(path)
  // The build has run elsewhere.
  beginNewPage()
  const answers = Promise.withResolvers<void>()
  const start = vi.fn(() => answers.promise)
  startWhenUsed(start)
  await vi.waitFor(() => expect(document.activeElement).toBe(field()), patience)
  const answer = async () => {
    let root: Root | null = null
    await act(async () => {
      root = hydrateRoot(
        page,
        <StrictMode>
          <App Routing={BrowserRouter} />
        </StrictMode>
      )
    })
    ends.unshift(() => act(async () => root?.unmount()))
    await act(async () => answers.resolve())
  }
  ends.push(async () => {
    // This page must not keep what the next one does.
    page.innerHTML = '<a href="#place">Ссылка</a>'
    page.querySelector('a')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1), patience)
    answers.resolve()
    await answers.promise
  })
  return { start, answer }
}

beforeEach(() => {
  fakeApi({})
  document.body.append(page)
})
async function leavePage() {
  for (const end of ends.splice(0)) await end()
}
afterEach(async () => {
  await leavePage()
  page.remove()
  wayIn.setState(null, true)
  window.history.replaceState(null, '', '/')
})

/** How many registrations are open. */
const registering = () => (wayIn.getState() ? 1 : 0)

describe('what a visitor has typed', () => {
  it('is in the draft when the application answers, and the caret stays where it is', async () => {
    const { start, answer } = await openPage()
    expect([start.mock.calls.length, send().disabled]).toEqual([0, true])
    const first = field()
    type('Привет, мир', 6)
    expect([start.mock.calls.length, send().disabled]).toEqual([1, false])
    await answer()
    expect(field()).toBe(first)
    expect([field().value, field().selectionStart, send().disabled]).toEqual(['Привет, мир', 6, false])
    window.dispatchEvent(new Event('pagehide'))
    expect(readDraft(key)?.prompt).toBe('Привет, мир')
  })

  it('is kept when the page is left before that, and stands there when it is opened again', async () => {
    await openPage()
    type('Не отправлено')
    window.dispatchEvent(new Event('pagehide'))
    await leavePage()
    await openPage()
    expect(field().value).toBe('Не отправлено')
    type('Не отправлено и дописано')
    window.dispatchEvent(new Event('pagehide'))
    expect(readDraft(key)?.prompt).toBe('Не отправлено и дописано')
  })

  it("comes behind the draft of the visitor, and shows nobody else's", async () => {
    const draft = { operationId: '12345678', prompt: 'Черновик', sent: null, moved: null, owner: null }
    localStorage.setItem(key, JSON.stringify({ ...draft, owner: 'anna' }))
    await openPage()
    expect(field().value).toBe('')
    await leavePage()
    localStorage.setItem(key, JSON.stringify(draft))
    const { answer } = await openPage()
    expect([field().value, field().selectionStart]).toEqual(['Черновик', 8])
    type('Черновик, и ещё')
    await answer()
    expect(field().value).toBe('Черновик, и ещё')
  })
})

it('the draft of a user keeps its role and its owner while the page of a visitor becomes theirs', async () => {
  const draft = {
    operationId: '12345678',
    prompt: '',
    sent: null,
    moved: null,
    owner: 'id-of-anna@example.ru',
    files: []
  }
  localStorage.setItem(key, JSON.stringify({ ...draft, role: { name: 'Капитан', instruction: 'Отвечай коротко' } }))
  chatServer()
  const { answer } = await openPage()
  await answer()
  await vi.waitFor(() => expect(page.textContent).toContain('Роль: Капитан'), patience)
  expect(readDraft(key)?.role?.name).toBe('Капитан')
})

describe('a question that is sent before the application answers', () => {
  it.each([
    ['with its key', () => press({})],
    ['with its button', () => send().click()]
  ])('%s opens the registration when it does, and shows meanwhile that it is on its way', async (_how, act_) => {
    const { answer } = await openPage()
    type('Вопрос')
    act_()
    act_()
    expect([registering(), send().ariaBusy]).toEqual([0, 'true'])
    await answer()
    await vi.waitFor(() => expect(registering()).toBe(1), patience)
    expect([field().value, send().ariaBusy]).toEqual(['Вопрос', null])
  })

  it('is not sent when it was changed meanwhile', async () => {
    const { answer } = await openPage()
    type('Вопрос')
    press({})
    type('Вопрос, и ещё')
    expect(send().ariaBusy).toBe(null)
    await answer()
    expect([field().value, registering()]).toEqual(['Вопрос, и ещё', 0])
  })
})

it('a link that brings a question starts the application by itself', async () => {
  const { start } = await openPage('?prompt=Привет')
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1), patience)
})

const keys: KeyboardEventInit[] = [
  {},
  { shiftKey: true },
  { ctrlKey: true },
  { metaKey: true },
  { isComposing: true },
  { keyCode: 229 },
  { key: 'a' }
]

it.each(['enter', 'ctrl-enter'])(
  'sends on the same keys as the application where the user has chosen %s',
  async (chosen) => {
    localStorage.setItem('send-key', chosen)
    const { answer } = await openPage()
    const before = keys.map(press)
    await answer()
    const after = await act(async () => keys.map(press))
    expect(before).toEqual(after)
    expect(before).toContain(true)
    expect(before).toContain(false)
  }
)
