// Whether React takes a prerendered page over as it is, instead of drawing it anew.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    /** The heading element of the prerendered HTML. */
    firstHeading?: Element | null
  }
}

/** Notes the heading of each document that the tab loads from now on. */
export const watchHeading = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => (window.firstHeading = document.querySelector('main h1')))
  )

/** Expects that the page, once React has taken it over, has the heading of its HTML. */
export async function expectKeptHeading(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactFiber'))
  )
  expect([page.url(), await page.evaluate(() => window.firstHeading?.isConnected)]).toEqual([page.url(), true])
}
