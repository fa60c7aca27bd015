import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Buttons whose words are wider than they are. */
const tooNarrow = (page: Page) =>
  page
    .locator('button:visible')
    .evaluateAll((buttons) =>
      buttons
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'visible')
        .map(({ textContent }) => textContent)
    )

/** Expects that nothing on the page is wider than the window, and no words are wider than their button. */
export async function expectNothingSticksOut(page: Page): Promise<void> {
  // What measures itself is right a frame after the window has changed.
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, { message: `${page.url()} is wider than its window` }).toBeLessThanOrEqual(0)
  await expect.poll(() => tooNarrow(page), { message: `${page.url()} has too narrow buttons` }).toEqual([])
}
