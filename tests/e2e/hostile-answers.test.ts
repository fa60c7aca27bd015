// Hostile answers in a real browser under the site's policies, as saved answers and as answers that arrive in pieces: nothing runs,
// nothing is loaded from elsewhere, and the chat stays usable. How markdown is drawn is compared in tests/web/chat/commonmark.test.tsx.
import { expect, inject } from 'vitest'
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { test } from '../support/e2e/test.ts'
import { arrivingChat, giveAnswers, savedChat, type WatchedWindow } from '../support/rendering/given-answers.ts'
import { piecesOf } from '../support/rendering/pieces.ts'
import { attacks, diagramAttacks, formulaAttacks } from '../web/chat/markdown-samples.ts'

/** A timeout only for what hangs; a slow machine must not fail a test. */
const patienceMs = 150_000

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

const documents = documentsOf(attacks)
const formulas = formulaAttacks.map((text) => `$x$ ${text}`).join('\n\n')
const saved = [...documents, formulas]
// The short formulas are among the documents; the long ones are mostly the same again and again.
const arriving = [
  ...documents.map((text, index) => piecesOf(text, index, 60)),
  piecesOf(formulas, documents.length, 600)
]

const drawn = 'article[aria-label="Ответ"] .answer-markdown'
/** What KaTeX draws, the estimated heights of what is drawn late, and sandboxed diagrams: the tests below look into these. */
const drawnByUs = '.late, .formula *, .diagram-frame'
/** Elements and attributes that could load resources, run code, restyle the page or shadow its globals. */
const foreign = (
  'img script iframe object embed style link meta base form video audio source picture math details [style] [id] ' +
  '[name] [src] [srcdoc] [onclick] [onload] [onerror] [ontoggle] [onmouseover]'
)
  .split(' ')
  .map((one) => `.answer-markdown ${one}:not(${drawnByUs})`)
  .join(', ')
const foreignInFormulas = '.formula :is([href], [src], [id], [onclick], [data-x], script, img)'

/** Waits until all answers are complete, and every diagram is drawn or shown as its code; they are loaded near the window only. */
async function drawAll(page: Page, answers: number) {
  await page.waitForFunction(
    ([answer, count]) =>
      document.querySelectorAll('article[aria-label="Ответ"] > footer').length === count &&
      document.querySelectorAll(`${answer}, [data-raw-text]`).length === count &&
      !document.querySelector('[data-undrawn]'),
    [drawn, answers] as const,
    { timeout: patienceMs }
  )
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const waiting = document.querySelectorAll('.diagram-frame[aria-busy=true]')
          waiting[0]?.scrollIntoView({ block: 'center' })
          return waiting.length
        }),
      { timeout: patienceMs }
    )
    .toBe(0)
}

/** Waits until the diagram of the answers is drawn. What is drawn late above it may push it out of the window, where it is not loaded. */
async function drawDiagram(page: Page): Promise<void> {
  const diagram = page.locator('.diagram-frame').last()
  const drawing = diagram.contentFrame().locator('#diagram svg')
  const isDrawn = async () => {
    await diagram.scrollIntoViewIfNeeded()
    return (await drawing.count()) > 0
  }
  await expect.poll(isDrawn, { timeout: patienceMs }).toBe(true)
}

const framesOf = (page: Page) => page.frames().filter((frame) => frame.url() === `${inject('siteOrigin')}/diagram/`)

/** Clicks on everything in every diagram. @returns the origin of each, and how much in it could run or lead away */
const clickThrough = (page: Page) =>
  Promise.all(
    framesOf(page).map((frame) =>
      frame.evaluate(() => {
        for (const one of document.querySelectorAll('svg *'))
          one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
        const harmful = ':is(a[href], a[*|href], script, iframe, img, image, [onclick], [onerror])'
        return { origin: self.origin, harmful: document.querySelectorAll(`#diagram ${harmful}`).length }
      })
    )
  )

/** Notes what leads away from the page. @returns what it has noted until then, with what a look at the page finds */
function watchHarm(page: Page) {
  const elsewhere: string[] = []
  const dialogs: string[] = []
  const origin = inject('siteOrigin')
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return async () => ({
    violations: await page.evaluate(() => (window as WatchedWindow).violations),
    smuggled: await page.evaluate(() => 'smuggled' in window),
    rawTexts: await page.locator('[data-raw-text]').allTextContents(),
    foreign: await page.locator(foreign).count(),
    foreignInFormulas: await page.locator(foreignInFormulas).count(),
    elsewhere,
    dialogs,
    path: new URL(page.url()).pathname
  })
}

