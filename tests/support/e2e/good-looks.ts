import type { Page } from 'playwright-core'
import { expectAccessible } from './accessibility.ts'
import { takeScreenshot } from './screenshot.ts'
import { expectNothingSticksOut } from './sticking-out.ts'

export interface Look {
  width: 1440 | 390
  theme: 'light' | 'dark'
}

/** Axe's findings depend on the width or on the theme, so these two combinations find as much as all four. */
const crossed = [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' }
] as const satisfies Look[]

/** For flows on a touch device, which has no desktop width. */
export const onPhone = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' }
] as const satisfies Look[]

const heights = { 1440: 900, 390: 844 }

/**
 * Expects that a page in its current state is accessible and fits its window at desktop and phone width, light and
 * dark. Restores width and theme without a reload. With SCREENSHOTS=1 it also saves screenshots.
 */
export async function expectGoodLooks(page: Page, name: string, looks: readonly Look[] = crossed) {
  const before = page.viewportSize()
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  for (const { width, theme } of looks) {
    await page.setViewportSize({ width, height: heights[width] })
    await page.emulateMedia({ colorScheme: theme })
    await expectNothingSticksOut(page)
    await expectAccessible(page)
    if (process.env['SCREENSHOTS']) await takeScreenshot(page, `${name} ${theme}`)
  }
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}
