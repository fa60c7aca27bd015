// Versions of turns, branches and going on, as a user meets them.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { readTokens } from '#contract/wallet.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { answersOn, ask, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

const questionsOn = (page: Page) => page.getByRole('article', { name: 'Ваш запрос' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const isIdle = (page: Page) => button(page, /^Отправить/).waitFor()

test('by keyboard: another answer, an edited question, versions, a branch', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/claude')
  await ask(page, 'Кратко: что такое рифма?')
  await button(page, 'Ответить заново').focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await menu.getByText('1 токен', { exact: true }).waitFor()
  await expectAccessible(page)
  await expectGoodLooks(page, 'answer again')
  await menu.getByRole('menuitem', { name: /1 токен/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('2 из 2').waitFor()
  await isIdle(page)
  expect(await questionsOn(page).count()).toBe(1)
  expect(await answersOn(page).count()).toBe(1)
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
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Следующая версия')
  await page.reload()
  await page.getByText('1 из 2').waitFor()

  await button(page, 'Изменить запрос').focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('textbox', { name: 'Изменить запрос' })
  await editor.fill('Не то')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await questionsOn(page).getByText('Кратко: что такое рифма?').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Изменить запрос')
  await page.keyboard.press('Enter')
  await editor.fill('Кратко: что такое ритм?')
  await page.keyboard.press('Control+Enter')
  await questionsOn(page).getByText('Кратко: что такое ритм?').waitFor()
  await page.getByText('2 из 2').waitFor()
  await isIdle(page)
  expect(await questionsOn(page).count()).toBe(1)
  await expectGoodLooks(page, 'versions')
  await expectAccessible(page)

  const before = page.url()
  await button(page, 'Новый чат с этого места').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.href !== before)
  await questionsOn(page).getByText('Кратко: что такое ритм?').waitFor()
  await waitForWords(answersOn(page))
  expect(await page.getByRole('group', { name: 'Версии' }).count()).toBe(0)
  expect((await callApi(readTokens, {}, tokens.accessToken)).tokens).toBe(6)
})

test('an answer that is written again goes on after a reload and is seen from another tab', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/claude')
  await ask(page, 'Подробно о рифме [сбой:молчание]')
  await waitForWords(answersOn(page))
  await button(page, 'Остановить').click()
  await isIdle(page)
  await button(page, 'Ответить заново').click()
  await page.getByRole('menuitem', { name: /та же модель/ }).click()
  await button(page, 'Остановить').waitFor()
  await waitForWords(answersOn(page))
  await page.reload()
  await button(page, 'Остановить').waitFor()
  const other = await openPage({ beside: page })
  await other.goto(page.url())
  await waitForWords(answersOn(other))
  expect(await answersOn(other).count()).toBe(1)
  await button(other, 'Остановить').click()
  for (const tab of [page, other]) {
    await tab.getByText('2 из 2').waitFor()
    expect(await questionsOn(tab).count()).toBe(1)
  }
})

test('a stopped answer goes on in a new turn, also on a phone', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, width: 390 })
  await page.goto('/claude')
  await ask(page, 'Подробно о размере [сбой:молчание]')
  await waitForWords(answersOn(page))
  await button(page, 'Остановить').click()
  await button(page, 'Продолжить').click()
  await questionsOn(page).getByText('Продолжи ответ с того места, на котором он прервался').waitFor()
  await waitForWords(answersOn(page).nth(1))
  await isIdle(page)
  expect(await promptField(page).inputValue()).toBe('')
  expect(await button(page, 'Продолжить').count()).toBe(0)
  await expectGoodLooks(page, 'continued')
})
