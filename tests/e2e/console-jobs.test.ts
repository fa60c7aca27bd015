// The operators' work pages in a browser: a job is found and ended with its tokens returned; a service is switched off and its users are
// told why.
import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { readStatus } from '#contract/job-orders.ts'
import { type Account, callApi, createAccount } from '../support/e2e/account.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { createOperator, openConsole, showInConsole } from '../support/e2e/operator.ts'
import { balanceOf, choose, describeIt, jobsOf, submit } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** A job whose provider never ends it. */
async function beginEndless({ tokens, id }: Account): Promise<void> {
  const response = await fetch(`${inject('siteOrigin')}/api/ai/video/runway`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': `endless-${id}`,
      prefer: 'respond-async'
    },
    body: JSON.stringify({ prompt: 'Поезд, который не придёт [сбой:вечно]' })
  })
  expect(response.status).toBe(202)
}

/** No other test uses this service: all share one product. */
const service = { name: 'veo3', title: 'Veo 3' }
/** The server knows the status for half a minute. */
const toldWithin = { timeout: 60_000, interval: 1000 }

/** On a phone the columns beside an id keep their words, and the id keeps room for more than two letters a line. */
async function expectReadableIds(desk: Page, row: Locator) {
  const before = desk.viewportSize()!
  await desk.setViewportSize({ width: 390, height: 844 })
  expect((await row.boundingBox())?.height).toBeLessThan(150)
  await desk.setViewportSize(before)
}

/** Ends the job of this account with its tokens returned. */
async function endJob(desk: Page, account: Account) {
  const row = desk.getByRole('row').filter({ hasText: account.id })
  await row.getByText('выполняется').waitFor()
  await expectGoodLooks(desk, 'console jobs')
  await expectReadableIds(desk, row)
  await row.getByRole('link').first().click()
  await desk.getByRole('button', { name: 'Завершить с возвратом' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Причина').fill('Провайдер завис, человек ждёт')
  await dialog.getByRole('button', { name: 'Завершить и вернуть' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await desk.getByText('не удалась').first().waitFor()
  await desk.getByRole('region', { name: 'Действия операторов' }).getByText('Провайдер завис').first().waitFor()
  await expectGoodLooks(desk, 'console job')
  expect(await jobsOf(account)).toMatchObject([{ state: 'failed', chargedTokens: 0 }])
  expect(await balanceOf(account)).toBe(10)
}

test('a job is ended with its tokens returned; a service is switched off and on, its users are told why', async ({
  openPage
}) => {
  const [operator, account] = [await createOperator('owner'), await createAccount()]
  await beginEndless(account)
  const reason = 'Провайдер чинит серверы, вернёмся к вечеру'
  const desk = await openPage({ tokens: operator.tokens })
  await openConsole(desk, operator, '#/jobs?provider=runway')
  await endJob(desk, account)

  await showInConsole(desk, '#/services')
  await desk.getByRole('region', { name: 'Поставщики' }).waitFor()
  await expectGoodLooks(desk, 'console services')
  await desk.getByRole('button', { name: `Выключить: ${service.title}` }).click()
  const off = desk.getByRole('dialog', { name: /^Выключить/ })
  await off.getByRole('button', { name: 'Выключить' }).click()
  await off.getByText('Напишите пользователям, что случилось').waitFor()
  await off.getByLabel('Что сказать пользователям').fill(reason)
  await off.getByText(`Временно не работает. ${reason}`).waitFor()
  await off.getByLabel('Причина').fill('Провайдер сообщил об аварии')
  await off.getByRole('button', { name: 'Выключить' }).click()
  await off.waitFor({ state: 'hidden' })
  await desk.getByRole('button', { name: `Включить: ${service.title}` }).waitFor()

  await expect.poll(async () => JSON.stringify(await callApi(readStatus, {})), toldWithin).toContain(reason)
  const page = await openPage({ tokens: account.tokens, refusals: [503] })
  await page.goto(`/${service.name}`)
  await describeIt(page, 'Город с высоты')
  await choose(page, /^9:16/)
  await page.getByText(`Временно не работает. ${reason}`).waitFor()
  await expectGoodLooks(page, 'service switched off')
  await submit(page).click()
  await page.getByText(`Ошибка при генерации видео: ${reason}`).first().waitFor()
  expect(await jobsOf(account)).toHaveLength(1)

  await desk.getByRole('button', { name: `Включить: ${service.title}` }).click()
  const on = desk.getByRole('dialog', { name: /^Включить/ })
  await on.getByLabel('Причина').fill('Провайдер починил серверы')
  await on.getByRole('button', { name: 'Включить' }).click()
  await on.waitFor({ state: 'hidden' })
  await desk.getByRole('button', { name: `Выключить: ${service.title}` }).waitFor()
})
