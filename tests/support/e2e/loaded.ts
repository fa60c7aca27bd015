import type { Page } from 'playwright-core'

/** Waits until a page shows its heading, its fonts are loaded and it has no loading indicator. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      !document.querySelector('output[aria-label^="Загрузка"], main button[aria-busy="true"]')
  )
}

/** Waits until no font is on its way: it could be there for the next page that holds it back. */
export const fontsLoaded = (page: Page) => page.evaluate(() => document.fonts.ready.then(() => undefined))

/** The observer hears of a shift after the frame in which it happened. */
export const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
