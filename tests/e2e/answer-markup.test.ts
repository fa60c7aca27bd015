// What only a laid out page shows of answers: directions, spaces, wide formulas, and where the window stands.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn } from '../support/e2e/chatting.ts'
import { test } from '../support/e2e/test.ts'
import { giveAnswers, savedChat } from '../support/rendering/given-answers.ts'

const entities = '&copy; 2026 &mdash; это &laquo;знак&raquo;, а &неизвестное; и `&gt;` остаются, но 5 &gt; 3 &notit;'

const directions =
  'שלום world\n\nПривет\n\n## כותרת\n\n- אחד\n  - שתיים\n\n> ציטוט\n>\n> цитата\n\n| שם | ערך |\n|---|---|\n| א | `b` |\n\n`npm i` שלום'

const filler = Array.from({ length: 12 }, (_, index) => `Абзац ${index}.`).join('\n\n')
// Twelve blocks are a section, and the last heading begins another.
const spaced = `## Первый\n\nТекст.\n\n## Внутри\n\n- пункт\n  - вложенный\n\n${filler.slice(0, filler.indexOf('Абзац 8'))}## Начало\n\n${filler}`

const sum = Array.from({ length: 20 }, (_, index) => `m_{${index}}`).join('+')
const formulas = [
  `Масса $m=\\frac{${sum}}{20}$, а $\\frac{2}{3}$ мала.`,
  '- $\\ce{N2 + 3H2 <=> 2NH3}$\n- $\\pu{8 kg}$',
  '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}',
  'Итак:\n$$E$$\nгде[^1]',
  `[^1]: Масса $\\frac{${sum}}{20}$`
].join('\n\n')

const saved = { entities, directions, spaced, formulas, long: `${filler}\n\n${filler}` }
const answerOn = (page: Page, name: keyof typeof saved) =>
  answersOn(page).nth(Object.keys(saved).indexOf(name)).locator('.answer-markdown')

const place = (page: Page) => page.evaluate(() => scrollY)
const aboveEnd = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)

/** A user near the end of a chat stays there until the chat grows. */
async function staysNearTheEnd(page: Page) {
  const copy = answersOn(page).last().getByRole('button', { name: 'Копировать ответ' })
  await expect.poll(async () => (await place(page)) > 0 && (await aboveEnd(page)) === 0).toBe(true)
  await page.mouse.move(700, 300)
  await page.mouse.wheel(0, -50)
  await expect.poll(() => aboveEnd(page)).toBe(50)
  const before = await place(page)
  // Playwright's click scrolls the page to where the composer would not cover the button.
  // The check mark is there for two seconds only.
  const checked = copy.locator('.lucide-check').waitFor()
  await Promise.all([checked, copy.evaluate((button: HTMLElement) => button.click())])
  await copy.locator('.lucide-copy').waitFor()
  expect(await place(page)).toBe(before)
  await page.evaluate(() => [...document.querySelectorAll('.answer-section')].at(-1)!.append('Ещё слова. '.repeat(200)))
  await expect.poll(() => aboveEnd(page)).toBe(0)
}

