import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Expects that nothing on the page is wider than the window. */
export async function expectNothingSticksOut(page: Page): Promise<void> {
  // What measures itself is right a frame after the window has changed.
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, { message: `${page.url()} is wider than its window` }).toBeLessThanOrEqual(0)
}
