// Calls of a page that take as long as a test says.
import type { Page } from 'playwright-core'

/** Holds back what the page asks for at these addresses. @returns what lets it be asked */
export async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}
