import type { Page } from 'playwright-core'
import { expectAccessible } from './accessibility.ts'
import { takeScreenshot } from './screenshot.ts'
import { expectNothingSticksOut } from './sticking-out.ts'

export interface Look {
  width: 1440 | 390
  theme: 'light' | 'dark'
}

/** What axe looks at changes with the width or with the theme: two looks that differ in both find what four would. */
export const crossed = [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' }
] as const satisfies Look[]

/** For flows on a device that is touched, which is no desk at any width. */
export const onPhone = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' }
] as const satisfies Look[]

const heights = { 1440: 900, 390: 844 }

/**
 * Expects that a page, as it is now, is accessible and fits its window at a desk and on a phone, light and dark. Then it
 * is as it was before: none of this needs a reload. With SCREENSHOTS=1 what it looks like is kept as well.
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
