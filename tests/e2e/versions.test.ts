// Versions of turns, branches, stopping and going on, as a user meets them, and a second tab.
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, ask, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { balanceOf } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const questionsOn = (page: Page) => page.getByRole('article', { name: 'Ваш запрос' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const isIdle = (page: Page) => button(page, /^Отправить/).waitFor()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

/** Another answer of a cheaper model, and the way back to the first. */
async function answerAgain(page: Page) {
  await button(page, 'Ответить заново').focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await menu.getByText('1 токен', { exact: true }).waitFor()
  await expectGoodLooks(page, 'answer again')
  await menu.getByRole('menuitem', { name: /1 токен/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Версия ответа 2 из 2' }).waitFor()
  await isIdle(page)
  await expect.poll(() => questionsOn(page).count()).toBe(1)
  await expect.poll(() => answersOn(page).count()).toBe(1)
  await answersOn(page)
    .getByText(/Списано 1 токен/)
    .waitFor()

  await button(page, 'Предыдущая версия').focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 из 2').waitFor()
  await answersOn(page)
    .getByText(/Списано 2 токена/)
    .waitFor()
  // Its own neighbour is the only way on from here.
  await expect.poll(() => focused(page)).toBe('Следующая версия')
}

/** The question is changed to one whose answer never ends. */
async function changeQuestion(page: Page) {
  await button(page, 'Изменить запрос').focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('textbox', { name: 'Изменить запрос' })
  await editor.fill('Не то')
  await expectGoodLooks(page, 'changing a question')
  await page.keyboard.press('Escape')
  await questionsOn(page).getByText('Кратко: что такое рифма?').waitFor()
  await expect.poll(() => focused(page)).toBe('Изменить запрос')
  await page.keyboard.press('Enter')
  await editor.fill('Подробно о ритме [сбой:молчание]')
  await seeRefusedInView(page, editor)
  await page.keyboard.press('Control+Enter')
  await questionsOn(page).getByText('Подробно о ритме').waitFor()
  await button(page, /Остановить$/).waitFor()
  await waitForWords(answersOn(page))
}

/** The answer that comes back below a refused question does not take its editor out of a low window. */
async function seeRefusedInView(page: Page, editor: Locator) {
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ ...before, height: 300 })
  const json = { success: false, data: null, message: null, error: 'Подождите минуту', code: 'RATE_LIMITED' }
  await page.route('**/api/ai/text/**', (route) => route.fulfill({ status: 429, json }), { times: 1 })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Подождите минуту').waitFor()
  await expect.poll(() => focused(page)).toBe('Изменить запрос')
  await expect.poll(async () => (await editor.boundingBox())?.y).toBeGreaterThan(0)
  await page.setViewportSize(before)
}

test('by keyboard: another answer, an edited question that goes on in another tab, a stop, a branch', async ({
  openPage
}) => {
  const account = await createAccount()
  // A page that is just opening its live channel hears of the session's end by being refused.
  const page = await openPage({ tokens: account.tokens, refusals: [401, 429] })
  await page.goto('/claude')
  await ask(page, 'Кратко: что такое рифма?')
  await answerAgain(page)
  await changeQuestion(page)

  const other = await openPage({ beside: page })
  await other.goto(page.url())
  await waitForWords(answersOn(other))
  await expect.poll(() => answersOn(other).count()).toBe(1)
  await button(other, /Остановить$/).click()
  for (const tab of [page, other]) {
    await tab.getByRole('group', { name: 'Версия запроса 2 из 2' }).waitFor()
    await expect.poll(() => questionsOn(tab).count()).toBe(1)
    await waitForWords(answersOn(tab))
  }
  const note = answersOn(other).getByText(/^Остановлено\. Списано \d+ токен\S*, возвращено \d+$/)
  const [charged, returned] = (await note.innerText()).match(/\d+/g)!.map(Number)
  expect(charged! + returned!).toBe(2)
  expect(await balanceOf(account)).toBe(10 - 2 - 1 - charged!)
  await expectGoodLooks(page, 'versions, and an answer that was stopped')

  const before = page.url()
  await button(page, 'Новый чат с этого места').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.href !== before)
  // The same texts stood in the chat before: only the switches tell when the new one is there.
  await expect.poll(() => page.getByRole('group', { name: /^Версия/ }).count()).toBe(0)
  await questionsOn(page).getByText('Подробно о ритме').waitFor()
  await waitForWords(answersOn(page))

  await button(page, 'Продолжить').click()
  await questionsOn(page).getByText('Продолжи ответ с того места, на котором он прервался').waitFor()
  await waitForWords(answersOn(page).nth(1))
  await expect.poll(() => promptField(page).inputValue()).toBe('')
  await expect.poll(() => button(page, 'Продолжить').count()).toBe(0)

  await button(other, 'Меню пользователя').click()
  await other.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.getByRole('link', { name: 'Войти', exact: true }).first().waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')))).toEqual([])
})
