// Purchases: every package, every kind of card, and pages that are closed, reloaded or doubled during the payment.
import { beforeAll, expect, inject, vi } from 'vitest'
import { tokenPackages } from '#contract/catalogue/packages.ts'
import { type Account, createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import {
  buyButton,
  buyWithoutPage,
  cardField,
  cards,
  dialog,
  expectBooks,
  notificationsOf,
  openWidget,
  payElsewhere,
  payInWidget,
  paymentsOf,
  waitForResult
} from '../support/e2e/buying.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { balanceOf, choose, control, describeIt } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** Pays before all tests without a notification: the cron checks such a payment a minute after its start. */
let forgotten: Account
beforeAll(async () => {
  forgotten = await createAccount()
  await control(forgotten, { notifications: 'never' })
  await buyWithoutPage(forgotten)
})

test('a user buys every package, with cards of every kind', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  const bought: [number, string][] = []
  const kinds = [cards.plain, cards.threeDSecure, cards.mir, cards.mirThreeDSecure, cards.visaThreeDSecure]
  for (const [index, { id, tokens, bonusTokens }] of tokenPackages.entries()) {
    await page.goto(`/token-purchase?package=${id}`)
    await openWidget(page)
    await payInWidget(page, kinds[index] ?? cards.visa)
    await waitForResult(page, 'Оплата прошла')
    bought.unshift([tokens + bonusTokens, 'completed'])
  }
  await expectBooks(account, bought)
  await page.getByRole('link', { name: `${await balanceText(account)} токенов` }).waitFor()
})

test('a user buys a custom amount and Premium', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/token-purchase')
  await page.getByLabel('Своё количество').fill('77')
  await openWidget(page)
  await payInWidget(page, cards.visa)
  await waitForResult(page, 'Оплата прошла')
  await page.getByRole('link', { name: 'Купить ещё' }).click()
  await page.getByRole('button', { name: /^Premium/ }).click()
  await openWidget(page)
  await payInWidget(page, cards.plain)
  await waitForResult(page, 'Оплата прошла')
  await page.getByText('Premium включён.').waitFor()
  await expectBooks(account, [
    [0, 'completed'],
    [77, 'completed']
  ])
})

const balanceText = async (account: Account) => new Intl.NumberFormat('ru-RU').format(await balanceOf(account))

test('a user leaves a draft to buy tokens and returns to it; a declined payment says why', async ({ openPage }) => {
  const account = await createAccount()
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
  await payInWidget(page, cards.threeDSecure, 'Отказаться')
  await waitForResult(page, 'Оплата не прошла')
  await page.getByText(/^Платёж не подтверждён кодом/).waitFor()

  await page.getByRole('link', { name: 'Попробовать снова' }).click()
  await openWidget(page)
  await payInWidget(page, cards.threeDSecure)
  await waitForResult(page, 'Оплата прошла')
  await expectGoodLooks(page, 'paid')
  await expectBooks(account, [
    [550, 'completed'],
    [550, 'cancelled'],
    [550, 'cancelled']
  ])
  await page.getByRole('link', { name: 'Вернуться к Midjourney' }).click()
  await page.getByRole('button', { name: /^Создать изображение/ }).waitFor()
  await expect.poll(() => page.getByRole('main').locator('form textarea').first().inputValue()).toBe('Маяк в шторм')
  await expect.poll(() => page.getByRole('radio', { name: /^Высокое/ }).isChecked()).toBe(true)
})

const policyOf = async (path: string) =>
  (await fetch(inject('siteOrigin') + path)).headers.get('content-security-policy')

test('the payment page is loaded as its own document, whose policy allows the widget’s origin only', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  /** The path for which the document, and so its policy, was loaded. */
  const documentPath = () =>
    page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname)
  await page.goto('/pricing')
  await page.getByRole('link', { name: /^Купить 500 токенов/ }).click()
  await buyButton(page).waitFor()
  expect(await documentPath()).toBe('/token-purchase')
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Обучение' }).click()
  await page.getByRole('heading', { level: 1, name: 'Обучение' }).waitFor()
  expect(await documentPath()).toBe('/learning')
  await page.goBack()
  await buyButton(page).waitFor()
  expect(await documentPath()).toBe('/token-purchase')
  await expect.poll(() => page.getByRole('radio', { name: /^500/ }).isChecked()).toBe(true)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Цены' }).waitFor()
  expect(await documentPath()).toBe('/pricing')

  expect(await policyOf('/token-purchase')).toContain(`script-src 'self' ${inject('sandboxOrigin')};`)
  for (const path of ['/pricing', '/payment-success', '/subscription'])
    expect(await policyOf(path)).toMatch(/script-src 'self';.*require-trusted-types-for 'script'/)
})