const harmlessFrame = { origin: 'null', harmful: 0 }
const noHarm = {
  violations: [],
  smuggled: false,
  rawTexts: [],
  foreign: 0,
  foreignInFormulas: 0,
  elsewhere: [],
  dialogs: [],
  path: '/chatgpt'
}

interface FrameWindow {
  ready?: boolean
  failures?: number
  /** The least height that the frame has told. */
  least?: number
}

/**
 * Puts a second frame like that of the page's diagram beside it, for all hostile diagrams one after the other: in answers each
 * would load the code that draws. @returns what has it draw a source, and says whether it could
 */
async function openFrame(page: Page) {
  await page.evaluate(() => {
    const frame = document.querySelector('.diagram-frame')!.cloneNode() as HTMLIFrameElement
    const state = window as Window & FrameWindow
    state.failures = 0
    addEventListener('message', ({ source, data }: MessageEvent<{ type: string; height: number }>) => {
      if (source !== frame.contentWindow) return
      if (data.type === 'ready') state.ready = true
      if (data.type === 'failed') state.failures = (state.failures ?? 0) + 1
      if (data.type === 'drawn') state.least = Math.min(state.least ?? data.height, data.height)
    })
    frame.loading = 'eager'
    frame.dataset['beside'] = ''
    document.body.append(frame)
  })
  await page.waitForFunction(() => (window as Window & FrameWindow).ready)
  const frame = await (await page.waitForSelector('iframe[data-beside]', { state: 'attached' })).contentFrame()
  if (!frame) throw new Error('The frame beside the answer has no document')
  const countFailures = () => page.evaluate(() => (window as Window & FrameWindow).failures ?? 0)
  return async (source: string): Promise<'drawn' | 'failed'> => {
    const failuresBefore = await countFailures()
    // The frame says again that it has drawn when the drawing changes its height: what it holds tells this source from the one before.
    await frame.evaluate(() => document.querySelector('#diagram')?.replaceChildren())
    await page.evaluate((text) => {
      const { contentWindow } = document.querySelector<HTMLIFrameElement>('iframe[data-beside]')!
      contentWindow?.postMessage({ type: 'draw', source: text, dark: false }, '*')
    }, source)
    const state = async () => {
      if ((await countFailures()) > failuresBefore) return 'failed'
      return (await frame.locator('#diagram svg').count()) > 0 ? 'drawn' : 'waiting'
    }
    await expect.poll(state, { timeout: patienceMs }).not.toBe('waiting')
    return (await countFailures()) > failuresBefore ? 'failed' : 'drawn'
  }
}

test('hostile answers, formulas and diagrams run, load and break nothing, saved and in pieces', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await giveAnswers(page, { saved, arriving })
  const harm = watchHarm(page)

  await page.goto(savedChat)
  await drawAll(page, saved.length)
  await drawDiagram(page)
  await expectAccessible(page)
  const draw = await openFrame(page)
  expect(await draw('graph TD; A[Начало] --> B[Конец]')).toBe('drawn')
  await expect.poll(() => page.frameLocator('iframe[data-beside]').getByText('Начало').count()).toBeGreaterThan(0)
  const undrawn: number[] = []
  for (const [index, attack] of diagramAttacks.entries()) {
    if ((await draw(attack.replaceAll(/^```mermaid\n|\n```$/g, ''))) !== 'drawn') undrawn.push(index)
    // That of the answer, and the one beside it.
    expect(framesOf(page).length).toBeGreaterThan(1)
    expect(await clickThrough(page)).toEqual(framesOf(page).map(() => harmlessFrame))
  }
  // A style that is none, more arrows and places than are drawn, and no diagram at all.
  expect(undrawn).toEqual([6, 10, 11, 12])
  // It tells no height while it is empty, so that the page gives up one that is never drawn.
  expect(await page.evaluate(() => (window as Window & FrameWindow).least)).toBeGreaterThan(24)
  expect(await harm()).toEqual(noHarm)

  await page.goto(arrivingChat)
  await drawAll(page, arriving.length)
  await drawDiagram(page)
  expect(await clickThrough(page)).toEqual([harmlessFrame])
  expect(await harm()).toEqual(noHarm)
  expect(await page.evaluate(() => (window as WatchedWindow).drawnHalfway)).toBeGreaterThan(arriving.length)
})
