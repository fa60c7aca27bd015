import type { Page } from 'playwright-core'
import { expectAccessible } from './accessibility.ts'
import { takeScreenshot } from './screenshot.ts'
import { expectNothingSticksOut } from './sticking-out.ts'

type Width = 1440 | 390

const heights: Record<Width, number> = { 1440: 900, 390: 844 }
const anywhere: readonly Width[] = [1440, 390]

/** For flows on a touch device, which has no desktop width. */
export const onPhone: readonly Width[] = [390]

/** Where axe looks at a screen: the same for the same name, and for many names each width and each theme equally often. */
function placeOfAxe(name: string, widths: readonly Width[]) {
  const number = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const width = widths[number % widths.length]
  return { width, isDark: Math.floor(number / widths.length) % 2 === 1 }
}

/**
 * Expects that a page in its current state fits its window at desktop and phone width, and is accessible. Axe looks once, at
 * one of the widths and in one of the themes: over all screens it sees each of them often. Restores width and theme
 * without a reload. With SCREENSHOTS=1 it also saves screenshots.
 * @param name of the screen, and of no other
 */
export async function expectGoodLooks(page: Page, name: string, widths: readonly Width[] = anywhere): Promise<void> {
  const before = page.viewportSize()
  const wasDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const axe = placeOfAxe(name, widths)
  await page.emulateMedia({ colorScheme: axe.isDark ? 'dark' : 'light' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] })
    await expectNothingSticksOut(page)
    if (width === axe.width) await expectAccessible(page)
    if (process.env['SCREENSHOTS']) await takeScreenshot(page, `${name} ${axe.isDark ? 'dark' : 'light'}`)
  }
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: wasDark ? 'dark' : 'light' })
}
