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

/** Whether React has rendered into the document. */
export const runs = (page: Page) =>
  page.evaluate(() => Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__react')))

/** The path for which the browser loaded the document. */
export const documentPath = (page: Page) =>
  page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname)

/** Waits until the application's files are downloaded, which is when the page is idle. */
export const untilDownloaded = (page: Page) =>
  page.waitForFunction(
    () => {
      const files = document.querySelector<HTMLMetaElement>('meta[name=application-files]')?.content.split(' ') ?? []
      const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
      return files.length > 0 && files.every((file) => loaded.has(file))
    },
    null,
    { polling: 100 }
  )

/** Waits until the browser has shown something. */
export const painted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
