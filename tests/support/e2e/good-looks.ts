import type { Page } from 'playwright-core'
import { expectAccessible, expectAccessibleBesideMenus } from './accessibility.ts'
import { takeScreenshot } from './screenshot.ts'
import { expectNothingSticksOut } from './sticking-out.ts'

type Width = 1440 | 390

const heights: Record<Width, number> = { 1440: 900, 390: 844 }
const anywhere: readonly Width[] = [1440, 390]

interface Looks {
  widths?: readonly Width[]
  /** Axe looks at the menus, too, which are on every page of the site or of the console. */
  menus?: boolean
}

/** For flows on a touch device, which has no desktop width. */
export const onPhone: Looks = { widths: [390] }

/** For a page as it is opened, of which there are enough in each theme and at each width. */
export const withMenus: Looks = { menus: true }

/** The width at which axe looks at a screen: the same for the same name, and for many names each equally often. */
function widthForAxe(name: string, widths: readonly Width[]): Width | undefined {
  const number = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return widths[number % widths.length]
}

/**
 * Expects that a page in its current state fits its window at desktop and phone width, and is accessible. Axe looks once, at
 * one of the widths and in the theme of the page, of which test.ts opens half in each: over all screens it sees each of them often.
 * Restores the width without a reload. With SCREENSHOTS=1 it also saves screenshots.
 * @param name of the screen, and of no other
 */
export async function expectGoodLooks(
  page: Page,
  name: string,
  { widths = anywhere, menus = false }: Looks = {}
): Promise<void> {
  const before = page.viewportSize()
  const axeWidth = widthForAxe(name, widths)
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] })
    await expectNothingSticksOut(page)
    if (width === axeWidth) await (menus ? expectAccessible : expectAccessibleBesideMenus)(page)
    if (process.env['SCREENSHOTS']) await takeScreenshot(page, `${name} ${await themeOf(page)}`)
  }
  if (before) await page.setViewportSize(before)
}

const themeOf = (page: Page) =>
  page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
