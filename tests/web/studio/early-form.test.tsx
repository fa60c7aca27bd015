// What happens in the form of a prerendered tool before React has taken the page over, and whose form it is afterwards.
import { act, fireEvent } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '#web/src/app/app.tsx'
import { prerender } from '#web/src/app/prerender.tsx'
import { startWhenUsed } from '#web/src/app/start/when-used.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { newDraft, studioDraftKey, studioDrafts } from '#web/src/media/form/studio-draft.ts'
import { toasts } from '../toasts.ts'
import { studioServer } from './studio-server.ts'

const patience = { timeout: 20_000 }
const page = document.createElement('div')
const ends: (() => unknown)[] = []

const prompt = () => page.querySelector<HTMLTextAreaElement>('[name=prompt]')!
const button = () => page.querySelector<HTMLButtonElement>('[type=submit]')!

/** The page as the build has written it; `answer` lets the application run. */
async function openPage(path: string, query = '') {
  window.history.replaceState(null, '', path + query)
  // The build has run elsewhere: it neither knows this browser's session nor leaves a state.
  beginNewPage()
  // With the query, which the link to the sign-in has, and no words.
  page.innerHTML = await prerender(path + query)
  beginNewPage()
  const answers = Promise.withResolvers<void>()
  const start = vi.fn(() => answers.promise)
  startWhenUsed(start)
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

/** The innermost element with these words. */
const place = (words: string) =>
  [...page.querySelectorAll('span, div, p')].filter(({ textContent }) => textContent?.includes(words)).at(-1)

function type(text: string, caret = text.length) {
  prompt().value = text
  prompt().setSelectionRange(caret, caret)
}

beforeEach(() => document.body.append(page))
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  page.remove()
  window.history.replaceState(null, '', '/')
})

test('what a visitor has typed stays where it is, with the caret, and counts', async () => {
  studioServer({ signedIn: false })
  const { start, answer } = await openPage('/flux')
  expect([start.mock.calls.length, button().ariaDisabled]).toEqual([0, 'true'])
  const field = prompt()
  fireEvent.focusIn(field)
  expect(start).toHaveBeenCalledTimes(1)
  type('Лиса в лесу', 4)
  await answer()
  expect(prompt()).toBe(field)
  expect([field.value, field.selectionStart, button().disabled]).toEqual(['Лиса в лесу', 4, false])
  window.dispatchEvent(new Event('pagehide'))
  expect(studioDrafts.read(studioDraftKey('/flux'))?.values['prompt']).toBe('Лиса в лесу')
})

test.each([
  ['a draft', '', true],
  ['a link that fills the form', '?prompt=%D0%9B%D0%B8%D1%81%D0%B0', false],
  ['nothing', '?utm_source=friend', false]
])('with %s the application starts by itself, or waits', async (what, query, hasDraft) => {
  studioServer({ signedIn: false })
  if (hasDraft) studioDrafts.write(studioDraftKey('/flux'), newDraft(null, { prompt: 'Лиса' }))
  const { start, answer } = await openPage('/flux', query)
  if (what === 'nothing') {
    await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    return expect(start).not.toHaveBeenCalled()
  }
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1), patience)
  await answer()
  await vi.waitFor(() => expect(prompt().value).toBe('Лиса'), patience)
})

test('what is typed before a draft is shown comes behind it', async () => {
  studioServer({ signedIn: false })
  studioDrafts.write(studioDraftKey('/flux'), newDraft(null, { prompt: 'Лиса' }))
  const { answer } = await openPage('/flux')
  type('в лесу')
  await answer()
  await vi.waitFor(() => expect(prompt().value).toBe('Лиса\nв лесу'), patience)
})

const sendKey = { key: 'Enter', ctrlKey: true }

const said = () => document.querySelector('body > output')?.textContent

test.each([
  ['by its key', () => fireEvent.keyDown(prompt(), sendKey), false, 1],
  ['by its button', () => !fireEvent.click(button()), false, 1],
  ['and changed afterwards', () => fireEvent.keyDown(prompt(), sendKey), true, 0]
])(
  'a tool that is sent %s before the application runs is sent once when it does',
  async (_how, send, isChanged, times) => {
    studioServer({ signedIn: false })
    const { start, answer } = await openPage('/flux')
    type('Лиса')
    send()
    // Not prevented, the key would be a new line, and the form would load the page anew.
    expect([fireEvent.keyDown(prompt(), sendKey), fireEvent.click(button())]).toEqual([false, false])
    expect([start.mock.calls.length, button().ariaBusy]).toEqual([1, 'true'])
    await vi.waitFor(() => expect(said()).toContain('Отправим'), patience)
    if (isChanged) fireEvent.input(prompt(), { target: { value: 'Лиса в лесу' } })
    await answer()
    // The tool shows an example to visitors.
    await vi.waitFor(() => expect(toasts).toHaveLength(times), patience)
    expect([button().ariaBusy, button().ariaDisabled, said()]).toEqual([null, null, undefined])
  }
)

test.each([
  ['key', () => fireEvent.keyDown(prompt(), sendKey)],
  ['button', () => fireEvent.click(button())]
])('the %s that sends says what is missing, as its key does when the application runs', async (_how, send) => {
  studioServer({ signedIn: false })
  const { answer } = await openPage('/flux')
  send()
  await answer()
  expect(toasts).toHaveLength(1)
  expect(document.activeElement).toBe(prompt())
  expect(button().ariaDisabled).toBe('true')
})

test('the draft of a user and the link that they follow survive that the HTML is of a visitor', async () => {
  const draft = newDraft('id-of-anna@example.ru', { prompt: 'Лиса', model: 'flux-dev' })
  studioDrafts.write(studioDraftKey('/flux'), draft)
  studioServer()
  const { answer } = await openPage('/flux', '?repeat=gone')
  await answer()
  await vi.waitFor(() => expect(page.textContent).toContain('На балансе'), patience)
  expect(prompt().value).toBe('Лиса')
  expect(page.querySelector<HTMLInputElement>('[value=flux-dev]')?.checked).toBe(true)
  // For the visitor that React begins with, the link would have been put away silently.
  await vi.waitFor(() => expect(toasts).toEqual(['error: Такой работы нет']), patience)
  expect(window.location.search).toBe('')
  expect(studioDrafts.read(studioDraftKey('/flux'))?.owner).toBe('id-of-anna@example.ru')
})

test('users are not shown what is for visitors', async () => {
  studioServer()
  await openPage('/dall-e-3')
  for (const words of ['Зарегистрироваться и отправить', 'За регистрацию дарим', 'С чего начать'])
    expect([words, place(words)?.closest(String.raw`.in-data-\[session\=stored\]\:hidden`)?.nodeType]).toEqual([
      words,
      1
    ])
  expect(place('Создать изображение ·')?.closest(String.raw`.not-in-data-\[session\=stored\]\:hidden`)?.nodeType).toBe(
    1
  )
})
