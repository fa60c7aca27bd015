// Steps of a purchase for the end-to-end tests, and checks of balance, history and payments.
import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { confirmPayment, listPayments, startPurchase } from '#contract/payments.ts'
import { readUsage } from '#contract/wallet.ts'
import { type Account, callApi } from './account.ts'
import { balanceOf } from './studio.ts'

export const cards = {
  plain: '5555555555554444',
  /** The bank asks for a code. */
  threeDSecure: '5555555555554477',
  poor: '5555555555554600'
} as const

export const buyButton = (page: Page): Locator => page.getByRole('button', { name: /^Оплатить/ })
export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Оплата' })
const form = (page: Page) => page.frameLocator('#payment-form iframe')
export const cardField = (page: Page): Locator => form(page).getByLabel('Номер карты')

/** Opens the payment widget for the chosen package. */
export async function openWidget(page: Page): Promise<void> {
  await buyButton(page).click()
  await cardField(page).waitFor()
}

/** Pays in the widget, and confirms on the bank's page if the card needs a code. */
export async function payInWidget(page: Page, card: string) {
  await cardField(page).fill(card)
  await form(page).getByRole('button', { name: 'Заплатить' }).click()
  if (card === cards.threeDSecure) await form(page).getByRole('button', { name: 'Подтвердить' }).click()
}

/** Waits for the result page with this heading. */
export async function waitForResult(page: Page, heading: string): Promise<void> {
  await page.waitForURL(/\/payment-success\?payment_id=/)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

/** Pays directly at the sandbox, without a page of the site. */
async function payElsewhere(confirmationToken: string | null): Promise<void> {
  const response = await fetch(`${inject('sandboxOrigin')}/pay.json`, {
    method: 'POST',
    body: JSON.stringify({ confirmation_token: confirmationToken, card: cards.plain })
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Pays an order of this account at the sandbox, and waits until our order has this status. */
export async function payOrder(
  { tokens: { accessToken } }: Account,
  order: { id: string; confirmation_token: string | null },
  status = 'completed'
): Promise<void> {
  await payElsewhere(order.confirmation_token)
  const state = async () => (await callApi(confirmPayment, { id: order.id }, accessToken)).status
  // The provider's notification may be under way: of two that confirm an order at once the second sees it as it was.
  await expect.poll(state, { timeout: 30_000, interval: 300 }).toBe(status)
}

/** Buys and pays 100 tokens by calls only, without a page of the site. */
export async function buyWithoutPage({ tokens }: Pick<Account, 'tokens'>): Promise<void> {
  const wanted = { tokens: 100, amount: 100, package_id: 'tokens-100' }
  const { confirmation_token: token } = await callApi(startPurchase, wanted, tokens.accessToken)
  await payElsewhere(token)
}

const paymentsOf = async ({ tokens }: Account) =>
  (await callApi(listPayments, { limit: 50 }, tokens.accessToken)).payments

/** Expects that balance, history and payments agree on these purchases, newest first. */
export async function expectBooks(account: Account, purchases: readonly [tokens: number, status: string][]) {
  const { usage } = await callApi(readUsage, {}, account.tokens.accessToken)
  const bought = purchases.filter(([tokens, status]) => tokens > 0 && status === 'completed').map(([tokens]) => tokens)
  expect({
    payments: (await paymentsOf(account)).map(({ tokens_amount: tokens, status }) => [tokens, status]),
    credits: usage.filter(({ service }) => service !== 'bonus').map(({ cost_in_tokens: cost }) => -cost),
    balance: await balanceOf(account)
  }).toEqual({ payments: purchases, credits: bought, balance: 10 + bought.reduce((sum, tokens) => sum + tokens, 0) })
}
