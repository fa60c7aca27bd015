// The window that the test files of a thread share: opening one takes longer than most files do. A file leaves it as it
// was, or fails.
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { takeLateCalls } from './file-at-work.ts'
import { endTimers } from './timers.ts'

// What every browser has and jsdom lacks. Nothing is laid out, so nothing scrolls and nothing changes its size.
window.scrollTo = () => undefined
window.matchMedia = () => Object.assign(new EventTarget(), { matches: true }) as MediaQueryList
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView = () => undefined
Element.prototype.setPointerCapture = () => undefined

// The library changes some methods of elements when it is used first.
userEvent.setup()
Reflect.deleteProperty(navigator, 'clipboard')

const places = { window, document, navigator, URL, Element: Element.prototype, HTMLElement: HTMLElement.prototype }

/** What tests must not replace for good. Names that begin with an underscore are those of libraries. */
function lookAround(): Map<string, unknown> {
  const seen = new Map<string, unknown>()
  for (const [place, owner] of Object.entries(places))
    for (const name of Object.getOwnPropertyNames(owner).filter((own) => !own.startsWith('_'))) {
      // A prototype's getter has nothing to read from.
      const { get } = Object.getOwnPropertyDescriptor(owner, name) ?? {}
      seen.set(`${place}.${name}`, get && owner !== window ? get : Reflect.get(owner, name))
    }
  return seen
}

const before = lookAround()

function replaced(): string[] {
  const now = lookAround()
  return [...new Set([...before.keys(), ...now.keys()])].filter((name) => !Object.is(before.get(name), now.get(name)))
}

/** The list of toasts is a React root of its own, which its module puts on the page for as long as that lives. */
const isToastList = (element: Element) => element.querySelector(':scope > section[aria-live]') !== null
const leftovers = () => [...document.body.children].filter((element) => !isToastList(element))

const toasts = () => document.querySelectorAll('[data-sonner-toast]')

async function endToasts(): Promise<void> {
  if (toasts().length === 0) return
  const { toast } = await import('sonner')
  toast.dismiss()
  await vi.waitUntil(() => toasts().length === 0, { timeout: 20_000 })
}

/** Ends what the pages of a file still do, and makes the window ready for the next file. */
export async function endFile(): Promise<void> {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // Code that still calls the API gets no answer, as in a window that is closed.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await vi.dynamicImportSettled()
  await new Promise(requestAnimationFrame)
  await endToasts()
  endTimers()
  vi.unstubAllGlobals()
  beginNewPage()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  Reflect.deleteProperty(navigator, 'clipboard')
  const { documentElement: html, head } = document
  for (const name of html.getAttributeNames()) html.removeAttribute(name)
  for (const element of head.querySelectorAll(':scope > :not(style)')) element.remove()

  const faults = [
    ...replaced().map((name) => `It replaced ${name}: use vi.stubGlobal or vi.spyOn`),
    ...leftovers().map(({ outerHTML }) => `It left on the page ${outerHTML}`),
    ...takeLateCalls()
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
