// Measures in Chromium when pages show their words to somebody who comes for the first time, in the window of a phone whose processor
// is slowed down four times: on a fast network, and on one of 400 kbit/s and 400 ms. The local server compresses as Pages does.
// For a machine with nothing else to do: `node bench/first-paint.ts`, or with other pages `node bench/first-paint.ts / /pricing`.
import type { BrowserContext } from 'playwright-core'
import { slowDown, startStage } from './base/browser.ts'
import { median } from './base/figures.ts'

const rounds = 3
const slowdown = 4
const wanted = process.argv.slice(2)
const paths = wanted.length > 0 ? wanted : ['/', '/chatgpt', '/claude', '/xai', '/gpt5', '/dall-e-3']

const bytesPerSecond = 50_000
const networks = {
  fast: null,
  slow: { offline: false, latency: 400, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
} as const

interface Painted {
  /** When the largest element was painted, in milliseconds from the beginning of the navigation. */
  largest: number
  /** The sum of all layout shifts. */
  shifts: number
}

declare global {
  interface Window {
    painted?: Painted
  }
}

/** Runs in the page, from its beginning. */
function watchPaint() {
  const painted = (window.painted = { largest: 0, shifts: 0 })
  new PerformanceObserver((list) => {
    painted.largest = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) painted.shifts += Number(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
}

async function visit(context: BrowserContext, address: string, network: keyof typeof networks) {
  const page = await context.newPage()
  await page.addInitScript(watchPaint)
  await slowDown(page, slowdown)
  const conditions = networks[network]
  if (conditions) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', conditions)
  await page.goto(address, { waitUntil: 'networkidle', timeout: 60_000 })
  const painted = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ...(window.painted ?? { largest: 0, shifts: 0 })
  }))
  await page.close()
  return painted
}

const { siteOrigin, visitor, stop } = await startStage('first-paint')
console.log('page        network   first words, ms   largest element, ms   shifts')
for (const path of paths)
  for (const network of ['fast', 'slow'] as const) {
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    for (let round = 0; round < rounds; round += 1) {
      const context = await visitor({ viewport: { width: 390, height: 844 } })
      visits.push(await visit(context, siteOrigin + path, network))
      await context.close()
    }
    const [first, largest, shifts] = (['first', 'largest', 'shifts'] as const).map((name) =>
      median(visits.map((one) => one[name]))
    )
    console.log(
      `${path.padEnd(12)}${network.padEnd(10)}${first?.toFixed(0).padStart(15)}${largest?.toFixed(0).padStart(22)}${shifts?.toFixed(3).padStart(9)}`
    )
  }
await stop()
