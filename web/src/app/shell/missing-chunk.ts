// A deploy removes the chunks of the version before it. A page that was open then meets the gap at its next
// navigation and is loaded anew, once: a chunk that is still missing after that is an error to show.

const storageKey = 'reloadedForMissingChunkAt'
const pauseMs = 60_000

let reloading = false

/** Whether the page is about to be replaced: what fails meanwhile is not worth telling. */
export const isReloading = (): boolean => reloading

export function reloadOnMissingChunk(): void {
  reloading = false
  window.addEventListener('vite:preloadError', () => {
    if (reloading || !mayReload()) return
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
    // Without storage a reload could not be told from the next one: better an error than a loop.
    return false
  }
}
