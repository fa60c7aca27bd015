// Whether the notice on what the site stores was read in this browser.

/** Also read by public/before-paint.js. */
const storageKey = 'cookie-notice'
const listeners = new Set<() => void>()
/** Where storage is blocked: read until the page is left. */
let readHere = false

export function isNoticeRead(): boolean {
  try {
    return readHere || localStorage.getItem(storageKey) !== null
  } catch {
    return readHere
  }
}

export function markNoticeRead(): void {
  readHere = true
  try {
    localStorage.setItem(storageKey, 'read')
  } catch {
    // Blocked or full: it will be shown again next time.
  }
  for (const listener of listeners) listener()
}

export function onNoticeRead(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
