// A deploy removes the chunks of the previous version. A page that was open then fails to load a chunk at its next
// navigation and reloads, once: if the chunk is still missing after that, the user sees an error. Without a network a reload would
// only take away what is shown.

const storageKey = 'reloadedForMissingChunkAt'
const pauseMs = 60_000

let reloading = false

/** Whether the page is being reloaded: errors until then are not shown. */
export const isReloading = (): boolean => reloading

export function reloadOnMissingChunk(): void {
  reloading = false
  window.addEventListener('vite:preloadError', () => {
    if (reloading || !navigator.onLine || !mayReload()) return
    reloading = true
    window.location.reload()
  })
}

function mayReload(): boolean {
  try {
    const now = Date.now()
    if (now - Number(sessionStorage.getItem(storageKey)) < pauseMs) return false
    sessionStorage.setItem(storageKey, String(now))
    return true
  } catch {
    // Without storage the page cannot know that it has just reloaded, and might reload for ever: show the error.
    return false
  }
}
