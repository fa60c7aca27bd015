// Components that come after the page that shows them; those that a press opens: ../ui/late-dialog.tsx.
import { type ComponentType, lazy } from 'react'

/** What is loaded ahead. Unlike other parts (missing-chunk.ts) one that fails does not reload the page, whose form may be half filled in. */
export async function prepared<Part>(load: () => Promise<Part>): Promise<Part> {
  const loading = new AbortController()
  const options = { capture: true, signal: loading.signal }
  window.addEventListener('vite:preloadError', (event) => event.stopImmediatePropagation(), options)
  try {
    return await load()
  } finally {
    loading.abort()
  }
}

/** The network may come a moment after the browser says that it is there. */
const pausesMs = [0, 1000, 4000]

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Waits for the network where there is none: React shows the error of a part in place of all that is inside the nearest boundary, which
 * is the page. @throws what `load` throws while there is a network
 */
export async function whenThere<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
  }
  for (const ms of pausesMs) {
    if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    await pause(ms)
    try {
      // One that fails reloads nothing.
      return await prepared(load)
    } catch {
      // Once more.
    }
  }
  return whenThere(load)
}

/** A component that is loaded when it is first rendered, inside a `Suspense`. */
export const late = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await whenThere(load) }))
