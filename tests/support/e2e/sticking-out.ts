import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Expects that nothing on the page is wider than the window. */
export async function expectNothingSticksOut(page: Page): Promise<void> {
  const { inside, width } = await page.evaluate(() => ({
    inside: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth
  }))
  expect(inside, `${page.url()} is wider than its window`).toBeLessThanOrEqual(width)
}
