// Named HTML entities in answers, in a real browser under the site's Content-Security-Policy.
import { expect } from 'vitest'
import { addMessage, createConversation } from '#contract/chats.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
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
