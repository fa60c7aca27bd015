import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expects that axe finds no violation on the page as it is now. */
export async function expectAccessible(page: Page) {
  await settled(page)
  // Evaluated by the debugger, which the page's Content-Security-Policy does not stop.
  await page.evaluate(`if (!window.axe) { ${axeSource} }`)
  const results = await page.evaluate<AxeResults>('window.axe.run(document, { resultTypes: ["violations"] })')
  const violations = results.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`)
  }))
  expect(violations, `axe on ${page.url()}`).toEqual([])
}

/** What is half faded in has half its contrast: what will end is waited for, what turns for ever is not. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
