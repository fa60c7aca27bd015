// The pictures of galleries, which are loaded when they come near the window.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Scrolls from picture to picture, so that each is asked for, and waits until each is drawn. */
export async function seePictures(pictures: Locator, atLeast: number): Promise<void> {
  await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(atLeast)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
}

declare global {
  interface Window {
    /** What moved on the page without the user having caused it, and how far: the browser's own measure. */
    shifts?: { value: number; texts: string[] }[]
  }
}

interface Shift {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null }[]
}

/** Notes what moves by itself from now on, on this and later documents of the tab. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: NonNullable<Window['shifts']> = (window.shifts = [])
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as (PerformanceEntry & Shift)[])
        if (!hadRecentInput) shifts.push({ value, texts: sources.map(({ node }) => node?.textContent ?? 'something') })
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const shiftsOn = (page: Page) => page.evaluate(() => window.shifts ?? [])

/** The sum, in the browser's measure. */
export const shifted = async (page: Page): Promise<number> =>
  (await shiftsOn(page)).reduce((sum, { value }) => sum + value, 0)
