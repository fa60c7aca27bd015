// Measures a library of 10,000 works in Chromium with the processor slowed down four times: how long it takes to open, and the
// longest task while it is scrolled, slowly, fast and from end to end. The bench gives the works to the page, so that it measures only the
// page. It fails when a task while scrolling takes over 50 ms. For a machine with nothing else to do:
// `node bench/library.ts`, or one round instead of three with `--quick`.
import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { slowDown, startStage } from './base/browser.ts'
import { forgetTasks, longTasks, watchTasks } from './base/long-tasks.ts'
import { giveLibrary } from './library/in-page.ts'

const rounds = process.argv.includes('--quick') ? 1 : 3
const slowdown = 4
const jobCount = 10_000
const taskMaxMs = 50

const { siteOrigin, signedIn, stop } = await startStage('library')
const context = await signedIn('library@example.com', { viewport: { width: 1440, height: 900 } })

async function openPage(): Promise<Page> {
  const page = await context.newPage()
  await watchTasks(page)
  await giveLibrary(page, jobCount)
  await slowDown(page, slowdown)
  await page.goto(`${siteOrigin}/library`, { waitUntil: 'commit' })
  return page
}

async function scroll(page: Page, distance: number, speed: number): Promise<void> {
  const cdp = await context.newCDPSession(page)
  const gesture = { x: 900, y: 500, yDistance: -distance, speed, gestureSourceType: 'mouse' } as const
  await cdp.send('Input.synthesizeScrollGesture', gesture)
}

const most = (values: readonly number[]) => Math.max(0, ...values)
const results: Record<string, number[]> = {}
const note = (name: string, value: number) => (results[name] ??= []).push(value)

for (let round = 0; round < rounds; round += 1) {
  const page = await openPage()
  await page.getByRole('option').first().waitFor()
  note('open: first works', await page.evaluate(() => performance.now()))
  await page.waitForFunction(
    (count) => document.querySelector(`[aria-setsize="${count}"]`) !== null && document.body.scrollHeight > 300_000,
    jobCount,
    { polling: 200, timeout: 120_000 }
  )
  note('open: all places known', await page.evaluate(() => performance.now()))
  note('open: longest task', most(await longTasks(page)))
  for (const [name, distance, speed] of [
    ['slowly', 4000, 800],
    ['fast', 30_000, 6000]
  ] as const) {
    await forgetTasks(page)
    await scroll(page, distance, speed)
    note(`scrolling ${name}: longest task`, most(await longTasks(page)))
  }
  await forgetTasks(page)
  for (const share of [0.5, 1, 0.25, 0]) {
    await page.evaluate((part) => window.scrollTo(0, document.body.scrollHeight * part), share)
    await page.waitForFunction(() => document.querySelector('[role=option] img') !== null)
  }
  note('jumping: longest task', most(await longTasks(page)))
  note('works in the document', await page.getByRole('option').count())
  await page.close()
}
for (const [name, values] of Object.entries(results))
  console.log(`${name.padEnd(46)} ${values.map((value) => value.toFixed(1).padStart(8)).join('')}`)
console.log(`Load of this machine, which must be near 1: ${loadavg()[0]?.toFixed(1)}`)
await stop()
const scrolled = Object.entries(results).flatMap(([name, values]) => (name.startsWith('scrolling') ? values : []))
if (most(scrolled) > taskMaxMs) {
  console.error(`A task while scrolling took over ${taskMaxMs} ms`)
  process.exitCode = 1
}
