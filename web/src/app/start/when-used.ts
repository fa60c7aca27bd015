// A page that a visitor only reads runs no React: its HTML is complete and its links work by themselves. The application
// is downloaded when the page has nothing else to do, and runs when the visitor reaches for something on the page.
import { afterPaint } from './after-paint.ts'
import { whenIdle } from '../../base/ui/when-idle.ts'
import { keepInput } from './kept-input.ts'

const controls = 'a, button, input, label'

/** Whether the browser may have a session: a key of src/base/session/token-storage.ts. Blocked storage has none. */
function hasSession(): boolean {
  try {
    return localStorage.getItem('accessToken') !== null
  } catch {
    return false
  }
}

/** @param start loads the application; resolves when the page answers to events */
export function startWhenUsed(start: () => Promise<unknown>): void {
  if (hasSession()) {
    downloadApplication()
    void afterPaint().then(start)
    return
  }
  const waiting = new AbortController()
  const options = { capture: true, passive: true, signal: waiting.signal }
  const input = keepInput()
  const begin = () => {
    waiting.abort()
    // A page whose application cannot be loaded stays what it is: it can be read, and its links work.
    void start().then(input.repeat, input.forget)
  }
  const reach = ({ target }: Event) => {
    if (target instanceof Element && target.closest(controls)) begin()
  }
  for (const name of ['pointerover', 'pointerdown', 'focusin', 'click']) document.addEventListener(name, reach, options)
  // Somebody signed in, in another tab or before the back button brought this page again.
  const followSession = () => {
    if (!hasSession()) return
    // As public/before-paint.js does: the words for visitors are hidden at once.
    document.documentElement.dataset.session = 'stored'
    begin()
  }
  window.addEventListener('storage', followSession, options)
  window.addEventListener('pageshow', followSession, options)
  whenLoaded(() => whenIdle(downloadApplication))
}

const whenLoaded = (task: () => void): void =>
  document.readyState === 'complete' ? task() : window.addEventListener('load', task, { once: true })

/** Downloads the files that scripts/public-pages.ts names in the document, without running them. */
function downloadApplication(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name=application-files]')?.content.split(' ') ?? []
  for (const href of files) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href })
    document.head.append(link)
  }
}
