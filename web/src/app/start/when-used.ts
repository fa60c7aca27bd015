// A page that a visitor only reads runs no React: its HTML is complete and its links work by themselves. The application
// is downloaded when the page has nothing else to do, and runs when the visitor reaches for something on the page.
import { carriesFiles } from '../../base/page/carried-files.ts'
import { whenIdle } from '../../base/ui/when-idle.ts'
import { keepInput } from './kept-input.ts'

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

/**
 * @param start loads the application; resolves when the page answers to events
 * @param repeatEarly called when this and the composer listen, and once more when the page answers; does nothing the second time
 * @returns what starts it at once, if it has not begun
 */
export function startWhenUsed(start: () => Promise<unknown>, repeatEarly?: () => void): () => void {
  const isUser = hasSession()
  const input = keepInput()
  const waiting = new AbortController()
  const options = { capture: true, passive: true, signal: waiting.signal }
  /** Into what is kept, at the latest now: the script of the composer may still be on its way. */
  const after = (then: () => void) => () => {
    repeatEarly?.()
    then()
  }
  const begin = () => {
    if (waiting.signal.aborted) return
    waiting.abort()
    // A page whose application cannot be loaded stays what it is: it can be read, and its links work.
    void start().then(after(input.repeat), after(input.forget))
  }
  const form = document.querySelector<HTMLFormElement>('[data-page-focus]')
  const composer = form && import('./composer.ts').then((module) => module.prepareComposer(form, isUser, input, begin))
  void Promise.resolve(composer).then(repeatEarly, repeatEarly)
  if (isUser) {
    downloadApplication()
    // There is nothing of an opened chat to paint before.
    void (document.documentElement.dataset.opens ? Promise.resolve() : afterPaint()).then(begin)
    return begin
  }
  // The HTML of a tool shows neither.
  const draft = document.querySelector<HTMLFormElement>('form[data-draft]')?.dataset.draft
  if (draft && (bringsSomething() || isStored(draft))) void afterPaint().then(begin)
  const reach = (event: Event) => {
    const { type: name, target } = event
    if ('dataTransfer' in event && carriesFiles(event as DragEvent)) return begin()
    if (!(target instanceof Element && target.closest(controls))) return
    // A page gives the focus to its composer by itself, which starts the application when something is typed.
    if (!['focusin', 'keydown'].includes(name) || !target.closest('[data-page-focus]')) begin()
  }
  for (const name of ['pointerover', 'pointerdown', 'focusin', 'click', 'keydown', 'input', 'dragenter'])
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
