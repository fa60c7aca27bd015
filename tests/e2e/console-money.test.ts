// Money in the operators' console: a review found from its alarm, a refund in part, Premium, the month.
import { expect, inject } from 'vitest'
import { z } from 'zod'
import { openPayment } from '#contract/operator.ts'
import { confirmPayment, startPurchase } from '#contract/payments.ts'
import { changeSubscription } from '#contract/subscription.ts'
import { type Account, callApi, createAccount } from '../support/e2e/account.ts'
import { paymentsOf, payElsewhere } from '../support/e2e/buying.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { createOperator, enterConsole } from '../support/e2e/operator.ts'
import { balanceOf } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** So the API answers whoever has not entered the console. */
const notEntered = [404]

const offer = { tokens: 500, amount: 500, package_id: 'tokens-500' }
const provided = z.object({
  payments: z.array(z.object({ id: z.string(), metadata: z.object({ order_id: z.string() }) }))
})

/** Makes the provider say another amount than was ordered. */
async function alter(orderId: string, amount: string) {
  const books = `${inject('sandboxOrigin')}/payments.json`
  const { payments } = provided.parse(await (await fetch(books)).json())
  const id = payments.find(({ metadata }) => metadata.order_id === orderId)?.id
  const answer = await fetch(books, { method: 'POST', body: JSON.stringify({ action: 'change', id, amount }) })
  if (!answer.ok) throw new Error(await answer.text())
}

async function pay({ tokens: { accessToken } }: Account, id: string, token: string | null, status: string) {
  await payElsewhere(token)
  const state = async () => (await callApi(confirmPayment, { id }, accessToken)).status
  // The provider's notification may be under way: whoever comes second sees the order as it was.
  await expect.poll(state, { timeout: 30_000, interval: 300 }).toBe(status)
}

/** An order of 500 roubles that is paid. @param seen the amount that the provider names */
async function buy(account: Account, seen?: string): Promise<string> {
  const { id, confirmation_token: token } = await callApi(startPurchase, offer, account.tokens.accessToken)
  if (seen !== undefined) await alter(id, seen)
  await pay(account, id, token, seen === undefined ? 'completed' : 'review')
  return id
}

const opened = (id: string) => callApi(openPayment, { id }, inject('operatorToken'))

test('a payment in review is found from its alarm and resolved', async ({ openPage }) => {
  const [buyer, finance] = await Promise.all([createAccount(), createOperator('finance')])
  const id = await buy(buyer, '1.00')
  expect(await balanceOf(buyer)).toBe(10)
  const page = await openPage({ tokens: finance.tokens, refusals: notEntered })
  await enterConsole(page, '#/alarms')
  const alarm = page.getByRole('listitem').filter({ hasText: id })
  await alarm.getByRole('heading', { name: 'Платёж не совпал с заказом' }).waitFor()
  await expectGoodLooks(page, 'console alarms')
  await alarm.getByRole('link', { name: 'Открыть' }).click()
  await page.getByText(/пришла другая сумма/).waitFor()
  await page.getByRole('row', { name: /^Сумма 500 ₽ 1 ₽ \(отличается\)/ }).waitFor()
  await expectGoodLooks(page, 'console payment in review')

  await page.getByRole('button', { name: 'Вернуть деньги' }).click()
  const returning = page.getByRole('dialog', { name: 'Вернуть деньги' })
  await returning.getByLabel('Причина').fill('Пришёл рубль вместо пятисот')
  await expectGoodLooks(page, 'console review decision')
  await returning.getByRole('button', { name: 'Вернуть деньги' }).click()
  await returning.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /Платёж возвращён.*сделано/ }).waitFor()
  expect(await opened(id)).toMatchObject({
    payment: { status: 'refunded', decision: 'refund' },
    provider: { refunded_kopecks: 100 }
  })
  expect(await balanceOf(buyer)).toBe(10)
  await page.goto('/operator/#/payments?state=review')
  await page.getByRole('heading', { level: 1, name: 'Платежи' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: buyer.id }).count()).toBe(0)
})

