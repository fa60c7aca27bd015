// A phone in a pocket: the page is out of sight and its connections are dead, without an error. Chromium freezes only pages that it hides,
// which the shell never does, and a lost network ends a connection at once: so the page is told that it is hidden, and hears nothing more.
import type { Page } from 'playwright-core'

interface Sleeper {
  isAsleep: boolean
  seen: string[]
}

/** Lets connections that bring an answer die when the page falls asleep. To be called before the question. */
export const letSleep = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sleeper: Sleeper = { isAsleep: false, seen: [] }
    Object.assign(window, { sleeper })
    Object.defineProperty(document, 'hidden', { get: () => sleeper.isAsleep })
    const fetchNow = window.fetch
    window.fetch = async (...asked) => {
      const response = await fetchNow(...asked)
      if (!response.body || !response.headers.get('content-type')?.includes('event-stream')) return response
      let isDead = false
      const heard = new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, controller) => {
          isDead ||= sleeper.isAsleep
          if (!isDead) controller.enqueue(piece)
        },
        flush: () => (isDead ? new Promise<void>(() => undefined) : undefined)
      })
      return new Response(response.body.pipeThrough(heard), response)
    }
  })

const turn = (page: Page, isAsleep: boolean): Promise<void> =>
  page.evaluate((asleep) => {
    const { sleeper } = window as unknown as { sleeper: Sleeper }
    sleeper.isAsleep = asleep
    document.dispatchEvent(new Event('visibilitychange'))
  }, isAsleep)

/** @returns what wakes the page, and resolves to what tells which of these words the page has shown since */
export async function sleep(page: Page, words: RegExp): Promise<() => Promise<() => Promise<string[]>>> {
  await page.evaluate((source) => {
    const wanted = new RegExp(source)
    const { sleeper } = window as unknown as { sleeper: Sleeper }
    new MutationObserver(() => {
      const [word] = wanted.exec(document.body.textContent) ?? []
      if (word) sleeper.seen.push(word)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  }, words.source)
  await turn(page, true)
  return async () => {
    await turn(page, false)
    return () => page.evaluate<string[]>('sleeper.seen')
  }
}

/** Lays a keyboard over the window, as Safari does, which Chromium cannot: only the part in sight gets lower. */
export const layKeyboardOver = (page: Page, px: number, movedUpPx = 0): Promise<void> =>
  page.evaluate(
    ([covered, above]) => {
      const { visualViewport, innerHeight } = window
      if (!visualViewport) return
      Object.defineProperty(visualViewport, 'height', { configurable: true, value: innerHeight - covered })
      Object.defineProperty(visualViewport, 'offsetTop', { configurable: true, value: above })
      visualViewport.dispatchEvent(new Event('resize'))
    },
    [px, movedUpPx] as const
  )
