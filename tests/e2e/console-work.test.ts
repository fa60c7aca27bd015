// The operators' work pages in a browser: a service is switched off, its users are told why, and it is switched on again; a job is
// found and ended with its tokens returned.
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { createOperator, enterConsole } from '../support/e2e/operator.ts'
import { balanceOf, card, choose, describeIt, jobsOf, playable, submit } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** So the API answers whoever has not entered the console. */
const notEntered = [404]

/** The status is read again within a minute, and the server knows it for half of one. */
const toldWithin = { timeout: 100_000 }

/** No other test uses this service: all share one product. */
const service = 'Veo 3'

test('a service is switched off, its users are told why and pay nothing, and it comes back', async ({ openPage }) => {
  const [operator, account] = [await createOperator('support'), await createAccount()]
  const reason = 'Провайдер чинит серверы, вернёмся к вечеру'
  const desk = await openPage({ tokens: operator.tokens, refusals: notEntered })
  await enterConsole(desk, '#/services')
  await desk.getByRole('heading', { name: 'Сервисы', level: 1 }).waitFor()
  await desk.getByRole('region', { name: 'Провайдеры' }).waitFor()
  await expectGoodLooks(desk, 'console services')
  await desk.getByRole('button', { name: `Выключить: ${service}` }).click()
  const off = desk.getByRole('dialog', { name: /^Выключить/ })
  await off.getByRole('button', { name: 'Выключить' }).click()
  await off.getByText('Напишите пользователям, что случилось').waitFor()
  await off.getByLabel('Что сказать пользователям').fill(reason)
  await off.getByText(`Временно не работает. ${reason}`).waitFor()
  await off.getByLabel('Причина').fill('Провайдер сообщил об аварии')
  await expectGoodLooks(desk, 'console switch dialog')
  await off.getByRole('button', { name: 'Выключить' }).click()
  await off.waitFor({ state: 'hidden' })
  await desk.getByRole('button', { name: `Включить: ${service}` }).waitFor()

  const page = await openPage({ tokens: account.tokens, refusals: [503] })
  await page.goto('/veo3')
  await describeIt(page, 'Город с высоты')
  await choose(page, /^9:16/)
  await page.getByText(`Временно не работает. ${reason}`).waitFor(toldWithin)
  await expectGoodLooks(page, 'service switched off')
  await submit(page).click()
  await page.getByText(`Ошибка при генерации видео: ${reason}`).first().waitFor()
  expect(await jobsOf(account)).toEqual([])
  expect(await balanceOf(account)).toBe(10)

  await desk.getByRole('button', { name: `Включить: ${service}` }).click()
  const on = desk.getByRole('dialog', { name: /^Включить/ })
  await on.getByLabel('Причина').fill('Провайдер починил серверы')
  await on.getByRole('button', { name: 'Включить' }).click()
  await on.waitFor({ state: 'hidden' })
  await page.getByText(`Временно не работает. ${reason}`).waitFor({ state: 'hidden', ...toldWithin })
  await submit(page).click()
  await playable(page, 'video')
  await expect.poll(() => balanceOf(account)).toBe(2)
})

test('a job is found, and ended with its tokens returned', async ({ openPage }) => {
  const [operator, account] = [await createOperator('owner'), await createAccount()]
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/runway')
  await describeIt(page, 'Поезд, который не придёт [сбой:вечно]')
  await submit(page).click()
  await card(page).getByText('Создаём видео').waitFor()

  const desk = await openPage({ tokens: operator.tokens, refusals: notEntered })
  await enterConsole(desk, '#/jobs?provider=runway')
  const row = desk.getByRole('row').filter({ hasText: account.id })
  await row.getByText('выполняется').waitFor()
  await expectGoodLooks(desk, 'console jobs')
  await row.getByRole('link').first().click()
  await desk.getByRole('button', { name: 'Завершить с возвратом' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Причина').fill('Провайдер завис, человек ждёт')
  await dialog.getByRole('button', { name: 'Завершить и вернуть' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await desk.getByText('не удалась').first().waitFor()
  await desk.getByRole('region', { name: 'Действия операторов' }).getByText('Провайдер завис').first().waitFor()
  await expectGoodLooks(desk, 'console job')
  await card(page)
    .getByText(/по нашей вине/)
    .first()
    .waitFor()
  await expect.poll(() => balanceOf(account)).toBe(10)

  await desk.goto('/operator/#/dead-letters')
  await desk.getByRole('heading', { name: 'Мёртвые сообщения' }).waitFor()
  await expectGoodLooks(desk, 'console dead letters')
})
