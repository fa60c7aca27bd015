// Money and people in the operators' console: a review and a frozen wallet found from their alarms, a refund in part, Premium, help
// from a person's card, the month. What each call does is tested in the Worker: here the pages, their forms and their looks.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { z } from 'zod'
import { openAlarms } from '#contract/operator/system/alarms.ts'
import { openPayment } from '#contract/operator/money/payments.ts'
import { openWallet } from '#contract/operator/money/wallets.ts'
import { startPurchase } from '#contract/payments.ts'
import { changeSubscription } from '#contract/subscription.ts'
import { type Account, callApi, createAccount, freezeWallet } from '../support/e2e/account.ts'
import { payOrder } from '../support/e2e/buying.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { createOperator, openConsole, press, sendForm, showInConsole } from '../support/e2e/operator.ts'
import { balanceOf } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

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

/** An order of 500 roubles that is paid. @param seen the amount that the provider names */
async function buy(account: Account, seen?: string): Promise<string> {
  const order = await callApi(startPurchase, offer, account.tokens.accessToken)
  if (seen !== undefined) await alter(order.id, seen)
  await payOrder(account, order, seen === undefined ? 'completed' : 'review')
  return order.id
}

async function buyPremium(account: Account): Promise<void> {
  const { payment } = await callApi(changeSubscription, { planId: 'premium' }, account.tokens.accessToken)
  if (!payment) throw new Error('Premium asks for no payment')
  await payOrder(account, payment)
}

const opened = (id: string) => callApi(openPayment, { id }, inject('operatorToken'))

/** On the page of alarms: the payment in review is found and its money returned. */
async function resolveReview(office: Page, suspect: string, reviewed: Account): Promise<void> {
  const alarm = office.getByRole('listitem').filter({ hasText: suspect })
  await alarm.getByRole('heading', { name: 'Платёж не совпал с заказом' }).waitFor()
  await expectGoodLooks(office, 'console alarms')
  await alarm.getByRole('link', { name: 'Открыть' }).click()
  await office.getByText(/пришла другая сумма/).waitFor()
  await office.getByRole('row', { name: /^Сумма 500 ₽ 1 ₽ \(отличается\)/ }).waitFor()
  await expectGoodLooks(office, 'console payment in review')
  await press(office, 'Вернуть деньги')
  await sendForm(office, 'Вернуть деньги', 'Вернуть деньги', { Причина: 'Пришёл рубль вместо пятисот' })
  await office.getByRole('row', { name: /Платёж возвращён.*сделано/ }).waitFor()
  expect(await opened(suspect)).toMatchObject({
    payment: { status: 'refunded', decision: 'refund' },
    provider: { refunded_kopecks: 100 }
  })
  expect(await balanceOf(reviewed)).toBe(10)
}

/** Returns a quarter of a payment. */
async function refundPart(office: Page, paid: string, buyer: Account): Promise<void> {
  await showInConsole(office, `#/payments?user=${buyer.id}`)
  const row = office.getByRole('row', { name: buyer.id })
  await row.waitFor()
  await expectGoodLooks(office, 'console payments')
  await row.getByRole('link').first().click()
  await press(office, 'Вернуть деньги')
  const dialog = office.getByRole('dialog', { name: 'Вернуть деньги' })
  await dialog.getByLabel('Сколько рублей').fill('500,01')
  await dialog.getByLabel('Причина').fill('Часть не понадобилась')
  await dialog.getByRole('button', { name: 'Вернуть деньги' }).click()
  await dialog.getByText('Вернуть можно не больше 500.00 ₽').waitFor()
  await sendForm(office, 'Вернуть деньги', 'Вернуть деньги', { 'Сколько рублей': '125' })
  await office.getByRole('row', { name: /125 ₽ сделан/ }).waitFor()
  // A quarter of 550, rounded in the buyer's favour.
  expect(await balanceOf(buyer)).toBe(10 + 550 - 137)
  expect(await opened(paid)).toMatchObject({
    payment: { status: 'succeeded', refunded_kopecks: 12_500 },
    provider: { refunded_kopecks: 12_500 }
  })
}

