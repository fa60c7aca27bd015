import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepTokens } from './fake-api.ts'
import { startWhenUsed } from '#web/src/app/start/when-used.ts'

const opened: PromiseWithResolvers<void>[] = []

const page = document.createElement('div')
const files = Object.assign(document.createElement('meta'), {
  name: 'application-files',
  content: '/assets/a.js /assets/b.js'
})

/** The prerendered page, with code that would be downloaded later. */
function openPage(early?: () => void) {
  document.head.append(files)
  document.body.append(page)
  page.innerHTML =
    '<p>Текст</p><a href="#place">Ссылка</a><button type="button">Меню</button>' +
    '<label><input type="radio" name="theme">Тёмная</label><input type="text" value="100"><input type="file">'
  const ready = Promise.withResolvers<void>()
  opened.push(ready)
  const start = vi.fn(() => ready.promise)
  startWhenUsed(start, early)
  return { start, ready }
}

const element = (selector: string) => page.querySelector<HTMLElement>(selector)!
const field = (type: string) => page.querySelector<HTMLInputElement>(`input[type=${type}]`)!
const reach = (selector: string) => element(selector).dispatchEvent(new Event('pointerover', { bubbles: true }))
const links = () => [...document.head.querySelectorAll('link[rel=modulepreload]')]
const downloaded = () => links().map((link) => link.getAttribute('href'))

/** For each name two radios, of which the first of «q» is a text. */
const choices = (names: string[]) =>
  names.map(
    (name) =>
      `<input type="${name === 'q' ? 'text' : 'radio'}" name="${name}" value="a"><input type="radio" name="${name}" value="b">`
  )

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  // The page of this test must not keep what the next one does.
  page.innerHTML = '<a href="#place">Ссылка</a>'
  reach('a')
  for (const { resolve } of opened.splice(0)) resolve()
  await vi.advanceTimersByTimeAsync(0)
  delete document.documentElement.dataset.session
  delete document.documentElement.dataset.cookieNotice
  for (const part of [page, files, ...links()]) part.remove()
})

it.each(['Enter', ' ', 'ArrowDown'])(
  'plays the key %j of the button of a menu once, also when it is held',
  async (key) => {
    const { start, ready } = openPage()
    const menu = element('button')
    menu.setAttribute('aria-haspopup', 'menu')
    const heard = vi.fn((event: KeyboardEvent) => event.key)
    menu.addEventListener('keydown', heard)
    const press = (repeat = false) =>
      menu.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }))
    expect([press(), press(true), heard.mock.calls.length]).toEqual([false, false, 0])
    expect(start).toHaveBeenCalledTimes(1)
    ready.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(heard.mock.results.map(({ value }) => value)).toEqual([key])
  }
)

describe('a page that a visitor only reads', () => {
  it('downloads the application when it is idle, and does not start it', async () => {
    const { start } = openPage()
    expect(downloaded()).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    reach('p')
    expect(downloaded()).toEqual(['/assets/a.js', '/assets/b.js'])
    expect(start).not.toHaveBeenCalled()
  })

  it.each(['a', 'button', 'label', 'input[type=text]'])(
    'starts it once when the visitor reaches for %s',
    (selector) => {
      const { start } = openPage()
      reach(selector)
      reach(selector)
      expect(start).toHaveBeenCalledTimes(1)
    }
  )

  it('starts it when the browser fills a field, which then has no focus', () => {
    const { start } = openPage()
    field('text').dispatchEvent(new Event('input', { bubbles: true }))
    expect(start).toHaveBeenCalledTimes(1)
  })

  it('starts it after the first frame where there is a session', async () => {
    keepTokens('anna')
    const { start } = openPage()
    expect(downloaded()).toEqual(['/assets/a.js', '/assets/b.js'])
    expect(start).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2000)
    expect(start).toHaveBeenCalledTimes(1)
  })

  it('starts it when a user signs in in another tab, and hides the words for visitors', () => {
    const { start } = openPage()
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(start).not.toHaveBeenCalled()
    keepTokens('anna')
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    expect(start).toHaveBeenCalledTimes(1)
    expect(document.documentElement.dataset.session).toBe('stored')
  })
})

describe('what a visitor does before the application answers', () => {
  it('is done when it does: every press once, and the text that was typed last', async () => {
    const { ready } = openPage()
    const heard: string[] = []
    page.addEventListener('click', ({ target }) => heard.push((target as Element).tagName))
    page.addEventListener('input', ({ target }) => heard.push((target as HTMLInputElement).value))
    const text = field('text')
    for (const value of ['2', '25']) {
      text.value = value
      text.dispatchEvent(new Event('input', { bubbles: true }))
    }
    element('button').click()
    element('button').click()
    element('label').click()
    expect(field('radio').checked).toBe(false)
    heard.length = 0
    // React puts its own value into a field that it takes over.
    text.value = '100'
    ready.resolve()
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), { timeout: 20_000 })
    expect(heard.slice(0, 3)).toEqual(['25', 'BUTTON', 'LABEL'])
    expect(text.value).toBe('25')
    expect(field('radio').checked).toBe(true)
    heard.length = 0
    element('button').click()
    expect(heard).toEqual(['BUTTON'])
  })

  it('tells of a file that was chosen, which the field still has', async () => {
    const { ready } = openPage()
    const chosen = field('file')
    chosen.dispatchEvent(new Event('input', { bubbles: true }))
    const heard = vi.fn()
    chosen.addEventListener('change', heard)
    const written = vi.spyOn(HTMLInputElement.prototype, 'value', 'set')
    ready.resolve()
    reach('button')
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), { timeout: 20_000 })
    expect(written).not.toHaveBeenCalled()
  })

  it('opens what opens before a press is a click, and presses what stands there when the page was drawn anew', async () => {
    const { ready } = openPage()
    const heard: string[] = []
    for (const name of ['pointerdown', 'click'])
      page.addEventListener(name, ({ target }) => heard.push(`${name} ${(target as Element).id}`))
    element('button').click()
    page.innerHTML = '<button type="button">Другое</button><button type="button" id="menu">Меню</button>'
    ready.resolve()
    await vi.waitFor(() => expect(heard).toEqual(['pointerdown menu', 'click menu']), { timeout: 20_000 })
  })

  it('chooses the same choice when the page was drawn anew', async () => {
    const { ready } = openPage()
    page.innerHTML = choices(['size']).join('')
    page.querySelector<HTMLInputElement>('[name=size][value=b]')!.click()
    page.innerHTML = choices(['q', 'model', 'size']).join('')
    ready.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect([...page.querySelectorAll<HTMLInputElement>(':checked')].map(({ name, value }) => name + value)).toEqual([
      'sizeb'
    ])
  })

  it('follows a link at once', () => {
    openPage()
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    element('a').dispatchEvent(click)
    expect(click.defaultPrevented).toBe(false)
  })

  it('is forgotten when the application cannot be loaded: the page stays what it is', async () => {
    const { ready } = openPage()
    const heard = vi.fn()
    page.addEventListener('click', heard)
    element('button').click()
    ready.reject(new Error('offline'))
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).not.toHaveBeenCalled()
    element('button').click()
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('hides the notice at once, so that nothing moves later', () => {
    openPage()
    page.innerHTML = '<aside data-cookie-notice><button type="button">Скрыть</button></aside>'
    element('button').click()
    expect(document.documentElement.dataset.cookieNotice).toBe('read')
  })
})
