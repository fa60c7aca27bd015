// What a user of a phone meets when an answer breaks off, the network is away, or the tokens are spent.
import { expect } from 'vitest'
import { readUsage } from '#contract/wallet.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { answersOn, ask, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks, onPhone } from '../support/e2e/good-looks.ts'
import { balanceOf } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

test('a question is kept when its answer breaks off, without a network and without tokens, and is charged once', async ({
  openPage
}) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens, offline: true, width: 390, refusals: [402, 404] })
  const receipts = answersOn(page).getByText(/^Списано 5 токенов/)
  await page.goto('/chatgpt')
  // With a finger as the pointer Enter begins a line.
  await promptField(page).fill('Расскажи о лесе')
  await promptField(page).press('Enter')
  await page.keyboard.type('[сбой:обрыв]')
  await page.getByRole('button', { name: /^Отправить/ }).click()
  await answersOn(page)
    .getByText(/Токены не списаны/)
    .waitFor()
  await waitForWords(answersOn(page))
  expect(await balanceOf(account)).toBe(10)
  await expect.poll(() => promptField(page).inputValue()).toBe('Расскажи о лесе\n[сбой:обрыв]')
  await page.getByRole('button', { name: 'Повторить' }).waitFor()
  await expectGoodLooks(page, 'answer failed', onPhone)
  await ask(page, 'Кратко: что такое холм?')
  await expect.poll(() => receipts.count()).toBe(1)

  await page.context().setOffline(true)
  await ask(page, 'Кратко: что такое долина?')
  await page.getByText(/^Нет сети/).waitFor()
  await page.getByText(/^Ждёт сети/).waitFor()
  await expectGoodLooks(page, 'asked without a network', onPhone)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Отправить за 5 токенов' }).click()
  await expect.poll(() => receipts.count(), { timeout: 50_000 }).toBe(2)
  await expect.poll(() => promptField(page).inputValue()).toBe('')
  await page.getByText(/Не хватает 5 токенов/).waitFor()

  await ask(page, 'Кратко: что такое свет?')
  await page.getByText('Недостаточно токенов для выполнения запроса').waitFor()
  await page.getByRole('alert').getByText('Не хватает 5 токенов').waitFor()
  await expect.poll(() => promptField(page).inputValue()).toBe('Кратко: что такое свет?')
  await expectGoodLooks(page, 'not enough tokens', onPhone)
  expect(await balanceOf(account)).toBe(0)
  const { usage } = await callApi(readUsage, {}, account.tokens.accessToken)
  expect(usage.filter(({ service, cost_in_tokens: cost }) => service === 'chatgpt' && cost > 0)).toHaveLength(2)
  await page.getByRole('link', { name: 'Купить токены' }).click()
  await page.waitForURL(/\/token-purchase/)
})
