// Files of the site that come late.
import type { Page } from 'playwright-core'
import { buildFolder } from '#scripts/site/site.ts'
import { readManifest } from '#scripts/site/build-manifest.ts'

/** Takes files from the memory of the page's process, from where they are used without a request that could be held back. Those on disk stay. */
async function forgetLoaded(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const cacheDisabled of [true, false]) await session.send('Network.setCacheDisabled', { cacheDisabled })
  await session.detach()
}

/**
 * Holds files back that the page has not begun to load. By a session of its own: `page.route` would take the cache from the page for
 * good, and hand each of its requests to the test.
 * @param files addresses, with `*` for any characters
 * @returns lets them come; it throws when the page has asked for none of them, so that nothing was held back
 */
export async function hold(page: Page, ...files: string[]): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  let held = 0
  let isReleased = false
  session.on('Fetch.requestPaused', () => (held += 1))
  await session.send('Fetch.enable', { patterns: files.map((urlPattern) => ({ urlPattern })) })
  // For each page of the context, because in the whole browser one that is still blank does not share the site's process.
  await Promise.all(page.context().pages().map(forgetLoaded))
  return async () => {
    if (isReleased) return
    isReleased = true
    // What waits goes on then.
    await session.detach()
    if (held === 0) throw new Error(`Nothing was held back: ${files.join(', ')}`)
  }
}

/** Holds back the application of a page, which the user already sees. */
export const holdApplication = (page: Page) => hold(page, '*/assets/start-*.js', '*/assets/framework-*.js')

/** Holds back what the build has made of a module of the site. @throws Error for a module that has no file of its own */
export function holdModule(page: Page, module: string) {
  const chunk = readManifest(buildFolder)[module]
  if (!chunk) throw new Error(`${module} has no file of its own`)
  return hold(page, `*/${chunk.file}`)
}
