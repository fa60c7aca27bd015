import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Where the product of these tests serves axe: a browser compiles a file of its cache once, and a text that it is sent each time. */
export const axePath = '/assets/axe.js'

/**
 * Only what the default rules need: none of them reads the style sheets that axe would parse first. What a pseudo-element may paint
 * only makes axe unsure of a contrast, which is no finding.
 */
const options: RunOptions & { checks: object } = {
  resultTypes: ['violations'],
  preload: { assets: ['media'] },
  checks: { 'color-contrast': { options: { ignorePseudo: true } } }
}

/** Before the first look of a document: the HTML of each element would be kept for a report that quotes none. */
const setUp = 'axe.configure({ noHtml: true })'

/** The notices that stay for now. */
const noticesOn = (page: Page) => page.locator('[data-sonner-toast]:not([data-removed="true"])').allTextContents()

/** The long menus, which are the same on every page. */
const menus = ['Инструменты', 'Страницы консоли'].map((name) => [`nav[aria-label="${name}"]`])

/** Expects that axe finds no violation on the page in its current state. */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolation(page, [])

/** The same beside the menus, which are a third of axe's work: `withMenus` of good-looks.ts looks at them. */
export const expectAccessibleBesideMenus = (page: Page): Promise<void> => expectNoViolation(page, menus)

async function expectNoViolation(page: Page, exclude: string[][]): Promise<void> {
  const before = await noticesOn(page)
  const violations = await violationsOn(page, exclude)
  const after = await noticesOn(page)
  // A notice that has begun to fade while axe looked is half-transparent: only without it the finding means something.
  if (violations.length > 0 && before.some((text) => !after.includes(text))) return expectNoViolation(page, exclude)
  expect(violations, `axe on ${page.url()}`).toEqual([])
}

async function violationsOn(page: Page, exclude: string[][]) {
  await settled(page)
  await page.evaluate(`'axe' in window || import('${axePath}').then(() => ${setUp})`)
  const results = await page.evaluate<AxeResults>(
    `window.axe.run(${JSON.stringify({ exclude })}, ${JSON.stringify(options)})`
  )
  return results.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`)
  }))
}

/** Waits for finite animations, because half-transparent text fails the contrast check. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page is sent there as text
    const isEnding = ({ effect, timeline, playState }: Animation): boolean => {
      // One that follows scrolling never ends, nor does one of what is far from the window and not laid out.
      if (timeline !== document.timeline || effect?.getComputedTiming().endTime === Infinity) return false
      const target = effect instanceof KeyframeEffect ? effect.target : null
      return playState === 'running' && (target?.checkVisibility({ contentVisibilityAuto: true }) ?? false)
    }
    while (document.getAnimations().some(isEnding)) await new Promise(requestAnimationFrame)
  })
