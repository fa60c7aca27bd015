// Parts of the application that come after the page that uses them.
import { networkFailure } from './api-error.ts'

/** What a press needs, which fails like the call that it is for. @throws ApiError of a lost connection */
export const loaded = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch((error: unknown) => {
    throw networkFailure(error)
  })

/** What is loaded ahead. Unlike other parts (../page/missing-chunk.ts) one that fails does not reload the page, whose form may be half filled in. */
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