/** Each block has the direction of its own text. */
async function hasDirections(page: Page) {
  const answer = answerOn(page, 'directions')
  const found = await answer
    .locator('p, h2, ul, blockquote, td, code')
    .evaluateAll((all) => all.map((one) => `${one.tagName.toLowerCase()} ${getComputedStyle(one).direction}`))
  expect(found.join(', ')).toBe(
    'p rtl, p ltr, h2 rtl, ul rtl, ul rtl, blockquote rtl, p rtl, p rtl, td rtl, td rtl, code ltr, p rtl, code ltr'
  )
  // What an element's direction does not say: a paragraph of a quote goes the way of its own words.
  const startOf = (words: string) =>
    answer.getByText(words, { exact: true }).evaluate((one) => {
      const range = new Range()
      range.selectNodeContents(one)
      const [inner, block] = [range.getBoundingClientRect(), one.getBoundingClientRect()]
      return inner.left - block.left < block.right - inner.right ? 'left' : 'right'
    })
  expect([await startOf('ציטוט'), await startOf('цитата'), await startOf('Привет')]).toEqual(['right', 'left', 'left'])
  const field = page.getByRole('textbox', { name: 'Ваш запрос' })
  await field.fill('שלום')
  expect(await field.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl')
}

const spaceAbove = (element: Element) => parseFloat(getComputedStyle(element).marginTop)

/** Headings and lists have the same space wherever an answer is cut into sections. */
async function hasEvenSpaces(answer: Locator) {
  const heading = (name: string) => answer.getByRole('heading', { name })
  expect(
    await heading('Начало').evaluate((element) => element.matches('.answer-section + .answer-section > :first-child'))
  ).toBe(true)
  expect(await heading('Первый').evaluate(spaceAbove)).toBe(0)
  expect(await heading('Внутри').evaluate(spaceAbove)).toBe(28)
  expect(await heading('Начало').evaluate(spaceAbove)).toBe(28)
  expect(await answer.locator('li > ul').evaluate(spaceAbove)).toBeGreaterThan(4)
}

/** Scrolls there, and lets what comes into the window be laid out: its height was estimated. @returns where the window is then */
const settledAt = (page: Page, y: number): Promise<number> =>
  page.evaluate(async (top) => {
    scrollTo(0, top)
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
    return scrollY
  }, y)

/** Opening and closing menus of the sticky bars does not scroll a long chat. */
async function staysUnderMenus(page: Page, width: 1440 | 390) {
  await page.setViewportSize({ width, height: 844 })
  await expect.poll(() => settledAt(page, 400)).toBe(400)
  const menu = width === 390 ? 'Открыть меню' : 'Меню пользователя'
  for (const name of ['История чатов', /^Модель/, menu]) {
    // By keyboard, because Playwright's click scrolls the page to where a sticky bar would be without sticking.
    const button = page.getByRole('button', { name })
    await button.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
    await page.keyboard.press('Enter')
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
    // The menu of phones is loaded when it is opened first.
    if (name === 'Открыть меню') await page.getByRole('dialog', { name: 'Меню' }).waitFor()
    expect(await place(page), `${name} opened at ${width}`).toBe(400)
    await page.keyboard.press('Escape')
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await place(page), `${name} closed at ${width}`).toBe(400)
  }
}

/** Formulas scroll where they are wider than the text, and are copied as their source. */
async function hasFormulas(page: Page) {
  const answer = answerOn(page, 'formulas')
  await page.setViewportSize({ width: 360, height: 844 })
  await answer.scrollIntoViewIfNeeded()
  const drawn = answer.locator('.formula')
  await expect.poll(() => drawn.locator('> .katex, > .katex-display').count()).toBe(7)
  await expect
    .poll(() => drawn.evaluateAll((all) => all.map((one) => one.getAttribute('tabindex'))))
    .toEqual(['0', null, null, null, '0', '0', '0'])
  const wide = drawn.first()
  expect(await wide.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  expect(await drawn.evaluateAll((all) => all.every((one) => one.getBoundingClientRect().right <= 360))).toBe(true)
  await expect.poll(() => answer.locator('.eqn-num').count()).toBe(2)
  // On a wide window it stands in its line again.
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => wide.getAttribute('tabindex')).toBe(null)

  const copied = await answer.evaluate((text) => {
    const copyFrom = (start: Node) => {
      const range = new Range()
      range.selectNodeContents(text)
      range.setStart(start, 0)
      getSelection()?.removeAllRanges()
      getSelection()?.addRange(range)
      const clipboardData = new DataTransfer()
      text.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
      return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') }
    }
    return [copyFrom(text), copyFrom(text.querySelectorAll('.formula .mfrac')[1]!)]
  })
  const rest =
    '$\\frac{2}{3}$ мала.\n\n$\\ce{N2 + 3H2 <=> 2NH3}$\n$\\pu{8 kg}$\n\n$$\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}$$' +
    `\n\nИтак:\n$$E$$\nгде1\n\n1\nМасса $\\frac{${sum}}{20}$`
  expect(copied.map(({ text }) => text.trim().replaceAll(/\n+/g, '\n'))).toEqual(
    [`Масса $m=\\frac{${sum}}{20}$, а ${rest}`, rest].map((text) => text.replaceAll(/\n+/g, '\n'))
  )
  expect(copied[0]?.html).toMatch(/<li><span[^>]*>\$\\ce\{N2 \+ 3H2 &lt;=&gt; 2NH3\}\$<\/span><\/li>/)
  expect(copied[0]?.html).not.toContain('katex')
}

test('answers are laid out by their own texts, and the window stands still where it was', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await giveAnswers(page, { saved: Object.values(saved), arriving: [] })
  await page.goto(savedChat)
  await answersOn(page).last().getByText('Абзац 11.').first().waitFor()
  await page.locator('[data-undrawn]').first().waitFor({ state: 'detached' })
  await staysNearTheEnd(page)
  for (const width of [1440, 390] as const) await staysUnderMenus(page, width)
  await hasFormulas(page)
  await hasDirections(page)
  await hasEvenSpaces(answerOn(page, 'spaced'))
  await expect
    .poll(() => answerOn(page, 'entities').textContent())
    .toBe('© 2026 — это «знак», а &неизвестное; и &gt; остаются, но 5 > 3 &notit;')
})
