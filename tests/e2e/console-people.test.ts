// People in the operators' console: found by what they sent, helped, and thawed from their card.
import { expect, inject } from 'vitest'
import { openAlarms } from '#contract/operator-alarms.ts'
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
  await expect.poll(() => page.getByRole('columnheader', { name: 'IP' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('heading', { name: 'Переписка и работы' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Заблокировать' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Завершить все сессии' }).click()
  const dialog = page.getByRole('dialog', { name: 'Завершить все сессии' })
  await dialog.getByLabel('Причина').fill('Потерял телефон')
  await dialog.getByRole('button', { name: 'Завершить' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Сессий нет').waitFor()
})

test('tokens whose answer was lost are given once, and a refused form goes again with a smaller sum', async ({
  openPage
}) => {
  const [person, support] = await Promise.all([createAccount(), createOperator('support')])
  const page = await openPage({ tokens: support.tokens, refusals: [...notEntered, 409, 503] })
  await enterConsole(page, `#/people/${person.id}`)
  await page.getByRole('heading', { level: 2, name: 'Лимиты' }).waitFor()
  await expectGoodLooks(page, 'console limits')
  const give = async (tokens: string, reason: string) => {
    await page.getByRole('button', { name: 'Начислить токены' }).click()
    const dialog = page.getByRole('dialog', { name: 'Начислить токены' })
    await dialog.getByLabel('Сколько токенов').fill(tokens)
    await dialog.getByLabel('Причина').fill(reason)
    await dialog.getByRole('button', { name: 'Начислить' }).click()
    return dialog
  }
  const lost = { status: 503, json: { success: false, error: 'Ответ потерялся' } }
  await page.route(
    '**/api/operator/people/*/tokens',
    async (route) => {
      await route.fetch()
      await route.fulfill(lost)
    },
    { times: 1 }
  )
  const unanswered = await give('60', 'Извинились за простой')
  await unanswered.getByText('Ответ потерялся').waitFor()
  await unanswered.getByRole('button', { name: 'Отменить' }).click()
  const gifts = page.getByRole('row', { name: /Начисление от поддержки/ })
  await gifts.waitFor()
  const again = await give('60', 'Извинились ещё раз')
  await again.waitFor({ state: 'hidden' })
  await page.getByText('Токены начислены').first().waitFor()
  await expect.poll(() => gifts.count()).toBe(1)

  await page.getByRole('button', { name: 'Списать токены' }).click()
  const taking = page.getByRole('dialog', { name: 'Списать токены' })
  await taking.getByLabel('Сколько токенов').fill('900')
  await taking.getByLabel('Причина').fill('Начислили по ошибке')
  const confirm = taking.getByRole('button', { name: 'Списать' })
  for (let times = 0; times < 2; times++) {
    const answer = page.waitForResponse(/\/tokens$/)
    await confirm.click()
    expect((await answer).status()).toBe(409)
    await taking.getByText('Столько свободных токенов на балансе нет').waitFor()
  }
  await taking.getByLabel('Сколько токенов').fill('30')
  await confirm.click()
  await taking.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /Списание поддержкой/ }).waitFor()
})

test('a person is found by the number of the alarm that names the person', async ({ openPage }) => {
  const [person, owner] = await Promise.all([createAccount(), createOperator('owner')])
  await freezeWallet(person)
  const page = await openPage({ tokens: owner.tokens, refusals: notEntered })
  await enterConsole(page, '#/people')
  const { alarms } = await callApi(openAlarms, { state: 'open' }, inject('operatorToken'))
  const alarm = alarms.find(({ user_id: id }) => id === person.id)
  await page.getByLabel('Кого найти').fill(String(alarm?.id))
  await page.getByRole('button', { name: 'Найти' }).click()
  await page.getByRole('row', { name: new RegExp(`${person.email}.*по тревоге`) }).waitFor()
  await page.goto('/operator/#/alarms')
  await page.getByText(`№ ${alarm?.id},`).waitFor()
})