/** Finds the person whose wallet froze by the number of the alarm, as operators who read it in a message. */
async function findFrozen(office: Page, person: Account, number: string): Promise<void> {
  await showInConsole(office, '#/people')
  await office.getByLabel('Кого найти').fill(number)
  await press(office, 'Найти')
  await office.getByRole('row', { name: new RegExp(`${person.email}.*по тревоге`) }).waitFor()
  await expectGoodLooks(office, 'console people')
  await office.getByRole('link', { name: person.email }).click()
  await office.getByRole('heading', { level: 1, name: person.email }).waitFor()
}

/** Helps with tokens and sessions, and thaws the wallet. */
async function help(office: Page): Promise<void> {
  await office.getByText(/^Заморожен .*reservation/).waitFor()
  await office.getByRole('table', { name: 'История баланса' }).waitFor()
  await expectGoodLooks(office, 'console person')
  await press(office, 'Начислить токены')
  await sendForm(office, 'Начислить токены', 'Начислить', { 'Сколько токенов': '60', Причина: 'Извинились за простой' })
  await office.getByRole('row', { name: /Начисление от поддержки/ }).waitFor()
  await press(office, 'Списать токены')
  await sendForm(office, 'Списать токены', 'Списать', { 'Сколько токенов': '30', Причина: 'Начислили по ошибке' })
  await office.getByRole('row', { name: /Списание поддержкой/ }).waitFor()
  await press(office, 'Завершить все сессии')
  await sendForm(office, 'Завершить все сессии', 'Завершить', { Причина: 'Потерял телефон' })
  await office.getByText('Сессий нет').waitFor()
  await press(office, 'Разморозить')
  await sendForm(office, 'Разморозить кошелёк', 'Разморозить', { Причина: 'Журнал сходится, лишний резерв убран' })
  await office.getByText('Не заморожен').waitFor()
  await office.getByRole('row', { name: /Кошелёк разморожен.*сделано/ }).waitFor()
}

/** Premium is extended and stopped. */
async function changePremium(office: Page, member: Account): Promise<void> {
  await showInConsole(office, `#/people/${member.id}`)
  await office.getByRole('link', { name: /открыт до/ }).click()
  await press(office, 'Подарить дни')
  await sendForm(office, 'Подарить дни', 'Подарить', { 'Сколько дней': '3', Причина: 'Простой в выходные' })
  await office.getByRole('row', { name: /Premium продлён.*сделано/ }).waitFor()
  await press(office, 'Отменить продление')
  await sendForm(office, 'Отменить продление', 'Отменить продление', { Причина: 'Попросил в письме' })
  await office.getByText('действует, продления нет').waitFor()
}

test('a payment in review is resolved, another returned in part; Premium is extended and stopped; a frozen person is helped; the month is shown', async ({
  openPage
}) => {
  const accounts = [createAccount(), createAccount(), createAccount(), createAccount()] as const
  const [reviewed, buyer, person, member] = await Promise.all(accounts)
  const owner = await createOperator('owner')
  const [suspect, paid] = await Promise.all([
    buy(reviewed, '1.00'),
    buy(buyer),
    freezeWallet(person),
    buyPremium(member)
  ])
  const { alarms } = await callApi(openAlarms, { state: 'open' }, inject('operatorToken'))
  const frozen = String(alarms.find(({ user_id: id }) => id === person.id)?.id)
  // 400: more is asked for than is left.
  const office = await openPage({ tokens: owner.tokens, refusals: [400] })
  await openConsole(office, owner, '#/alarms')
  await office.getByText(`№ ${frozen},`).waitFor()
  await resolveReview(office, suspect, reviewed)
  await refundPart(office, paid, buyer)
  await changePremium(office, member)
  await findFrozen(office, person, frozen)
  await help(office)
  const { wallet } = await callApi(openWallet, { id: person.id }, inject('operatorToken'))
  expect([wallet.frozen_at, wallet.free_tokens]).toEqual([null, 10 + 60 - 30])

  await showInConsole(office, '#/closing')
  await office.getByRole('row', { name: /Осталось у людей на конец/ }).waitFor()
  await expectGoodLooks(office, 'console closing')
})
