// Measures a chat of 80 messages in Chromium with the processor slowed down four times: how long it takes to open, by its address and
// from another chat, how typing feels right after and later, and how long another tool takes to come. The bench gives the messages to
// the page, so that it measures only the page. For a machine with nothing else to do: `node bench/usual-chat.ts`, or one round instead
// of five with `--quick`.
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { givenMessage } from '#tests/support/node/given-message.ts'
import { slowDown, startStage } from './base/browser.ts'
import { drawnAt, forgetKeys, giveStream, keepPortions, keyTimes } from './long-chat/in-page.ts'
import { answerOf } from './long-chat/texts.ts'

const rounds = process.argv.includes('--quick') ? 1 : 5
/** A folder for profiles of the processor, which slow down what they measure. */
const profiles = process.argv.find((one) => one.startsWith('--profiles='))?.slice('--profiles='.length)
const slowdown = 4
const messageCount = 80
const { siteOrigin, signedIn, stop } = await startStage('usual-chat')

const messages = Array.from({ length: messageCount }, (_, index) =>
  index % 2 === 0
    ? givenMessage(index + 1, 'user', `Вопрос ${index / 2 + 1}: расскажите подробнее?`, null)
    : givenMessage(index + 1, 'assistant', `${answerOf(2500, index)}\n\nКонец ответа ${(index + 1) / 2}`, null)
)
const portions = new Map([
  [
    '/api/chat/conversations/1/messages?limit=100',
    JSON.stringify({ success: true, data: { messages, hasMore: false } })
  ]
])

const context = await signedIn('usual-chat@example.com', { viewport: { width: 1280, height: 800 } })
{
  const page = await context.newPage()
  await page.goto(`${siteOrigin}/terms`)
  await keepPortions(page, portions)
  await page.close()
}

const endText = `Конец ответа ${messageCount / 2}`

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

async function type(page: Page): Promise<number> {
  await forgetKeys(page)
  const text = 'Ещё один вопрос, набранный быстро, чтобы измерить, как печатается длинный текст'
  await page.locator('main textarea').first().focus()
  for (const letter of text) await page.keyboard.type(letter, { delay: 30 })
  await page.waitForTimeout(500)
  // Keys of less than 16 ms are not told.
  const times = await keyTimes(page)
  return percentile([...Array.from({ length: Math.max(0, text.length - times.length) }, () => 8), ...times], 0.95)
}

async function profiled<Result>(page: Page, name: string, act: () => Promise<Result>): Promise<Result> {
  if (!profiles) return act()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
  await cdp.send('Profiler.start')
  const result = await act()
  const { profile } = await cdp.send('Profiler.stop')
  await writeFile(`${profiles}/${name}.cpuprofile`, JSON.stringify(profile))
  return result
}

const results: Record<string, number[]> = {}
const note = (name: string, value: number) => (results[name] ??= []).push(value)

for (let round = 0; round < rounds; round += 1) {
  const page = await context.newPage()
  await giveStream(page, { streamed: '', piece: 60, everyMs: 4 })
  await slowDown(page, slowdown)
  const opened = await profiled(page, `open-${round}`, async () => {
    await page.goto(`${siteOrigin}/chatgpt?chat=1`, { waitUntil: 'commit' })
    return drawnAt(page, endText)
  })
  note('opened by its address, ms', opened)
  note('typing right after, 95th percentile, ms', await profiled(page, `type-${round}`, () => type(page)))
  await page.waitForTimeout(3000)
  note('typing later, 95th percentile, ms', await type(page))

  await page.getByRole('button', { name: 'Новый чат' }).first().click()
  await page.waitForFunction(() => !document.querySelector('[data-thread]'))
  await page.waitForTimeout(1000)
  const before = await page.evaluate(() => {
    const now = performance.now()
    history.back()
    return now
  })
  note('opened from another chat, ms', (await drawnAt(page, endText)) - before)

  for (const [path, name] of [
    ['/claude', 'another chat'],
    ['/flux', 'a tool'],
    ['/midjourney', 'another tool']
  ] as const) {
    const at = await page.evaluate((wanted) => {
      const now = performance.now()
      // The rail of a chat has it folded away.
      document.querySelector<HTMLAnchorElement>(`aside a[href="${wanted}"]`)?.click()
      return now
    }, path)
    const shown = await page
      .waitForFunction(
        (wanted) => {
          const field = document.querySelector('main textarea')
          return location.pathname === wanted && field && !field.closest('[data-thread]') ? performance.now() : 0
        },
        path,
        { polling: 'raf' }
      )
      .then((handle) => handle.jsonValue())
    note(`to ${name}, ms`, shown - at)
  }
  await page.close()
}
for (const [name, values] of Object.entries(results))
  console.log(`${name.padEnd(46)} ${values.map((value) => value.toFixed(1).padStart(9)).join('')}`)
console.log(`Load of this machine, which must be near 1: ${loadavg()[0]?.toFixed(1)}`)
await stop()