test('a part of a payment is returned: tokens and roubles in one share, and the buyer sees it', async ({
  openPage
}) => {
  const [buyer, finance] = await Promise.all([createAccount(), createOperator('finance')])
  const id = await buy(buyer)
  expect(await balanceOf(buyer)).toBe(560)
  // 400: more is asked for than is left.
  const page = await openPage({ tokens: finance.tokens, refusals: [...notEntered, 400] })
  await enterConsole(page, `#/payments?user=${buyer.id}`)
  const row = page.getByRole('row', { name: buyer.id })
  await row.waitFor()
  await expectGoodLooks(page, 'console payments')
  await row.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Вернуть деньги' }).click()
  const dialog = page.getByRole('dialog', { name: 'Вернуть деньги' })
  await dialog.getByLabel('Сколько рублей').fill('500,01')
  await dialog.getByLabel('Причина').fill('Часть не понадобилась')
  await dialog.getByRole('button', { name: 'Вернуть деньги' }).click()
  await dialog.getByText('Вернуть можно не больше 500.00 ₽').waitFor()
  await expectGoodLooks(page, 'console refund')
  await dialog.getByLabel('Сколько рублей').fill('125')
  await dialog.getByRole('button', { name: 'Вернуть деньги' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /125 ₽ сделан/ }).waitFor()
  await expectGoodLooks(page, 'console payment')
  // A quarter of 550, rounded in the buyer's favour.
  expect(await balanceOf(buyer)).toBe(560 - 137)
  expect(await opened(id)).toMatchObject({
    payment: { status: 'succeeded', refunded_kopecks: 12_500 },
    provider: { refunded_kopecks: 12_500 }
  })
  expect(await paymentsOf(buyer)).toMatchObject([{ id, status: 'completed' }])

  const theirs = await openPage({ tokens: buyer.tokens })
  await theirs.goto('/subscription')
  await theirs.getByRole('tab', { name: 'История токенов' }).click()
  await theirs.getByRole('button', { name: /^Подробности: Возврат покупки/ }).click()
  await theirs.getByText(/^Сняли 137 токенов/).waitFor()
})

test('days of Premium are given, the renewal stopped, and the month is shown', async ({ openPage }) => {
  const [person, finance] = await Promise.all([createAccount(), createOperator('finance')])
  const begun = await callApi(changeSubscription, { planId: 'premium' }, person.tokens.accessToken)
  const payment = begun.payment
  if (!payment) throw new Error('Premium asks for no payment')
  await pay(person, payment.id, payment.confirmation_token, 'completed')
  const page = await openPage({ tokens: finance.tokens, refusals: notEntered })
  await enterConsole(page, `#/people/${person.id}`)
  await page.getByRole('link', { name: /открыт до/ }).click()
  await page.getByRole('button', { name: 'Подарить дни' }).click()
  const giving = page.getByRole('dialog', { name: 'Подарить дни' })
  await giving.getByLabel('Сколько дней').fill('3')
  await giving.getByLabel('Причина').fill('Простой в выходные')
  await giving.getByRole('button', { name: 'Подарить' }).click()
  await giving.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /Premium продлён.*сделано/ }).waitFor()
  await expectGoodLooks(page, 'console premium')
  await page.getByRole('button', { name: 'Отменить продление' }).click()
  const stopping = page.getByRole('dialog', { name: 'Отменить продление' })
  await stopping.getByLabel('Причина').fill('Попросил в письме')
  await stopping.getByRole('button', { name: 'Отменить продление' }).click()
  await stopping.waitFor({ state: 'hidden' })
  await page.getByText('действует, продления нет').waitFor()

  await page.goto('/operator/#/closing')
  await page.getByRole('row', { name: /Осталось у людей на конец/ }).waitFor()
  await expectGoodLooks(page, 'console closing')
  await page.goto('/operator/#/debts')
  await page.getByRole('heading', { level: 1, name: 'Долги' }).waitFor()
  await page.getByText(/долгов нет/i).waitFor()
  await expectGoodLooks(page, 'console debts')
})
