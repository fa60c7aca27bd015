// Renders all examples of the CommonMark specification and all injection attempts in a real browser under the site's
// Content-Security-Policy, as saved answers and as answers that arrive in pieces.
import { beforeAll, expect, inject } from 'vitest'
import type { Page } from 'playwright-core'
import { type Account, createAccount } from '../support/e2e/account.ts'
import { test } from '../support/e2e/test.ts'
import {
  arrivingChat,
  giveAnswers,
  piecesOf,
  savedChat,
  type WatchedWindow
} from '../support/rendering/given-answers.ts'
import { outlinesOf } from '../support/rendering/outline.ts'
import { specExamples } from '../support/rendering/spec-examples.ts'
import { answers, attacks, deep } from '../web/chat/markdown-samples.ts'

/** Numbers of the examples that are rendered differently from CommonMark on purpose. */
const drawnOtherwise = {
  'HTML is shown as the text it is': '21 31 148-191 308-309 344 475-477 491 494 524 613-617 623 625-631 642-643',
  'definitions are text, for one far away would decide where a link leads':
    '23 33 192-196 198 200-208 210 214-218 317 527-545 549-550 553-571 573 576-577 582-589 591-593',
  'quotation marks touch the words around them in other languages': '380',
  'addresses without brackets are links, as on GitHub': '602 606 608 611-612'
}

const numbersIn = (ranges: string) =>
  ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })

const singles = [...specExamples.map(({ markdown }) => markdown), ...attacks, ...Object.values(answers)]

/**
 * The same texts joined into fewer answers, because rendering an answer costs more than its text. A text that may leave
 * a code block open is the last of its answer.
 */
function documentsOf(texts: readonly string[]): string[] {
  const last = texts.filter((text) => /`{3}|~{3}/.test(text))
  const others = texts.filter((text) => !last.includes(text))
  return last.map((text, index) =>
    [...others.filter((_, place) => place % last.length === index), text].join('\n\n***\n\n')
  )
}
const documents = documentsOf(singles)

/** A timeout only for what hangs; a slow machine must not fail a test. */
const patienceMs = 150_000

const drawn = 'article[aria-label="Ответ"] .answer-markdown'
/** What KaTeX draws, the estimated heights of what is drawn late, and sandboxed diagrams: diagrams.test.ts looks into these. */
const drawnByUs = '.late, .formula *, .diagram-frame'
/** Elements and attributes that could load resources, run code, restyle the page or shadow its globals. */
const foreign = (
  'img script iframe object embed style link meta base form video audio source picture math details [style] [id] ' +
  '[name] [src] [srcdoc] [onclick] [onload] [onerror] [ontoggle] [onmouseover]'
)
  .split(' ')
  .map((one) => `.answer-markdown ${one}:not(${drawnByUs})`)
  .join(', ')

let account: Account
beforeAll(async () => {
  account = await createAccount()
})

/** Opens a chat and waits for `count` complete answers. Fails if one is shown as raw text or is not harmless. */
async function openGiven(page: Page, path: string, count: number): Promise<string[]> {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(inject('siteOrigin'))) elsewhere.push(request.url())
  })
  await page.goto(path)
  await page.waitForFunction(
    ([answer, wanted]) =>
      document.querySelectorAll('article[aria-label="Ответ"] > footer').length === wanted &&
      document.querySelectorAll(`${answer}, [data-raw-text]`).length === wanted &&
      !document.querySelector('[data-undrawn]'),
    [drawn, count] as const,
    { timeout: patienceMs }
  )
  expect({
    violations: await page.evaluate(() => (window as WatchedWindow).violations),
    rawTexts: await page.locator('[data-raw-text]').allTextContents(),
    foreign: await page.locator(foreign).count(),
    elsewhere
  }).toEqual({ violations: [], rawTexts: [], foreign: 0, elsewhere: [] })
  return outlinesOf(page, drawn)
}

test('every CommonMark example is rendered as specified, except those listed with a reason', async ({
  openPage,
  browser
}) => {
  const page = await openPage({ tokens: account.tokens })
  await giveAnswers(page, { saved: singles, arriving: [] })
  const outlines = await openGiven(page, savedChat, singles.length)
  // A page without a policy, in which the HTML of the specification can be parsed.
  const reader = await browser.newPage()
  const specified = await outlinesOf(
    reader,
    '',
    specExamples.map(({ html }) => html)
  )
  await reader.close()
  expect(specExamples).toHaveLength(652)
  const otherwise = specExamples.filter((_, index) => outlines[index] !== specified[index])
  const known = Object.values(drawnOtherwise).flatMap(numbersIn)
  expect(otherwise.map(({ number }) => number)).toEqual(known.toSorted((a, b) => a - b))
})

test('however deep a text nests, what is drawn of it is shallow and small', async ({ openPage }) => {
  const page = await openPage({ tokens: account.tokens })
  const texts = Object.values(deep)
  await giveAnswers(page, { saved: texts, arriving: [] })
  await openGiven(page, savedChat, texts.length)
  const sizes = await page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)].map((answer) => {
        const elements = [...answer.querySelectorAll('*')]
        const levelOf = (element: Element) => {
          let level = 0
          for (let at: Element | null = element; at && at !== answer; at = at.parentElement) level += 1
          return level
        }
        return { elements: elements.length, depth: Math.max(...elements.map(levelOf)), text: answer.textContent }
      }),
    drawn
  )
  for (const { elements, depth, text } of sizes) {
    expect(depth).toBeLessThan(50)
    expect(elements).toBeLessThan(200)
    expect(text).toContain('дно')
  }
})

test('an answer that arrived in pieces is finally rendered like the same saved answer', async ({ openPage }) => {
  const page = await openPage({ tokens: account.tokens })
  // Thousands of pieces are each rendered: a small window without animations takes less time.
  await page.setViewportSize({ width: 480, height: 320 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await giveAnswers(page, { saved: documents, arriving: documents.map(piecesOf) })
  const whole = await openGiven(page, savedChat, documents.length)
  const arrived = await openGiven(page, arrivingChat, documents.length)
  const order = await page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)].map((answer) =>
        Number(answer.closest('[data-thread] > *')?.previousElementSibling?.querySelector('article')?.textContent)
      ),
    drawn
  )
  expect(arrived).toEqual(order.map((index) => whole[index]))
  expect(order.toSorted((a, b) => a - b)).toEqual(documents.map((_, index) => index))
  expect(await page.evaluate(() => (window as WatchedWindow).drawnHalfway)).toBeGreaterThan(documents.length)
})
