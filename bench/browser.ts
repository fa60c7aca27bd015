// The product with a browser beside it, for benches of what a user sees.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium, findHeadlessShell } from '#scripts/chromium.ts'
import { findFreePort } from '#scripts/ports.ts'
import { startProduct } from '#scripts/product.ts'
import { newAccount } from './sign-ins/client.ts'

const limits = ['LIMIT_SIGN_UP_PER_HOUR', 'LIMIT_MAIL_PER_HOUR', 'LIMIT_IMAGE_PER_MINUTE']

/** @param name of the folder that holds its data meanwhile */
export async function startStage(name: string) {
  const dataFolder = mkdtempSync(join(tmpdir(), `${name}-`))
  const product = await startProduct({
    port: await findFreePort(),
    sandboxPort: await findFreePort(),
    dataFolder,
    variables: Object.fromEntries(limits.map((limit) => [limit, '100000'])),
    signal: new AbortController().signal
  })
  const { siteOrigin, sandboxOrigin } = product
  // The whole browser builds a window around each page meanwhile, whose address bar alone has three hundred files.
  const executablePath = findHeadlessShell() ?? findChromium()!
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

  return {
    siteOrigin,
    sandboxOrigin,

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
      rmSync(dataFolder, { recursive: true, force: true })
    }
  }
}

/** Lets the page run as on a processor so many times slower. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: times })
}
