// Files of the site that come late.
import type { Page } from 'playwright-core'
import { buildFolder } from '#scripts/site/site.ts'
import { readManifest } from '#scripts/site/build-manifest.ts'

/** Holds files back. @returns lets them come */
export async function hold(page: Page, files: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Holds back the application of a page, which the user already sees. */
export const holdApplication = (page: Page) => hold(page, /\/assets\/(start|framework)-.*\.js$/)

/** Holds back what the build has made of a module of the site. @throws Error for a module that has no file of its own */
export function holdModule(page: Page, module: string) {
  const chunk = readManifest(buildFolder)[module]
  if (!chunk) throw new Error(`${module} has no file of its own`)
  return hold(page, `**/${chunk.file}`)
}
