// Browser contexts, each standing for a user's device. Loading the site in a new context takes longer than most tests,
// so tests reuse contexts: storage and cookies are cleared, file caches are kept.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { TokenPair } from '#contract/sign-in.ts'
import type { BrowserKind } from './browser.ts'
import { slowDownHands, slowDownNetwork } from './slow-motion.ts'
import { translatePages, type Translator } from './translated.ts'

export interface DeviceKind {
  touch: boolean
  microphone: boolean
  /** In the whole browser: see browser.ts. */
  whole: boolean
  /** Used by one test only and closed after it. */
  own: boolean
  /** Its pages may install the service worker, which then answers what a test would answer itself (`page.route`). */
  worker: boolean
  /** Its pages are changed as by a browser that translates them, with these elements. */
  translator: Translator | null
}

export interface Device {
  kind: DeviceKind
  context: BrowserContext
  /** A page that stays open and is used to fill and clear the storage. */
  keeper: Page
}

/** A timeout only for what hangs; a slow machine must not fail a test. */
const patienceMs = 60_000

async function openDevice(browser: Browser, kind: DeviceKind): Promise<Device> {
  const context = await browser.newContext({
    baseURL: inject('siteOrigin'),
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    hasTouch: kind.touch,
    isMobile: kind.touch,
    serviceWorkers: kind.worker ? 'allow' : 'block',
    permissions: ['clipboard-read', 'clipboard-write', ...(kind.microphone ? ['microphone'] : [])]
  })
  context.setDefaultTimeout(patienceMs)
  await slowDownNetwork(context)
  if (kind.translator) await translatePages(context, kind.translator)
  const keeper = await context.newPage()
  slowDownHands(keeper.locator('html'))
  await keeper.goto('/favicon.svg')
  return { kind, context, keeper }
}

/** Clears everything stored and signs in with these tokens, if any. */
async function prepare({ context, keeper }: Device, tokens: TokenPair | undefined): Promise<void> {
  await context.clearCookies()
  await keeper.evaluate(
    async (kept) => {
      localStorage.clear()
      for (const [name, value] of kept) localStorage.setItem(name, value)
      const removed = (await indexedDB.databases()).map(
        ({ name = '' }) =>
          new Promise<void>((resolve, reject) => {
            const removing = indexedDB.deleteDatabase(name)
            removing.addEventListener('success', () => resolve())
            removing.addEventListener('error', () => reject(removing.error))
          })
      )
      await Promise.all(removed)
    },
    Object.entries<string>(tokens ?? {})
  )
}

export class Devices {
  readonly #launch: (kind: BrowserKind) => Promise<Browser>
  readonly #free: Device[] = []

  /** @param launch gives one of the browsers, launched once */
  constructor(launch: (kind: BrowserKind) => Promise<Browser>) {
    this.#launch = launch
  }

  /** A device that no other test uses now, with nothing stored except these tokens. */
  async take(kind: DeviceKind, tokens: TokenPair | undefined): Promise<Device> {
    const index = this.#free.findIndex((free) => JSON.stringify(free.kind) === JSON.stringify(kind))
    const [free] = index < 0 ? [] : this.#free.splice(index, 1)
    const device = free ?? (await openDevice(await this.#launch(kind.whole ? 'whole' : 'quick'), kind))
    await prepare(device, tokens)
    return device
  }

  /** Closes the test's pages and keeps the device for the next test. */
  async giveBack(device: Device): Promise<void> {
    if (device.kind.own) return device.context.close()
    const pages = device.context.pages().filter((page) => page !== device.keeper)
    await Promise.all(pages.map((page) => page.close()))
    this.#free.push(device)
  }
}
