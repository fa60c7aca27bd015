// A phone in a pocket: the page is frozen and its connections are dead.
import type { Page } from 'playwright-core'

/** @returns what wakes the page, and tells which of these words it has shown since */
export async function sleep(page: Page, words: RegExp): Promise<() => Promise<() => Promise<string[]>>> {
  await page.evaluate(
    ({ source }) => {
      const wanted = new RegExp(source)
      const seen: string[] = []
      Object.assign(window, { seenWords: seen })
      new MutationObserver(() => {
        const [word] = wanted.exec(document.body.innerText) ?? []
        if (word) seen.push(word)
      }).observe(document.body, { childList: true, characterData: true, subtree: true })
    },
    { source: words.source }
  )
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' })
  await page.context().setOffline(true)
  return async () => {
    await page.context().setOffline(false)
    await browser.send('Page.setWebLifecycleState', { state: 'active' })
    await browser.detach()
    return () => page.evaluate<string[]>('seenWords')
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
