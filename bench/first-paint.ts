// Measures in Chromium when a page shows its words to somebody who comes for the first time, with the processor slowed down four
// times: on a fast network and on a slow one (400 kbit/s, 400 ms), in a window of a phone. `node bench/first-paint.ts`, or with
// pages of your own: `node bench/first-paint.ts /chatgpt /pricing`. The local server compresses what it serves, as Pages does.
import type { BrowserContext, Page } from 'playwright-core'
import { slowDown, startStage } from './base/browser.ts'

const rounds = 3
const slowdown = 4
const paths = process.argv.slice(2).filter((word) => word.startsWith('/'))
const networks = {
  'fast network': null,
  'slow network': { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
} as const

interface PaintedWindow extends Window {
  painted?: { largest: number; shifts: number }
}

/** Notes what the page shows, from its beginning. */
const watchPaint = (page: Page) =>
  page.addInitScript(() => {
    const painted = ((window as PaintedWindow).painted = { largest: 0, shifts: 0 })
    new PerformanceObserver((list) => {
      painted.largest = Math.max(painted.largest, ...list.getEntries().map(({ startTime }) => startTime))
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) painted.shifts += value
    }).observe({ type: 'layout-shift', buffered: true })
  })

const figures = [
  'first words, ms',
  'largest element, ms',
  'a field takes keys, ms',
  'all is loaded, ms',
  'shifts'
] as const

/** @returns the figures of one visit, in the order of their names */
async function visit(context: BrowserContext, address: string, network: keyof typeof networks): Promise<number[]> {
  const page = await context.newPage()
  await watchPaint(page)
  await slowDown(page, slowdown)
  const conditions = networks[network]
  const cdp = await context.newCDPSession(page)
  if (conditions) await cdp.send('Network.emulateNetworkConditions', conditions)
  await page.goto(address, { waitUntil: 'commit' })
  const field = page
    .waitForFunction(
      () =>
        performance.getEntriesByName('first-contentful-paint').length > 0 &&
        document.querySelector('main textarea:not(:disabled)')?.checkVisibility()
          ? performance.now()
          : 0,
      null,
      { polling: 'raf', timeout: 60_000 }
    )
    .then(
      (handle) => handle.jsonValue(),
      () => 0
    )
  await page.waitForLoadState('load')
  const hasField = await page
    .locator('main')
    .first()
    .waitFor()
    .then(() => page.locator('main textarea').count())
  const takesKeys = hasField > 0 || address.endsWith('/chatgpt') ? await field : 0
  await page.waitForLoadState('networkidle')
  const [first, { largest, shifts }, loaded] = await page.evaluate(
    () =>
      [
        performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        (window as PaintedWindow).painted ?? { largest: 0, shifts: 0 },
        Math.max(
          ...performance.getEntriesByType('resource').map((one) => (one as PerformanceResourceTiming).responseEnd)
        )
      ] as const
  )
  await page.close()
  return [first, largest, takesKeys, loaded, shifts]
}

const { siteOrigin, visitor, stop } = await startStage('first-paint')
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

for (const path of paths.length > 0 ? paths : ['/', '/chatgpt'])
  for (const network of ['fast network', 'slow network'] as const) {
    const visits: number[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const context = await visitor({ viewport: { width: 390, height: 844 } })
      visits.push(await visit(context, siteOrigin + path, network))
      await context.close()
    }
    console.log(`${path}, ${network}`)
    for (const [index, name] of figures.entries())
      console.log(
        `  ${name.padEnd(26)} ${median(visits.map((values) => values[index] ?? 0)).toFixed(name === 'shifts' ? 4 : 0)}`
      )
  }
await stop()
