// The product with a browser beside it, for benches of what a user sees.
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium, findHeadlessShell } from '#scripts/chromium.ts'
import { newAccount } from './client.ts'
import { startEmptyProduct } from './product.ts'

/** @param name of the folder that holds its data meanwhile */
export async function startStage(name: string) {
  const product = await startEmptyProduct(name, ['LIMIT_SIGN_UP_PER_HOUR', 'LIMIT_MAIL_PER_HOUR'])
  const { siteOrigin } = product
  // The whole browser builds a window around each page meanwhile, whose address bar alone has three hundred files.
  const executablePath = findHeadlessShell() ?? findChromium()!
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

  return {
    siteOrigin,

    /** A browser's context of somebody who comes for the first time. */
    visitor: (options: BrowserContextOptions = {}) => browser.newContext(options),

    /** A browser's context in which a new person has signed in. */
    signedIn: async (email: string, options: BrowserContextOptions = {}) => {
      const tokens = await newAccount(product, email)
      const localStorage = Object.entries(tokens).map(([key, value]) => ({ name: key, value }))
      const origins = [{ origin: siteOrigin, localStorage }]
      return browser.newContext({ ...options, storageState: { cookies: [], origins } })
    },

    stop: async () => {
      await browser.close()
      await product.stop()
    }
  }
}

/** Lets the page run as on a processor so many times slower. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: times })
}
