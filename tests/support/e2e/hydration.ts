// Whether React takes a prerendered page over as it is, instead of drawing it anew.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { twoFrames } from './loaded.ts'

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

/** Waits until React has taken over an element of a prerendered page, and has done what it does then. */
export async function untilRunning(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react'))))
    .toBe(true)
  await twoFrames(element.page())
}
