import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** By how many pixels the page is wider than the window, and the buttons whose words are wider than they are. */
const excessOn = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const narrow = [...document.querySelectorAll('button')].filter(
      (one) =>
        one.scrollWidth > one.clientWidth + 1 &&
        getComputedStyle(one).overflowX === 'visible' &&
        one.checkVisibility({ visibilityProperty: true })
    )
    return { px: Math.max(0, scrollWidth - clientWidth), narrowButtons: narrow.map(({ textContent }) => textContent) }
  })

/** Expects that nothing on the page is wider than the window, and no words are wider than their button. */
export async function expectNothingSticksOut(page: Page): Promise<void> {
  // What measures itself is right a frame after the window has changed.
  await expect
    .poll(() => excessOn(page), { message: `${page.url()} is wider than its window, or has too narrow buttons` })
    .toEqual({ px: 0, narrowButtons: [] })
}

/** Expects that no words are wider than the menu or dialog that they stand in: a long word without a space breaks. */
export const expectNothingCut = (surface: Locator): Promise<void> =>
  expect.poll(() => surface.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
