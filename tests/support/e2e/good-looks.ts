import type { Page } from 'playwright-core'
import { expectAccessible } from './accessibility.ts'
import { takeScreenshot } from './screenshot.ts'
import { expectNothingSticksOut } from './sticking-out.ts'

/** Each page is loaded once and then looked at in every theme and width: none of them needs a reload for that. */
const looks = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' }
] as const

/** Expects that a page, as it is now, is accessible and fits its window in every theme and width. */
export async function expectGoodLooks(page: Page, name: string) {
  for (const { width, theme } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: theme })
    await expectNothingSticksOut(page)
    await takeScreenshot(page, `${name} ${theme}`)
    // What axe looks at changes with the one or with the other.
    if ((width === 1440) === (theme === 'light')) await expectAccessible(page)
  }
}
