// The test function of the end-to-end tests: `test('…', async ({ openPage }) => …)`.
import { inject, test as base } from 'vitest'
import { chromium, type Browser, type Page } from 'playwright-core'
import { findChromium } from '#scripts/chromium.ts'
import type { TokenPair } from '#contract/sign-in.ts'
import { takeScreenshot } from './screenshot.ts'
import { watchPage } from './watch-page.ts'

export interface PageOptions {
  /** In CSS pixels; 390 is a phone, 1440 a desk. */
  width?: number
  dark?: boolean
  /** Opens the page signed in. */
  tokens?: TokenPair
  /** Allows the microphone, which plays Chromium's own beeps; without it every request is refused. */
  microphone?: boolean
  /** Statuses that the API may answer without failing the test, such as 402 where the balance is too low. */
  refusals?: number[]
  /** Opens another tab beside this page, with the same storage and session. */
  beside?: Page
}

interface Fixtures {
  browser: Browser
  /** Opens a page whose errors fail the test: exceptions, console errors, failed and refused requests. */
  openPage: (options?: PageOptions) => Promise<Page>
}

/** Bounds what hangs; a busy machine must not fail a test. */
const patienceMs = 60_000

const quietOffline = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  // Nothing outside this machine exists: a page that asks for it fails its test.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'
]

async function openContext(browser: Browser, { width = 1440, dark = false, microphone = false, tokens }: PageOptions) {
  const baseURL = inject('siteOrigin')
  const context = await browser.newContext({
    baseURL,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width, height: width < 600 ? 844 : 900 },
    hasTouch: width < 600,
    isMobile: width < 600,
    colorScheme: dark ? 'dark' : 'light',
    permissions: ['clipboard-read', 'clipboard-write', ...(microphone ? ['microphone'] : [])],
    ...(tokens && {
      storageState: {
        cookies: [],
        origins: [{ origin: baseURL, localStorage: Object.entries(tokens).map(([name, value]) => ({ name, value })) }]
      }
    })
  })
  context.setDefaultTimeout(patienceMs)
  return context
}

export const test = base.extend<Fixtures>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixture's needs from this pattern.
    async ({}, use) => {
      const executablePath = findChromium()
      if (executablePath === undefined) throw new Error('No Chromium: run npm test once, it installs one')
      const browser = await chromium.launch({ executablePath, args: quietOffline })
      await use(browser)
      await browser.close()
    },
    { scope: 'file' }
  ],
  openPage: async ({ browser, task }, use) => {
    const problems: string[] = []
    const pages: Page[] = []
    await use(async (options = {}) => {
      const context = options.beside?.context() ?? (await openContext(browser, options))
      const page = await context.newPage()
      pages.push(page)
      watchPage(page, options.refusals ?? [], (problem) => problems.push(problem))
      return page
    })
    const failed = task.result?.state === 'fail' || problems.length > 0
    if (failed) for (const page of pages) console.log(`Screenshot: ${await takeScreenshot(page, task.name)}`)
    for (const context of new Set(pages.map((page) => page.context()))) await context.close()
    if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`)
  }
})
