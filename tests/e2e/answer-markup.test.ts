// Named HTML entities in answers, in a real browser under the site's Content-Security-Policy.
import { expect } from 'vitest'
import { addMessage, createConversation } from '#contract/chats.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { answersOn, ask } from '../support/e2e/chatting.ts'
import { test } from '../support/e2e/test.ts'
import { giveAnswers, savedChat } from '../support/rendering/given-answers.ts'

test('named entities are decoded while an answer arrives and when its chat is opened again', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/chatgpt')
  // The sandbox quotes the request in its answer.
  await ask(page, 'Кратко: 5 &gt; 3 и a&nbsp;b')
  await page.getByText(/Ответ получен!/).waitFor()
  await answersOn(page).getByText('5 > 3 и a\u00A0b').waitFor()
  await page.reload()
  await answersOn(page).getByText('5 > 3 и a\u00A0b').waitFor()
})

test('a chat with a saved answer that has named entities opens', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const asked = { service: 'chatgpt', model: 'gpt-4o-mini' } as const
  const { conversation } = await callApi(createConversation, asked, tokens.accessToken)
  const say = (content: string) => callApi(addMessage, { id: conversation.id, content }, tokens.accessToken)
  await say('Что такое &amp;?')
  await say('&copy; 2026 &mdash; это &laquo;знак&raquo;, а &неизвестное; и `&gt;` остаются.')
  const page = await openPage({ tokens })
  await page.goto(`/chatgpt?chat=${conversation.id}`)
  const answer = answersOn(page).locator('.answer-markdown')
  await expect.poll(() => answer.innerText()).toBe('© 2026 — это «знак», а &неизвестное; и &gt; остаются.')
  await expect.poll(() => page.getByRole('article', { name: 'Ваш запрос' }).innerText()).toBe('Что такое &amp;?')
})

const sum = Array.from({ length: 20 }, (_, index) => `m_{${index}}`).join('+')
const formulas = [
  `Масса $m=\\frac{${sum}}{20}$, а $\\frac{2}{3}$ мала.`,
  '- $\\ce{N2 + 3H2 <=> 2NH3}$\n- $\\pu{8 kg}$',
  '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}',
  'Итак:\n$$E$$\nгде[^1]',
  `[^1]: Масса $\\frac{${sum}}{20}$`
].join('\n\n')

test('formulas are drawn, scroll where they are wider than the text, and are copied as their source', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, width: 390 })
  await page.setViewportSize({ width: 360, height: 844 })
  await giveAnswers(page, { saved: [formulas], arriving: [] })
  await page.goto(savedChat)
  const answer = answersOn(page).locator('.answer-markdown')
  const drawn = answer.locator('.formula')
  await expect.poll(() => drawn.locator('> .katex, > .katex-display').count()).toBe(7)
  await expect
    .poll(() => drawn.evaluateAll((all) => all.map((one) => one.getAttribute('tabindex'))))
    .toEqual(['0', null, null, null, '0', '0', '0'])
  const wide = drawn.first()
  expect(await wide.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  expect(await drawn.evaluateAll((all) => all.every((one) => one.getBoundingClientRect().right <= 360))).toBe(true)
  await expect.poll(() => answer.locator('.eqn-num').count()).toBe(2)
  await expectAccessible(page)
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
})

test('each block has the direction of its own text', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  const text =
    'שלום world\n\nПривет\n\n## כותרת\n\n- אחד\n  - שתיים\n\n> ציטוט\n>\n> цитата\n\n| שם | ערך |\n|---|---|\n| א | `b` |'
  await giveAnswers(page, { saved: [`${text}\n\n\`npm i\` שלום`], arriving: [] })
  await page.goto(savedChat)
  const answer = answersOn(page).locator('.answer-markdown')
  await answer.getByText('שלום world').waitFor()
  const directions = await answer
    .locator('p, h2, ul, blockquote, td, code')
    .evaluateAll((all) => all.map((one) => `${one.tagName.toLowerCase()} ${getComputedStyle(one).direction}`))
  expect(directions.join(', ')).toBe(
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
})

const spaceAbove = (element: Element) => parseFloat(getComputedStyle(element).marginTop)
const filler = Array.from({ length: 12 }, (_, index) => `Абзац ${index}.`).join('\n\n')

test('headings and lists have the same space wherever an answer is cut into sections', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await giveAnswers(page, {
    // Twelve blocks are a section, and the last heading begins another.
    saved: [
      `## Первый\n\nТекст.\n\n## Внутри\n\n- пункт\n  - вложенный\n\n${filler.slice(0, filler.indexOf('Абзац 8'))}## Начало\n\n${filler}`
    ],
    arriving: []
  })
  await page.goto(savedChat)
  const answer = answersOn(page).locator('.answer-markdown')
  await answer.getByText('Абзац 11.').waitFor()
  const heading = (name: string) => answer.getByRole('heading', { name })
  await heading('Начало').scrollIntoViewIfNeeded()
  expect(
    await heading('Начало').evaluate((element) => element.matches('.answer-section + .answer-section > :first-child'))
  ).toBe(true)
  expect(await heading('Первый').evaluate(spaceAbove)).toBe(0)
  expect(await heading('Внутри').evaluate(spaceAbove)).toBe(28)
  expect(await heading('Начало').evaluate(spaceAbove)).toBe(28)
  expect(await answer.locator('li > ul').evaluate(spaceAbove)).toBeGreaterThan(4)
})

test('a user near the end of a chat stays there until the chat grows', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await giveAnswers(page, { saved: [`${filler}\n\n${filler}`], arriving: [] })
  await page.goto(savedChat)
  const copy = answersOn(page).getByRole('button', { name: 'Копировать ответ' })
  const end = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  const place = () => page.evaluate(() => scrollY)
  await expect.poll(async () => (await place()) > 0 && (await place()) === (await end())).toBe(true)
  await page.mouse.move(700, 300)
  await page.mouse.wheel(0, -50)
  await expect.poll(async () => (await end()) - (await place())).toBe(50)
  const before = await place()
  // Playwright's click scrolls the page to where the composer would not cover the button.
  // The check mark is there for two seconds only.
  const checked = copy.locator('.lucide-check').waitFor()
  await Promise.all([checked, copy.evaluate((button: HTMLElement) => button.click())])
  await copy.locator('.lucide-copy').waitFor()
  expect(await place()).toBe(before)
  await page.evaluate(() => document.querySelector('.answer-section')!.append('Ещё слова. '.repeat(200)))
  await expect.poll(async () => (await end()) - (await place())).toBe(0)
})
