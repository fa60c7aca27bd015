// What a visitor does before the first script is there: public/before-paint.js keeps it, and the page has it when the application answers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendOnKey } from '#web/src/app/start/send-on-key.ts'
import beforePaint from '#web/public/before-paint.js?raw'
import { startWhenUsed } from '#web/src/app/start/when-used.ts'

const listen = window.addEventListener.bind(window)
let page = document.createElement('div')
let listening = new AbortController()
const heard: string[] = []
let ready = Promise.withResolvers<void>()
const start = vi.fn(() => ready.promise)

const element = (selector: string) => page.querySelector<HTMLElement>(selector)!
const input = (kind: string) => page.querySelector<HTMLInputElement>(`[type=${kind}]`)!
const words = () => page.querySelector('textarea')!

const type = (text: string, inputType = 'insertText') => {
  words().value += text
  words().dispatchEvent(new InputEvent('input', { inputType, bubbles: true }))
}
/** What a browser does about the key by itself is the line. */
const enter = () => {
  words().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  type('\n', 'insertLineBreak')
}

sendOnKey()

beforeEach(() => {
  vi.stubGlobal('takeEarly', undefined)
  listening = new AbortController()
  const { signal } = listening
  vi.stubGlobal('addEventListener', (name: string, listener: EventListener, capture = false) =>
    listen(name, listener, { capture, signal })
  )
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  ready = Promise.withResolvers()
  start.mockClear()
  heard.length = 0
  page = document.createElement('div')
  document.body.append(page)
  page.innerHTML =
    '<form><textarea data-sends></textarea><button type="submit">Отправить</button></form>' +
    '<button type="button">Меню</button><label><input type="radio">Тёмная</label><input type="number" value="100">'
  // oxlint-disable-next-line no-implied-eval -- The file is no module: the document runs it as it is.
  new Function(beforePaint)()
  vi.stubGlobal('addEventListener', listen)
})

afterEach(async () => {
  listening.abort()
  page.remove()
  ready.resolve()
  await ready.promise
  vi.unstubAllGlobals()
})

const hear = ({ type: name, target }: Event) => heard.push(`${name} ${(target as Element).textContent}`)

/** The first script comes, and then the application. */
async function come() {
  startWhenUsed(start, window.takeEarly?.(true))
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  for (const name of ['click', 'input']) page.addEventListener(name, hear)
  page.addEventListener('submit', (event) => {
    event.preventDefault()
    hear(event)
  })
  ready.resolve()
  await ready.promise
  await Promise.resolve()
}

test('a press that sends neither loads the document anew nor is lost', async () => {
  const submitted = vi.fn((event: Event) => event.preventDefault())
  page.addEventListener('submit', submitted)
  type('Вопрос')
  element('[type=submit]').click()
  expect(submitted).not.toHaveBeenCalled()
  const coming = come()
  await Promise.resolve()
  window.dispatchEvent(new Event('pageshow'))
  await coming
  expect(heard).toEqual(['click Отправить', 'submit Отправить'])
  expect(submitted).toHaveBeenCalledTimes(1)
})

test('Enter sends', async () => {
  type('Вопрос')
  enter()
  await come()
  expect(heard).toEqual(['click Отправить', 'submit Отправить'])
})

test('what is changed after Enter is sent again by its writer', async () => {
  type('Вопрос')
  enter()
  type('ещё')
  await come()
  expect(heard).toEqual([])
})

test('what is changed while the script of the composer is on its way is sent again by its writer', async () => {
  element('form').dataset.pageFocus = ''
  type('Вопрос')
  enter()
  const coming = come()
  type('ещё')
  await coming
  element('button[type=button]').click()
  await vi.waitFor(() => expect(heard).toContain('click Меню'), { timeout: 20_000 })
  expect(heard).not.toContain('submit Отправить')
})

test('what is kept does not wait for the script of the composer when the page answers', async () => {
  element('form').dataset.pageFocus = ''
  element('button[type=button]').click()
  element('button[type=button]').addEventListener('click', hear)
  ready.resolve()
  const begin = startWhenUsed(start, window.takeEarly?.(true))
  begin()
  await ready.promise
  await Promise.resolve()
  expect(heard).toEqual(['click Меню'])
})

test('a button, a choice and a number are there', async () => {
  element('button[type=button]').click()
  element('label').click()
  expect(input('radio').checked).toBe(false)
  const number = input('number')
  number.value = '250'
  number.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await come()
  expect(heard.slice(0, 3)).toEqual(['input ', 'click Меню', 'click Тёмная'])
  expect(input('radio').checked).toBe(true)
  expect(number.value).toBe('250')
})

test('words that the browser puts back start the application', async () => {
  const coming = come()
  words().value = 'Вопрос'
  window.dispatchEvent(new Event('pageshow'))
  await coming
  expect(words().value).toBe('Вопрос')
})

test('nothing is kept from a page whose first script has failed', () => {
  window.dispatchEvent(new Event('pageshow'))
  const pressed = vi.fn((event: Event) => event.defaultPrevented)
  page.addEventListener('click', pressed)
  element('button[type=button]').click()
  expect(pressed).toHaveReturnedWith(false)
})
