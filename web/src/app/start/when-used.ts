// A page that a visitor only reads runs no React: its HTML is complete and its links work by themselves. The application
// is downloaded when the page has nothing else to do, and runs when the visitor reaches for something on the page.
import { whenIdle } from '../../base/ui/when-idle.ts'

/** How long to wait for the first frame. A slow phone needs less; without any frame the application starts anyway. */
const patienceMs = 2000

/** Resolves when the browser has painted the document, which running the application would delay. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    // A hidden tab paints nothing, so it need not wait.
    if (document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, patienceMs)
  })

/** What does nothing without the application. A link does: it opens its page as a document. */
const scripted = 'button, label, input[type=radio]'

export interface KeptInput {
  /** The controls that were pressed: each once. */
  pressed: Set<HTMLElement>
  /** Aborted when nothing is kept any more, before it is done over. */
  signal: AbortSignal
  /** Does over what was kept: the page answers to events now. */
  repeat: () => void
  /** Stops keeping: the application could not be loaded. */
  forget: () => void
}

/** Holds back presses and remembers typed texts from now on, while the application is still loading. */
function keepInput(): KeptInput {
  const keeping = new AbortController()
  const { signal } = keeping
  const options = { capture: true, signal }
  const pressed = new Set<HTMLElement>()
  const typed = new Map<HTMLInputElement, string>()
  document.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element && event.target.closest<HTMLElement>(scripted)
      if (!control) return
      // React may listen already but not have the page's content yet: it must not see the press twice.
      event.preventDefault()
      event.stopPropagation()
      pressed.add(control)
      if (control.closest('[data-cookie-notice]')) hideCookieNotice()
    },
    options
  )
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.type !== 'radio') typed.set(target, target.value)
    },
    options
  )
  return {
    pressed,
    signal,
    repeat: () => {
      keeping.abort()
      for (const [field, text] of typed) type(field, text)
      for (const control of pressed) press(control)
    },
    forget: () => keeping.abort()
  }
}

/** At once, as public/before-paint.js does: later, the page would move without the visitor having caused it. */
const hideCookieNotice = () => (document.documentElement.dataset.cookieNotice = 'read')

/** Presses what stands there now, where the application has drawn the page anew. */
function press(kept: HTMLElement): void {
  const control = kept.isConnected
    ? kept
    : [...document.querySelectorAll<HTMLElement>(kept.localName)].find(
        ({ ariaLabel, textContent }) => ariaLabel === kept.ariaLabel && textContent === kept.textContent
      )
  // Menus open before the press has become a click.
  control?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  control?.click()
}

const nativeValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')

/** React only hears of a value that differs from the last one that was set through the field itself. A chosen file is there still. */
function type(field: HTMLInputElement, text: string): void {
  if (field.type === 'file') return void field.dispatchEvent(new Event('change', { bubbles: true }))
  field.value = ''
  nativeValue?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const controls = 'a, button, input, label, textarea, select'

/** Whether the browser may have a session: a key of src/base/session/token-storage.ts. Blocked storage has none. */
const hasSession = () => isStored('accessToken')

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Whether the address, or the page before, brings something that only the application can show. */
export const bringsSomething = (): boolean =>
  /[?&](chat|open|prompt|repeat|from)=/.test(window.location.search) || Boolean(window.history.state?.usr)

/** @param start loads the application; resolves when the page answers to events. @returns what starts it at once, if it has not begun */
export function startWhenUsed(start: () => Promise<unknown>): () => void {
  const isUser = hasSession()
  const input = keepInput()
  const waiting = new AbortController()
  const options = { capture: true, passive: true, signal: waiting.signal }
  const begin = () => {
    if (waiting.signal.aborted) return
    waiting.abort()
    // A page whose application cannot be loaded stays what it is: it can be read, and its links work.
    void start().then(input.repeat, input.forget)
  }
  const form = document.querySelector<HTMLFormElement>('[data-page-focus]')
  if (form) void import('./composer.ts').then((module) => module.prepareComposer(form, isUser, input, begin))
  if (isUser) {
    downloadApplication()
    // There is nothing of an opened chat to paint before.
    void (document.documentElement.dataset.opens ? Promise.resolve() : afterPaint()).then(begin)
    return begin
  }
  // The HTML of a tool shows neither.
  const draft = document.querySelector<HTMLFormElement>('form[data-draft]')?.dataset.draft
  if (draft && (bringsSomething() || isStored(draft))) void afterPaint().then(begin)
  const reach = ({ type: name, target }: Event) => {
    if (!(target instanceof Element && target.closest(controls))) return
    // A page gives the focus to its composer by itself.
    if (name !== 'focusin' || !target.closest('[data-page-focus]')) begin()
  }
  for (const name of ['pointerover', 'pointerdown', 'focusin', 'click', 'dragenter'])
    document.addEventListener(name, reach, options)
  // The visitor signed in, in another tab or before the back button showed this page again.
  const followSession = () => {
    if (!hasSession()) return
    // As public/before-paint.js does: the words for visitors are hidden at once.
    document.documentElement.dataset.session = 'stored'
    begin()
  }
  window.addEventListener('storage', followSession, options)
  window.addEventListener('pageshow', followSession, options)
  whenLoaded(() => whenIdle(downloadApplication))
  return begin
}

const whenLoaded = (task: () => void): void =>
  document.readyState === 'complete' ? task() : window.addEventListener('load', task, { once: true })

/** Downloads the files that scripts/site/public-pages.ts names in the document, without running them. */
function downloadApplication(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name=application-files]')?.content.split(' ') ?? []
  for (const href of files) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href })
    document.head.append(link)
  }
}
