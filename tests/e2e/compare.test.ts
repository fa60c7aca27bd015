// One question to several models side by side.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { readTokens } from '#contract/wallet.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'
import { expectRoomForToasts } from '../support/e2e/toast-room.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('by keyboard: two models are asked twice for the sum of their prices, and one goes on alone', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/compare')
  await button(page, 'Спросить всех за 10 токенов').waitFor()
  await expectGoodLooks(page, 'models to compare')
  await page.getByRole('button', { name: /^GPT-4o mini/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: /^Grok-2/ }).focus()
  await page.keyboard.press('Space')
  await page.getByText('Выберите хотя бы 2 модели').waitFor()
  await page.getByRole('button', { name: /^Grok-1 / }).focus()
  await page.keyboard.press('Space')
  await button(page, 'Спросить всех за 3 токена').waitFor()

  const question = page.getByRole('textbox', { name: 'Вопрос всем моделям' })
  await question.fill('Кратко: что такое омут?')
  await page.keyboard.press('Enter')
  const columns = ['Claude 3 Sonnet', 'Grok-1'].map((name) => page.getByRole('region', { name }))
  const receipts = () => Promise.all(columns.map((column) => column.getByText(/^Списано/).count()))
  await expect.poll(receipts, { timeout: 50_000 }).toEqual([1, 1])
  for (const column of columns) await waitForWords(column)
  await expectGoodLooks(page, 'compared answers')
  // On a phone the answers, which can be scrolled, begin where it stands.
  await expectRoomForToasts(page, '#root :is(a, button, textarea):not([role=tabpanel] *)')
  // The next question is asked below the end of what is read, and comes into view above the composer.
  const desk = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: desk.width, height: 420 })
  await question.fill('Кратко: а заводь?')
  await page.keyboard.press('Enter')
  const asked = page.getByRole('article', { name: 'Ваш запрос' }).filter({ hasText: 'заводь' }).first()
  const isAbove = async () => {
    const [one, below] = [await asked.boundingBox(), await question.boundingBox()]
    return one !== null && below !== null && one.y > 0 && one.y + one.height <= below.y
  }
  await expect.poll(isAbove).toBe(true)
  await page.setViewportSize(desk)
  await expect.poll(receipts, { timeout: 50_000 }).toEqual([2, 2])
  expect((await callApi(readTokens, {}, tokens.accessToken)).tokens).toBe(4)

  await columns[0]!.getByRole('link', { name: 'Чат' }).click()
  await page.waitForURL(/\/claude\?chat=\d+$/)
  await expect.poll(() => page.getByRole('article', { name: 'Ответ' }).count()).toBe(2)
})
