// The page /subscription in a real browser, by keyboard: history, download, payments, Premium, and its looks.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { generateText } from '#contract/answers.ts'
import { startPurchase } from '#contract/payments.ts'
import { changeSubscription } from '#contract/subscription.ts'
import { type Account, callApi, createAccount } from '../support/e2e/account.ts'
import { payOrder } from '../support/e2e/buying.ts'
import { contentOf } from '../support/e2e/download.ts'
import { balanceOf } from '../support/e2e/studio.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

/** Buys 550 tokens, asks one question and begins a purchase without paying it. */
async function customer(): Promise<Account> {
  const account = await createAccount()
  const { accessToken } = account.tokens
  const offer = { tokens: 500, amount: 500, package_id: 'tokens-500' }
  await payOrder(account, await callApi(startPurchase, offer, accessToken))
  await callApi(generateText, { service: 'chatgpt', prompt: 'Кратко: что такое тень?' }, accessToken)
  await callApi(startPurchase, offer, accessToken)
  return account
}

async function buyPremium(account: Account): Promise<void> {
  const { payment } = await callApi(changeSubscription, { planId: 'premium' }, account.tokens.accessToken)
  if (!payment) throw new Error('Premium is not paid for')
  await payOrder(account, payment)
}

const press = async (page: Page, role: 'button' | 'tab', name: string | RegExp, key = 'Enter') => {
  await page.getByRole(role, { name }).first().focus()
  await page.keyboard.press(key)
}

/** Moves from one tab to the next and waits for its panel: until then the buttons of the panel before can be pressed. */
async function moveOn(page: Page, from: string, to: string) {
  await press(page, 'tab', from, 'ArrowRight')
  await page.getByRole('tabpanel', { name: to }).waitFor()
}

async function downloadHistory(page: Page): Promise<number[]> {
  const downloading = page.waitForEvent('download')
  await press(page, 'button', 'Скачать CSV')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^tokens-\d{4}-\d\d-\d\d\.csv$/)
  const rows = (await contentOf(download)).split('\r\n').slice(1, -1)
  return rows.map((row) => Number(row.split(';')[6]))
}

test('by keyboard a user opens an operation, checks the balance, downloads the table, sees what was begun, and cancels and resumes Premium', async ({
  openPage
}) => {
  const account = await customer()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/subscription')
  await page.getByRole('link', { name: 'Подключить Premium' }).waitFor()
  await expectGoodLooks(page, 'subscription overview')

  await moveOn(page, 'Обзор', 'История токенов')
  await press(page, 'button', /^Подробности: Ответ в чате/)
  await page.getByText(/^Списали 5 токенов, доступно 555 токенов$/).waitFor()
  await press(page, 'button', 'Проверить баланс')
  await page.getByText('Баланс сходится').waitFor()
  await expectGoodLooks(page, 'subscription usage')
  expect(await downloadHistory(page)).toEqual([-5, 550, 10])
  expect(await balanceOf(account)).toBe(555)

  await moveOn(page, 'История токенов', 'Платежи')
  await page.getByText('Завершен', { exact: true }).waitFor()
  await expectGoodLooks(page, 'subscription payments')
  await page.getByRole('link', { name: 'Продолжить оплату' }).waitFor()

  await buyPremium(account)
  await press(page, 'tab', 'Обзор')
  await page.getByText(/^Следующее списание: .*990\s₽, карта \*4444\.$/).waitFor()
  await press(page, 'button', 'Отменить подписку')
  await page.getByRole('dialog').waitFor()
  await expectGoodLooks(page, 'subscription cancelling')
  await page.keyboard.press('Escape')
  await press(page, 'button', 'Отменить подписку')
  await press(page, 'button', 'Отменить Premium')
  await page.getByText(/^Действует до .*, больше ничего не спишется\.$/).waitFor()
  await press(page, 'button', 'Возобновить')
  await page.getByText(/^Следующее списание: /).waitFor()
  await expectGoodLooks(page, 'subscription premium')
})
