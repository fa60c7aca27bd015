// What is sent before the application answers, and what is done to its form before or after that.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepInput, type KeptInput } from '#web/src/app/start/kept-input.ts'

const page = document.createElement('div')
let kept: KeptInput | null = null
let end = new AbortController()
/** What the page hears when it answers. */
const heard: string[] = []

const element = (selector: string) => page.querySelector<HTMLElement>(selector)!
const said = () => document.querySelector<HTMLElement>('body > output')
const send = () => element('[type=submit]').click()
const choose = () => element('[type=file]').dispatchEvent(new Event('input', { bubbles: true }))

class Files {
  files: unknown[] = []
  types = ['Files']
  items = { add: (file: unknown) => this.files.push(file) }
}

class FileDrag extends MouseEvent {
  dataTransfer: Files
  constructor(name: string, { dataTransfer, ...init }: MouseEventInit & { dataTransfer: Files }) {
    super(name, init)
    this.dataTransfer = dataTransfer
  }
}

function drop() {
  const dataTransfer = new Files()
  dataTransfer.items.add('Кот.png')
  element('p').dispatchEvent(new FileDrag('drop', { bubbles: true, cancelable: true, dataTransfer }))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('DataTransfer', Files)
  vi.stubGlobal('DragEvent', FileDrag)
  document.body.append(page)
  page.innerHTML =
    '<form data-draft="flux" aria-label="Flux"><p>Сюда</p><input type="file"><input type="text">' +
    '<label><input type="radio" name="model" value="dev">Dev</label><select><option>1</option><option>2</option></select>' +
    '<button type="submit">Создать</button></form>'
  heard.length = 0
  end = new AbortController()
  const hear = (event: Event) => {
    event.preventDefault()
    heard.push(event.type)
  }
  for (const name of ['submit', 'change']) element('form').addEventListener(name, hear)
  // Before pages of other tests hold it, whose application was not loaded.
  window.addEventListener('drop', hear, { capture: true, signal: end.signal })
  kept = keepInput()
})

afterEach(() => {
  kept?.repeat()
  end.abort()
  said()?.remove()
  page.remove()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  ['a file that is dropped', drop, 'drop'],
  ['a file that is chosen', choose, 'change']
])('nothing is sent with %s, before or after it: the user sends when the file is there', (_what, file, name) => {
  send()
  expect(element('button').ariaBusy).toBe('true')
  file()
  expect([element('button').ariaBusy, said()]).toEqual([null, null])
  send()
  vi.runAllTimers()
  expect([element('button').ariaBusy, said()]).toEqual([null, null])
  heard.length = 0
  kept?.repeat()
  expect(heard).toEqual([name])
  send()
  expect(heard).toEqual([name, 'submit'])
})

test.each([
  ['a radio', () => element('[type=radio]').click()],
  ['its label', () => element('label').click()],
  ['another option', () => element('select').dispatchEvent(new Event('input', { bubbles: true }))],
  ['a text', () => element('[type=text]').dispatchEvent(new Event('input', { bubbles: true }))]
])('choosing %s afterwards takes back what was sent, which may be sent again', (_what, change) => {
  send()
  change()
  vi.runAllTimers()
  expect([element('button').ariaBusy, said()]).toEqual([null, null])
  send()
  kept?.repeat()
  expect(heard.filter((name) => name === 'submit')).toEqual(['submit'])
  expect(heard.at(-1)).toBe('submit')
})

test('choosing afterwards, and no more, sends nothing', () => {
  send()
  element('label').click()
  kept?.repeat()
  expect(heard).not.toContain('submit')
})

test.each([
  ['something was sent', true],
  ['nothing was', false]
])('where the application cannot be loaded and %s, all see that it is not sent, or nothing', async (_what, isSent) => {
  if (isSent) send()
  else element('label').click()
  vi.runAllTimers()
  kept?.forget()
  await vi.dynamicImportSettled()
  await vi.runAllTimersAsync()
  expect(said()?.textContent).toBe(
    isSent ? 'Не удалось загрузить страницу, ничего не отправлено. Обновите её.' : undefined
  )
  expect([said()?.classList.contains('sr-only') ?? false, element('button').ariaBusy, heard]).toEqual([false, null, []])
})
