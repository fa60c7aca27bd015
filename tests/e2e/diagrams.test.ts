// Diagrams and formulas of hostile answers in a real browser under the site's policies, as saved answers and as answers that
// arrive in pieces: nothing runs, nothing is loaded from elsewhere, and the chat stays usable.
import { expect, inject } from 'vitest'
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { test } from '../support/e2e/test.ts'
import {
  arrivingChat,
  giveAnswers,
  piecesOf,
  savedChat,
  type WatchedWindow
} from '../support/rendering/given-answers.ts'
import { diagramAttacks, formulaAttacks } from '../web/chat/markdown-samples.ts'

const good = 'Схема:\n\n```mermaid\ngraph TD; A[Начало] --> B[Конец]\n```\n\nИ $x^2$.'
const formulas = formulaAttacks.map((text) => `$x$ ${text}`)
const saved = [...diagramAttacks, ...formulas, good]
/** A diagram is drawn when its last piece has come, as a saved one: each takes seconds, so a few are enough. */
const arriving = [...diagramAttacks.slice(0, 2), ...formulas, good]

const toMiddle = (frame: HTMLElement | SVGElement) => frame.scrollIntoView({ block: 'center' })

/** Waits until every diagram is drawn or shown as its code; they are loaded near the window only. */
async function drawAll(page: Page, answers: number) {
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll('article[aria-label="Ответ"] > footer').length === count &&
      !document.querySelector('[data-undrawn]'),
    answers,
    { timeout: 120_000 }
  )
  const waiting = page.locator('.diagram-frame[aria-busy=true]')
  await expect
    .poll(
      async () => {
        // It may be drawn meanwhile.
        if ((await waiting.count()) > 0)
          await waiting
            .first()
            .evaluate(toMiddle, null, { timeout: 1000 })
            .catch(() => null)
        return waiting.count()
      },
      { timeout: 120_000 }
    )
    .toBe(0)
}

/** Clicks on everything in every diagram, and looks for what could have run or led away. */
const checkDrawings = (page: Page) =>
  Promise.all(
    page
      .frames()
      .filter((frame) => frame.url() === `${inject('siteOrigin')}/diagram/`)
      .map((frame) =>
        frame.evaluate(() => {
          for (const one of document.querySelectorAll('svg *'))
            one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
          const harmful = ':is(a[href], a[*|href], script, iframe, img, image, [onclick], [onerror])'
          return { origin: self.origin, harmful: document.querySelectorAll(`#diagram ${harmful}`).length }
        })
      )
  )

async function expectHarmless(page: Page, path: string, answers: number) {
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
  await page.goto(path)
  await drawAll(page, answers)
  // The list of messages may come again meanwhile and move answers, whose frames then begin anew.
  const verdict = async () => {
    const found = await checkDrawings(page).catch(() => [])
    const isHarmless = found.length > 0 && found.every(({ origin: own, harmful }) => own === 'null' && harmful === 0)
    return isHarmless ? 'harmless' : found
  }
  await expect.poll(verdict, { timeout: 60_000 }).toBe('harmless')
  expect({
    violations: await page.evaluate(() => (window as WatchedWindow).violations),
    smuggled: await page.evaluate(() => 'smuggled' in window),
    rawTexts: await page.locator('[data-raw-text]').count(),
    harmful: await page.locator('.formula :is([href], [src], [id], [onclick], [data-x], script, img)').count(),
    elsewhere,
    dialogs,
    path: new URL(page.url()).pathname
  }).toEqual({ violations: [], smuggled: false, rawTexts: 0, harmful: 0, elsewhere: [], dialogs: [], path: '/chatgpt' })
}

test('hostile diagrams and formulas run, load and break nothing, saved and in pieces', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await giveAnswers(page, { saved, arriving: arriving.map(piecesOf) })
  await expectHarmless(page, savedChat, saved.length)
  await expectHarmless(page, arrivingChat, arriving.length)
})

test('a diagram is drawn, switched to its code and back by keyboard', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await giveAnswers(page, { saved: [good], arriving: [] })
  await page.goto(savedChat)
  await page.locator('.diagram-frame[aria-busy=false]').waitFor()
  const drawing = page.frameLocator('.diagram-frame')
  await drawing.getByText('Начало').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Показать код' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('A[Начало] --> B[Конец]').waitFor()
  await expect.poll(() => page.locator('.diagram-frame').count()).toBe(0)
  await page.keyboard.press('Enter')
  await drawing.getByText('Конец').waitFor()
})
