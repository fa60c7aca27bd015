// Purchases in a browser: by keyboard with pages that are closed and left, and one that the bank declines. Packages, kinds of
// cards, tabs and the ways of a payment to us are tested in the Worker, on the pages and in the sandbox.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import {
  buyButton,
  cardField,
  cards,
  dialog,
  expectBooks,
  openWidget,
  payInWidget,
  waitForResult
} from '../support/e2e/buying.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { choose, control, describeIt } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

test('a user leaves a draft to buy tokens and returns to it; a declined payment says why, and the next one is paid', async ({
  openPage
}) => {
  const account = await createAccount()
  await control(account, { notifications: 'never' })
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/midjourney')
  await describeIt(page, 'Маяк в шторм')
  await choose(page, /^Высокое/)
  await page.getByRole('link', { name: 'Купить токены' }).click()
  await page.getByRole('radio', { name: /^500/ }).check()
  await expectGoodLooks(page, 'shop')
  await openWidget(page)
  await expectGoodLooks(page, 'payment')
  await payInWidget(page, cards.poor)
  await waitForResult(page, 'Оплата не прошла')
  await page.getByText('На карте недостаточно денег.').waitFor()
  await expectGoodLooks(page, 'declined')

  await page.getByRole('link', { name: 'Попробовать снова' }).click()
  await openWidget(page)
  await payInWidget(page, cards.threeDSecure)
  await waitForResult(page, 'Оплата прошла')
  await expectGoodLooks(page, 'paid')
  await expectBooks(account, [
    [550, 'completed'],
    [550, 'cancelled']
  ])
  await page.getByRole('link', { name: 'Вернуться к Midjourney' }).click()
  await page.getByRole('button', { name: /^Создать изображение/ }).waitFor()
  await expect.poll(() => page.getByRole('main').locator('form textarea').first().inputValue()).toBe('Маяк в шторм')
  await expect.poll(() => page.getByRole('radio', { name: /^Высокое/ }).isChecked()).toBe(true)
})

/** The path for which the document, and so its policy, was loaded. */
const documentPath = (page: Page) =>
  page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname)

const policyOf = async (path: string) =>
  (await fetch(inject('siteOrigin') + path)).headers.get('content-security-policy')

test('a user with a keyboard who closes the widget, leaves the page, comes back and goes back pays once, on a document of its own', async ({
  openPage
}) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/pricing')
  await page.getByRole('link', { name: /^Купить 100 токенов/ }).click()
  await buyButton(page).waitFor()
  expect(await documentPath(page)).toBe('/token-purchase')
  await page.getByRole('radio', { name: /^100/ }).focus()
  await page.keyboard.press('ArrowDown')
  await buyButton(page).focus()
  await page.keyboard.press('Enter')
  await cardField(page).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByText(/^Окно оплаты закрыто/).waitFor()
  await expect.poll(() => buyButton(page).evaluate((button) => button === document.activeElement)).toBe(true)

  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Обучение' }).click()
  await page.getByRole('heading', { level: 1, name: 'Обучение' }).waitFor()
  expect(await documentPath(page)).toBe('/learning')
  await page.goBack()
  await buyButton(page).waitFor()
  expect(await documentPath(page)).toBe('/token-purchase')
  await expect.poll(() => page.getByRole('radio', { name: /^500/ }).isChecked()).toBe(true)
  await buyButton(page).focus()
  await page.keyboard.press('Enter')
  await cardField(page).focus()
  await page.keyboard.type(cards.plain)
  await page.keyboard.press('Enter')
  await waitForResult(page, 'Оплата прошла')
  expect(await documentPath(page)).toBe('/payment-success')
  await page.goBack()
  await buyButton(page).waitFor()
  await expect.poll(() => dialog(page).count()).toBe(0)
  await expectBooks(account, [[550, 'completed']])

  expect(await policyOf('/token-purchase')).toContain(`script-src 'self' ${inject('sandboxOrigin')};`)
  for (const path of ['/pricing', '/payment-success', '/subscription'])
    expect(await policyOf(path)).toMatch(/script-src 'self';.*require-trusted-types-for 'script'/)
})
