// Whether the notice on what the site stores was read in this browser.
import { pageStore } from '../../base/storage/page-store.ts'

/** Also read by public/before-paint.js. */
const storageKey = 'cookie-notice'
/** Where storage is blocked: read until the page is left. */
const readHere = pageStore(() => false)

export function isNoticeRead(): boolean {
  try {
    return readHere.getState() || localStorage.getItem(storageKey) !== null
  } catch {
    return readHere.getState()
  }
}

export function markNoticeRead(): void {
  try {
    localStorage.setItem(storageKey, 'read')
  } catch {
    // Blocked or full: it will be shown again next time.
  }
  readHere.setState(true, true)
}

export function onNoticeRead(listener: () => void): () => void {
  const stop = readHere.subscribe(listener)
  // Another tab.
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}