test('a user with a keyboard who closes the widget, reloads and goes back pays once', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/token-purchase')
  await page.getByRole('radio', { name: /^100/ }).focus()
  await page.keyboard.press('ArrowDown')
  await buyButton(page).focus()
  await page.keyboard.press('Enter')
  await cardField(page).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByText(/^Окно оплаты закрыто/).waitFor()
  await expect.poll(() => buyButton(page).evaluate((button) => button === document.activeElement)).toBe(true)

  await page.reload()
  await expect.poll(() => page.getByRole('radio', { name: /^500/ }).isChecked()).toBe(true)
  await buyButton(page).focus()
  await page.keyboard.press('Enter')
  await cardField(page).focus()
  await page.keyboard.type(cards.plain)
  await page.keyboard.press('Enter')
  await waitForResult(page, 'Оплата прошла')
  await expectBooks(account, [[550, 'completed']])

  await page.reload()
  await waitForResult(page, 'Оплата прошла')
  const again = await openPage({ beside: page })
  await again.goto(page.url())
  await waitForResult(again, 'Оплата прошла')
  await page.goBack()
  await buyButton(page).waitFor()
  await expect.poll(() => dialog(page).count()).toBe(0)
  await expectBooks(account, [[550, 'completed']])
})

test('two tabs with the same purchase pay once, with different purchases twice', async ({ openPage }) => {
  const account = await createAccount()
  const one = await openPage({ tokens: account.tokens })
  const two = await openPage({ beside: one })
  for (const page of [one, two]) {
    await page.goto('/token-purchase?package=tokens-100')
    await openWidget(page)
  }
  await payInWidget(one, cards.plain)
  for (const page of [one, two]) await waitForResult(page, 'Оплата прошла')
  await expectBooks(account, [[100, 'completed']])

  await one.goto('/token-purchase?package=custom&tokens=20')
  await openWidget(one)
  await two.goto('/token-purchase?package=custom&tokens=30')
  await openWidget(two)
  for (const page of [one, two]) {
    await payInWidget(page, cards.visa)
    await waitForResult(page, 'Оплата прошла')
  }
  await expectBooks(account, [
    [30, 'completed'],
    [20, 'completed'],
    [100, 'completed']
  ])
})

test('a payment completed after its tab was closed is credited by the notification', async ({ openPage }) => {
  const account = await createAccount()
  await control(account, { notifications: 'twice' })
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/token-purchase?package=tokens-100')
  await openWidget(page)
  const [begun] = await paymentsOf(account)
  const other = await openPage({ beside: page })
  await other.goto('/subscription')
  await page.close()
  await payElsewhere(begun?.confirmation_token ?? null)
  await other.getByRole('banner').getByText('110 токенов').waitFor()
  await expectBooks(account, [[100, 'completed']])
})

test('a payment that cannot be read from YooKassa is shown as being checked, not as failed', async ({ openPage }) => {
  const account = await createAccount()
  await control(account, { notifications: 'never' })
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/token-purchase?package=tokens-100')
  await openWidget(page)
  await control(account, { paymentFault: 'check-down', paymentFaultCount: 1000 })
  await payInWidget(page, cards.plain)
  await waitForResult(page, 'Проверяем оплату')
  await expectAccessible(page)
  await control(account, { paymentFault: null })
  await waitForResult(page, 'Оплата прошла')
  await expectBooks(account, [[100, 'completed']])
})

test('a payment without a notification and without an open page is credited by the cron', async () => {
  await vi.waitUntil(async () => (await paymentsOf(forgotten))[0]?.status === 'completed', {
    timeout: 170_000,
    interval: 1000
  })
  await expectBooks(forgotten, [[100, 'completed']])
  const [payment] = await paymentsOf(forgotten)
  expect(await notificationsOf(payment?.id)).toEqual([])
})
