import type { Page } from 'playwright-core'

/** Waits until a page shows what it is about, its fonts are there, and nothing on it says that it is still loading. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      !document.querySelector('output[aria-label^="Загрузка"], main button[aria-busy="true"]')
  )
}
