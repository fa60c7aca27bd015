// The browser's «назад» closes what was opened last. While something is open, the history has an entry for it above that of the page.
// It is a copy with the number `over`, so the router finds the page that it shows. A page that is opened meanwhile takes the place of the entry,
// and an entry that has nothing open is left at once, so that «назад» from there is one step. src/app/main.ts leaves those that a
// reload has found.
import { onNewPage, pageSignal } from '../storage/page-store.ts'

interface Entry {
  href: string
  /** As the router has it: `idx` is the number of the page in this tab, `key` that of its visit. */
  state: { idx?: number; key?: string; over?: number } | null
}

/** What closes each of the open layers, the latest last. */
const layers: (() => void)[] = []
/** The number of entries of layers up to the entry that is shown. */
let depth = 0
/** The entry of the page below them. */
let page: Entry = { href: '', state: null }
/** What the page has made of its address while something was open: its own entry gets that when it is shown again. */
let changed: Entry | null = null
/** So many entries are being left. The browser does that later, and the page may be another one by then. */
let leaving = 0
/** Another page was opened meanwhile: the browser is sent forward to it. */
let overtaken = false
let returning = false
/** The router is told of the address once more. */
let retelling = false
let listens = false

const shown = (): Entry => ({ href: window.location.href, state: window.history.state })
const write = (method: 'pushState' | 'replaceState', state: unknown, url?: string | URL | null) =>
  History.prototype[method].call(window.history, state, '', url)
const marked = (state: unknown) => ({ ...(state as Entry['state']), ...(depth > 0 && { over: depth }) })

/** While there are entries of layers, the page writes the history through this. */
function takeOver(): void {
  window.history.pushState = (state, _, url) => {
    write('replaceState', state, url)
    overtaken = leaving > 0
    changed = null
    if (!overtaken) release()
    // What is still open then gets an entry above the new page.
    setTimeout(settle)
  }
  window.history.replaceState = (state, _, url) => {
    write('replaceState', overtaken ? state : marked(state), url)
    if (!overtaken) changed = shown()
  }
}

function release(): void {
  depth = 0
  changed = null
  Reflect.deleteProperty(window.history, 'pushState')
  Reflect.deleteProperty(window.history, 'replaceState')
}

/** As many entries as there are open layers. */
function settle(): void {
  if (leaving > 0 || returning || depth === layers.length) return
  if (depth > layers.length) {
    leaving = depth - layers.length
    window.history.go(-leaving)
    return
  }
  if (depth === 0) page = shown()
  while (depth < layers.length) {
    depth += 1
    write('pushState', marked(window.history.state))
  }
  takeOver()
}

function onPop(event: PopStateEvent): void {
  if (retelling) return
  const { href, state } = shown()
  const { idx, key } = page.state ?? {}
  const isHere = depth > 0 && state?.idx === idx && (Boolean(state?.over) || (href === page.href && state?.key === key))
  const left = leaving
  leaving = 0
  // The router shows the page already that was opened meanwhile.
  if (returning || (overtaken && isHere)) {
    event.stopImmediatePropagation()
    returning = !returning
    if (returning) window.history.go(left)
    overtaken = false
    return release()
  }
  overtaken = false
  depth = state?.over ?? 0
  if (isHere) stay(event)
  if (depth === 0) release()
  else takeOver()
  // The user has gone back, here or to another page.
  const closed = isHere ? layers.slice(left > 0 ? layers.length : depth) : [...layers]
  for (const close of closed.toReversed()) close()
  // What does not close gets its entry again.
  setTimeout(settle)
}

/** The page is the same: neither the router nor the place to which it is scrolled may change. */
function stay(event: PopStateEvent): void {
  event.stopImmediatePropagation()
  if (changed) {
    write('replaceState', marked(changed.state && { ...changed.state, over: undefined }), changed.href)
    // Chromium has told the router before, because it listens for longer: of the address as it was when the layer was opened.
    retelling = true
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
    retelling = false
  }
  const { scrollX, scrollY } = window
  // The browser scrolls to where the entry was left, before the next frame.
  requestAnimationFrame(() => {
    if (window.scrollX !== scrollX || window.scrollY !== scrollY) window.scrollTo(scrollX, scrollY)
  })
}

/**
 * Puts an entry of a layer, which was opened now, above those that are there.
 * @param close closes it
 * @returns what takes the entry away when it was closed by other means
 */
export function enter(close: () => void): () => void {
  if (!listens) window.addEventListener('popstate', onPop, { capture: true, signal: pageSignal() })
  listens = true
  layers.push(close)
  setTimeout(settle)
  return () => {
    const at = layers.indexOf(close)
    if (at !== -1) layers.splice(at, 1)
    setTimeout(settle)
  }
}

onNewPage(() => {
  layers.length = 0
  leaving = 0
  overtaken = false
  returning = false
  listens = false
  release()
})
