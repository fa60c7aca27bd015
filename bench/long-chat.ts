// Measures a chat of 2,000 messages and answers of 100 KB in Chromium with the processor slowed down four times: how long it
// takes to open, how it scrolls and how typing feels, and the longest task while an answer of 100 KB is streamed.
// The bench gives the messages to the page, so that it measures only the page. For a machine with nothing else to do:
// `node bench/long-chat.ts`, or one round instead of three with `--quick`. `--cards=200` shows as many works of the chat at its end, and
// `--cards=0` the same chat without them: there no answer is of 100 KB, so that what is scrolled through is the end.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { givenMessage } from '#tests/support/node/given-message.ts'
import { slowDown, startStage } from './base/browser.ts'
import { forgetTasks, longTasks, watchTasks } from './base/long-tasks.ts'
import { givenWork } from './long-chat/cards.ts'
import { drawnAt, forgetKeys, giveStream, keepPortions, keyTimes } from './long-chat/in-page.ts'
import { answerOf } from './long-chat/texts.ts'

const { values: chosen } = parseArgs({ options: { quick: { type: 'boolean' }, cards: { type: 'string' } } })
const rounds = chosen.quick ? 1 : 3
const cards = Number(chosen.cards ?? 0)
const slowdown = 4
const messageCount = 2000
const largeBytes = 100_000
/** Messages that the page asks for at once. */
const portionSize = 100

const { siteOrigin, signedIn, stop } = await startStage('long-chat')

/** The last answer is a text, for which each round waits. */
const isCard = (index: number) => index % 2 === 1 && index < messageCount - 2 && index >= messageCount - 2 - 2 * cards

const messages = Array.from({ length: messageCount }, (_, index) => {
  if (index % 2 === 0) return `Вопрос ${index / 2 + 1}: расскажите подробнее?`
  const isLarge = chosen.cards === undefined && index >= messageCount - 4
  return `${answerOf(isLarge ? largeBytes : 2500, index)}\n\nКонец ответа ${(index + 1) / 2}`
}).map((content, index) => {
  if (isCard(index))
    return { ...givenMessage(index + 1, 'assistant', 'Картинка', null), outcome: null, works: [givenWork(index)] }
  return givenMessage(index + 1, index % 2 ? 'assistant' : 'user', content, null)
})

/** The chat in the portions that the page asks for, as the server would answer. */
const portions = new Map<string, string>()
for (let end = messageCount; end > 0; end -= portionSize) {
  const before = end === messageCount ? '' : `&before=${end + 1}`
  const data = { messages: messages.slice(end - portionSize, end), hasMore: end > portionSize }
  portions.set(
    `/api/chat/conversations/1/messages?limit=${portionSize}${before}`,
    JSON.stringify({ success: true, data })
  )
}
const streamed = `${answerOf(largeBytes, 7)}\n\nКонец потока`

const context = await signedIn('long-chat@example.com', { viewport: { width: 1280, height: 800 } })

{
  const page = await context.newPage()
  await page.goto(`${siteOrigin}/terms`)
  await keepPortions(page, portions)
  await page.close()
}

async function openPage(path: string): Promise<Page> {
  const page = await context.newPage()
  await watchTasks(page)
  await giveStream(page, { streamed, piece: 60, everyMs: 4 })
  await slowDown(page, slowdown)
  await page.goto(siteOrigin + path, { waitUntil: 'commit' })
  return page
}

/** The times between frames while the user scrolls up through several screens at reading speed, and then fast. */
async function frameTimes(page: Page): Promise<number[]> {
  const cdp = await context.newCDPSession(page)
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    let last = performance.now()
    const next = (now: number) => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  for (const speed of [800, 2400])
    await cdp.send('Input.synthesizeScrollGesture', {
      x: 640,
      y: 400,
      yDistance: speed * 6,
      speed,
      gestureSourceType: 'mouse'
    })
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(2))
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
const most = (values: readonly number[]) => Math.max(0, ...values)
const row = (name: string, values: readonly number[]) =>
  console.log(`${name.padEnd(46)} ${values.map((value) => value.toFixed(1).padStart(9)).join('')}`)

async function type(page: Page): Promise<number> {
  await forgetKeys(page)
  await page.locator('main textarea').first().focus()
  for (const letter of 'Ещё один вопрос, набранный быстро') await page.keyboard.type(letter, { delay: 30 })
  await page.waitForTimeout(500)
  return most(await keyTimes(page))
}

/** The memory of the page after garbage collection. */
async function held(page: Page): Promise<{ megabytes: number; nodes: number }> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const valueOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
  return { megabytes: valueOf('JSHeapUsedSize') / 1e6, nodes: valueOf('Nodes') }
}

/** Leaves the chat for a new one and comes back, within the application. */
async function leaveAndReturn(page: Page, times: number) {
  for (let time = 0; time < times; time += 1) {
    await page.getByRole('button', { name: 'Новый чат' }).first().click()
    await page.waitForFunction(() => !document.querySelector('[data-thread]'))
    await page.goBack()
    await drawnAt(page, `Конец ответа ${messageCount / 2}`)
  }
}

const results: Record<string, number[]> = {}
const note = (name: string, value: number) => (results[name] ??= []).push(value)

for (let round = 0; round < rounds; round += 1) {
  const page = await openPage('/chatgpt?chat=1')
  note('open: end of the chat drawn, ms', await drawnAt(page, `Конец ответа ${messageCount / 2}`))
  note('open: longest task, ms', most(await longTasks(page)))
  note('typing, right after: slowest key, ms', await type(page))
  await forgetTasks(page)
  const frames = await frameTimes(page)
  note('scrolling: frame, 95th percentile, ms', percentile(frames, 0.95))
  note('scrolling: frame, 99th percentile, ms', percentile(frames, 0.99))
  note('scrolling: frames a second', 1000 / (frames.reduce((sum, one) => sum + one, 0) / frames.length))
  note('scrolling: longest task, ms', most(await longTasks(page)))
  note('typing, after scrolling: slowest key, ms', await type(page))
  await leaveAndReturn(page, 2)
  const early = await held(page)
  await leaveAndReturn(page, 8)
  const late = await held(page)
  note('opened eight more times: heap, MB more', late.megabytes - early.megabytes)
  note('opened eight more times: nodes more', late.nodes - early.nodes)
  await page.close()

  const streaming = await openPage('/chatgpt?chat=2')
  await streaming.locator('[aria-busy=true] .answer-markdown').waitFor()
  await forgetTasks(streaming)
  note('streaming: slowest key meanwhile, ms', await type(streaming))
  // Asked rarely, because asking costs time in the page.
  await streaming.waitForFunction(() => !document.querySelector('[aria-busy=true]'), null, {
    polling: 500,
    timeout: 120_000
  })
  await streaming.waitForTimeout(1000)
  const tasks = await longTasks(streaming)
  note('streaming: longest task, ms', most(tasks))
  note('streaming: number of tasks over 50 ms', tasks.length)
  await streaming.close()
}
for (const [name, values] of Object.entries(results)) row(name, values)
console.log(`Load of this machine, which must be near 1: ${loadavg()[0]?.toFixed(1)}`)
await stop()
