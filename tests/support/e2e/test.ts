// The test function of the end-to-end tests: `test('…', async ({ openPage }) => …)`.
import { test as base } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import type { TokenPair } from '#contract/sign-in.ts'
import { type BrowserKind, launchBrowser } from './browser.ts'
import { type Device, Devices } from './devices.ts'
import { keepCalls, tellFailure } from './tell-failure.ts'
import { type Translator, translatorOfAll } from './translated.ts'
import { watchPage } from './watch-page.ts'

interface PageOptions {
  /** In CSS pixels; 390 is a phone, 1440 a desk. */
  width?: number
  /** Default: half of the tests have dark pages. */
  dark?: boolean
  /** Animations run: for tests of what moves. Other pages are asked to keep still, which takes a tenth of the browser's time from it. */
  moving?: boolean
  /** Opens the page signed in. */
  tokens?: TokenPair
  /** Allows the microphone, which plays Chromium's own beeps; without it every request is refused. */
  microphone?: boolean
  /** Uses the whole browser: for notifications. A microphone has it too. */
  wholeBrowser?: boolean
  /** Lets pages install the service worker, on a device of this test only. The whole browser always does. */
  worker?: boolean
  /** Error statuses that do not fail the test, such as 402 when the balance is too low. */
  refusals?: number[]
  /** The test takes the network of this page away for a while. */
  offline?: boolean
  /** The page shows a hostile document: what the browser says of what it blocks does not fail the test. */
  hostile?: boolean
  /** Opens another tab beside this page, with the same storage and session. */
  beside?: Page
  /** Uses a device of this test only: for tests that change more than its storage, such as its clock. */
  ownDevice?: boolean
  /** The browser translates the page, and makes these elements. */
  translator?: Translator
}

interface Fixtures {
  /** Launches one of the browsers, once in each process. */
  launch: (kind: BrowserKind) => Promise<Browser>
  browser: Browser
  devices: Devices
  /** Opens a page. Exceptions, console errors, failed requests and error statuses on it fail the test. */
  openPage: (options?: PageOptions) => Promise<Page>
}

type Looks = Required<Pick<PageOptions, 'width' | 'dark' | 'moving'>>

async function openPage(device: Device, { width, dark, moving }: Looks): Promise<Page> {
  const page = await device.context.newPage()
  await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
  await page.emulateMedia({
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: moving ? 'no-preference' : 'reduce'
  })
  return page
}

/** The same for the same test. */
const isDark = (title: string): boolean => title.length % 2 === 1

export const test = base.extend<Fixtures>({
  launch: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixture's needs from this pattern.
    async ({}, use) => {
      const launched: Partial<Record<BrowserKind, Promise<Browser>>> = {}
      await use((kind) => (launched[kind] ??= launchBrowser(kind)))
      await Promise.all(Object.values(launched).map(async (browser) => (await browser).close()))
    },
    { scope: 'worker' }
  ],
  browser: [async ({ launch }, use) => use(await launch('quick')), { scope: 'worker' }],
  devices: [async ({ launch }, use) => use(new Devices(launch)), { scope: 'worker' }],
  openPage: async ({ devices, task }, use) => {
    const problems: string[] = []
    const opened = new Map<Page, { device: Device; calls: () => string[] }>()
    await use(async (options = {}) => {
      const {
        width = 1440,
        dark = isDark(task.name),
        moving = false,
        microphone = false,
        tokens,
        beside,
        worker = false,
        ownDevice = worker,
        wholeBrowser = microphone
      } = options
      const besideDevice = beside && opened.get(beside)?.device
      const { translator = translatorOfAll } = options
      const kind = {
        touch: width < 600,
        microphone,
        whole: wholeBrowser,
        own: ownDevice,
        worker: worker || wholeBrowser,
        translator
      }
      const device = besideDevice ?? (await devices.take(kind, tokens))
      const page = await openPage(device, { width, dark, moving })
      opened.set(page, { device, calls: keepCalls(page) })
      const { refusals = [], offline = false, hostile = false } = options
      watchPage(page, { refusals, offline, hostile }, (problem) => problems.push(problem))
      return page
    })
    const failed = task.result?.state === 'fail' || problems.length > 0
    for (const [index, [page, { calls }]] of [...opened].entries())
      if (failed && !page.isClosed()) await tellFailure(page, `${task.name} ${index + 1}`, calls())
    const used = new Set([...opened.values()].map(({ device }) => device))
    for (const device of used) await (failed ? device.context.close() : devices.giveBack(device))
    if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`)
  }
})
