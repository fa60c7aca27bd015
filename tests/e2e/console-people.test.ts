// People in the operators' console: found by what they sent, helped, and thawed from their card.
import { expect, inject } from 'vitest'
import { openWallet } from '#contract/operator.ts'
import { type Account, callApi, createAccount, freezeWallet } from '../support/e2e/account.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { createOperator, enterConsole } from '../support/e2e/operator.ts'
import { test } from '../support/e2e/test.ts'

/** So the API answers whoever has not entered the console. */
const notEntered = [404]

const frozenAt = async ({ id }: Account) =>
  (await callApi(openWallet, { id }, inject('operatorToken'))).wallet.frozen_at

test('a frozen wallet is found by its owner’s address, put right and thawed from the card', async ({ openPage }) => {
  const [person, owner] = await Promise.all([createAccount(), createOperator('owner')])
  await freezeWallet(person)
  expect(await frozenAt(person)).not.toBeNull()
  const page = await openPage({ tokens: owner.tokens, refusals: notEntered })
  await enterConsole(page, '#/people')
  await page.getByLabel('Кого найти').fill(person.email.toUpperCase())
  await page.getByRole('button', { name: 'Найти' }).click()
  await page.getByRole('table', { name: 'Найденные люди' }).waitFor()
  await expectGoodLooks(page, 'console people')
  await page.getByRole('link', { name: person.email }).click()
  await page.getByRole('heading', { level: 1, name: person.email }).waitFor()
  await page.getByText(/^Заморожен .*reservation/).waitFor()
  await page.getByRole('table', { name: 'История баланса' }).waitFor()
  await expectGoodLooks(page, 'console person')

  await page.getByRole('button', { name: 'Начислить токены' }).click()
  const giving = page.getByRole('dialog', { name: 'Начислить токены' })
  await giving.getByLabel('Сколько токенов').fill('60')
  await giving.getByLabel('Причина').fill('Извинились за простой')
  await giving.getByRole('button', { name: 'Начислить' }).click()
  await giving.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /Начисление от поддержки/ }).waitFor()

  await page.getByRole('button', { name: 'Разморозить' }).click()
  const thawing = page.getByRole('dialog', { name: 'Разморозить кошелёк' })
  await expectGoodLooks(page, 'console thaw')
  await thawing.getByLabel('Причина').fill('Журнал сходится, лишний резерв убран')
  await thawing.getByRole('button', { name: 'Разморозить' }).click()
  await thawing.waitFor({ state: 'hidden' })
  await page.getByText('Не заморожен').waitFor()
  await page.getByRole('row', { name: /Кошелёк разморожен.*сделано/ }).waitFor()
  expect(await frozenAt(person)).toBeNull()
})

test('support helps with sessions and mails, and is shown neither texts nor networks', async ({ openPage }) => {
  const [person, support] = await Promise.all([createAccount(), createOperator('support')])
  const page = await openPage({ width: 390, tokens: support.tokens, refusals: notEntered })
  await enterConsole(page, `#/people/${person.id}`)
  await page.getByRole('heading', { level: 1, name: person.email }).waitFor()
  await page.getByRole('table', { name: 'Сессии' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'IP' }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Переписка и работы' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Заблокировать' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Завершить все сессии' }).click()
  const dialog = page.getByRole('dialog', { name: 'Завершить все сессии' })
  await dialog.getByLabel('Причина').fill('Потерял телефон')
  await dialog.getByRole('button', { name: 'Завершить' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Сессий нет').waitFor()
})
