// Prices of operators in a browser: set with a start time, shown and charged by the old price before and by the new one from then
// on; promo codes from the console to a person. The first test waits for the clock, because a price is announced two minutes
// ahead; its model is one that no other test asks.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { openPrices, setPrice } from '#contract/operator-prices.ts'
import { noticeMs } from '#domain/price-notice.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { answersOn, ask } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { createOperator, enterConsole } from '../support/e2e/operator.ts'
import { balanceOf, chargesOf } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** So the API answers whoever has not entered the console. */
const notEntered = [404]
const heading = (name: string) => ['heading', { name, level: 1 }] as const
/** The next whole minute that is so far ahead, as a field of the browser holds it: its time zone is not that of the tests. */
const minuteAfter = (page: Page, aheadMs: number): Promise<string> =>
  page.evaluate((ms) => {
    const at = Math.ceil((Date.now() + ms) / 60_000) * 60_000
    return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, aheadMs)
const patienceMs = noticeMs + 120_000

test(
  'a price is charged from its start time on, and the old one before',
  { timeout: patienceMs + 180_000 },
  async ({ openPage }) => {
    const [owner, user] = [await createOperator('owner'), await createAccount()]
    const page = await openPage({ tokens: user.tokens })
    await page.goto('/xai?model=grok-1.5&prompt=Кратко')
    const shown = page.getByRole('button', { name: /^Модель: Grok-1\.5/ })
    await shown.getByText('2 токена').waitFor()

    const office = await openPage({ tokens: owner.tokens, refusals: [...notEntered, 409] })
    await enterConsole(office, '#/prices')
    await office.getByRole(...heading('Цены')).waitFor()
    await expectGoodLooks(office, 'console prices')
    await office.getByRole('button', { name: 'Цена: Grok-1.5' }).click()
    const dialog = office.getByRole('dialog', { name: 'Цена: Grok-1.5' })
    await dialog.getByLabel('Токенов за запрос').fill('5')
    await dialog.getByRole('row', { name: /^Запрос стоит 2 токена 5 токенов/ }).waitFor()
    await dialog.getByLabel('Начало').fill(await minuteAfter(office, 0))
    await dialog.getByLabel('Причина').fill('Поставщик поднял цену')
    await dialog.getByRole('button', { name: 'Назначить цену' }).click()
    await dialog.getByText(/не раньше чем через две минуты: столько/).waitFor()
    await expectGoodLooks(office, 'console price dialog')
    await dialog.getByLabel('Начало').fill(await minuteAfter(office, noticeMs + 5000))
    await dialog.getByRole('button', { name: 'Назначить цену' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await office.getByRole('row', { name: /^Grok-1\.5 5 токенов ждёт начала/ }).waitFor()

    await ask(page, 'Кратко: что такое ветер?')
    await answersOn(page)
      .getByText(/^Списано 2 токена/)
      .waitFor()
    // Nobody touches the page: it shows the new price when its time has come.
    await shown.getByText('5 токенов').waitFor({ timeout: patienceMs })
    await ask(page, 'Кратко: что такое штиль?')
    await answersOn(page)
      .getByText(/^Списано 5 токенов/)
      .waitFor()
    expect((await chargesOf(user)).map(({ cost_in_tokens: cost }) => cost)).toEqual([5, 2])
    expect(await balanceOf(user)).toBe(3)

    await office.reload()
    await office.getByRole('row', { name: /^Grok-1\.5 5 токенов началось/ }).waitFor()
    await expectGoodLooks(office, 'console prices changed')
    const because = { operator: 'e2e', reason: 'End-to-end test', idempotency_key: randomUUID() }
    const back = { service: 'xai', item: 'grok-1.5', tokens: null, starts_at: Date.now() + noticeMs + 5000 }
    await callApi(setPrice, { ...back, ...because }, inject('operatorToken'))
    expect((await callApi(openPrices, {}, inject('operatorToken'))).changes[0]).toMatchObject({ state: 'coming' })
  }
)

test('a promo code is made in the console and brings a person its tokens once', async ({ openPage }) => {
  const [owner, user] = [await createOperator('owner'), await createAccount()]
  const office = await openPage({ tokens: owner.tokens, refusals: notEntered })
  await enterConsole(office, '#/codes')
  await office.getByRole(...heading('Промокоды')).waitFor()
  const code = `E2E${randomUUID().slice(0, 8).toUpperCase()}`
  await office.getByRole('button', { name: 'Новый промокод' }).click()
  const dialog = office.getByRole('dialog', { name: 'Новый промокод' })
  await dialog.getByLabel('Код', { exact: true }).fill(code)
  await dialog.getByLabel('Токенов').fill('много')
  await dialog.getByLabel('Причина').fill('Проверка промокодов')
  await dialog.getByRole('button', { name: 'Выпустить' }).click()
  await dialog.getByText('Целое число от 1 до 1000').first().waitFor()
  await expectGoodLooks(office, 'console promo dialog')
  await dialog.getByLabel('Токенов').fill('30')
  await dialog.getByRole('button', { name: 'Выпустить' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // Thirty tokens for fifty accounts are more than one operator makes in a day.
  await office
    .getByText(/ждёт второго человека/)
    .first()
    .waitFor()
  await office.goto('/operator/#/requests')
  const request = office.getByRole('row', { name: new RegExp(`Промокод ${code}: 30 токенов, 50 аккаунтов`) })
  await request.waitFor()
  await expectGoodLooks(office, 'console requests')
  // Who asked may only take it back.
  await expect.poll(() => request.getByRole('button').allInnerTexts()).toEqual(['Отклонить'])
  await request.getByRole('button', { name: /^Отклонить/ }).click()
  const declining = office.getByRole('dialog', { name: 'Отклонить запрос' })
  await declining.getByLabel('Причина').fill('Слишком много аккаунтов')
  await declining.getByRole('button', { name: 'Отклонить' }).click()
  await request.waitFor({ state: 'detached' })

  await office.goto('/operator/#/codes')
  await office.getByRole('button', { name: 'Новый промокод' }).click()
  await dialog.getByLabel('Код', { exact: true }).fill(code)
  await dialog.getByLabel('Токенов').fill('30')
  await dialog.getByLabel('Аккаунтов всего').fill('10')
  await dialog.getByLabel('Причина').fill('Проверка промокодов')
  await dialog.getByRole('button', { name: 'Выпустить' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await office.getByRole('row', { name: new RegExp(code) }).waitFor()

  const page = await openPage({ tokens: user.tokens, refusals: [409] })
  await page.goto('/token-purchase')
  const form = page.getByRole('form', { name: 'Промокод' })
  await form.getByLabel('Промокод').fill(`«${code.toLowerCase()}\u200B».`)
  await form.getByRole('button', { name: 'Применить' }).click()
  await page.getByText('Начислено по промокоду: 30 токенов').first().waitFor()
  expect(await balanceOf(user)).toBe(40)
  await form.getByLabel('Промокод').fill(code)
  await form.getByRole('button', { name: 'Применить' }).click()
  await form.getByText('Этот промокод вы уже использовали').waitFor()
  await expectGoodLooks(page, 'promo code used')
  await page.goto('/subscription')
  await page.getByText(`Промокод ${code}`).first().waitFor()

  await office.reload()
  await office.getByRole('row', { name: new RegExp(`${code}.*1 из 10 `) }).waitFor()
  await expectGoodLooks(office, 'console promo codes')
})

test('an announcement waits for its time in the console, and is taken away', async ({ openPage }) => {
  const owner = await createOperator('owner')
  const office = await openPage({ tokens: owner.tokens, refusals: notEntered })
  await enterConsole(office, '#/announcements')
  await office.getByRole(...heading('Объявления')).waitFor()
  await office.getByRole('button', { name: 'Новое объявление' }).click()
  const dialog = office.getByRole('dialog', { name: 'Новое объявление' })
  const text = `Проверка объявлений ${randomUUID().slice(0, 8)}`
  await dialog.getByLabel('Текст').fill(text)
  // Nobody is shown it: other tests run at the same time.
  const hour = 60 * 60_000
  await dialog.getByLabel('Начало').fill(await minuteAfter(office, 5 * hour))
  await dialog.getByLabel('Конец').fill(await minuteAfter(office, 6 * hour))
  await dialog.getByLabel('Причина').fill('Проверка объявлений')
  await expectGoodLooks(office, 'console announcement dialog')
  await dialog.getByRole('button', { name: 'Опубликовать' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await office.getByRole('button', { name: `Снять: ${text}` }).click()
  const ending = office.getByRole('dialog', { name: 'Снять объявление' })
  await ending.getByLabel('Причина').fill('Больше не нужно')
  await ending.getByRole('button', { name: 'Снять' }).click()
  await ending.waitFor({ state: 'hidden' })
  await office.getByRole('row', { name: new RegExp(`${text} снято`) }).waitFor()
  await expectGoodLooks(office, 'console announcements')
})
