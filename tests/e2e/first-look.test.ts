// What a user sees before the first result: a chat that stands still, help with the prompt, and what a setting costs.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, ask, promptField } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { balanceOf, card, choose, describeIt, playable, submit } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** Holds back what the page asks for at these addresses. @returns what lets it be asked */
async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('a chat stands still when its user, its samples and its saved messages come late', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, moving: true })
  const letUserCome = await holdBack(page, /\/api\/(user|auth)\/|markdown[^/]*\.js/)
  const letSavedCome = await holdBack(page, /\/messages\b/)
  await page.goto('/claude')
  const controls = [
    promptField(page),
    ...['Надиктовать голосом', 'Ещё', 'История чатов'].map((name) => page.getByRole('button', { name }))
  ]
  const places = () => Promise.all(controls.map((control) => control.boundingBox()))
  await page.getByRole('button', { name: 'Надиктовать голосом' }).waitFor()
  await untilLoaded(page)
  const before = await places()
  letUserCome()
  await page.getByRole('link', { name: '10 токенов' }).waitFor()
  await page.locator('.sample-answer table, .sample-answer li').first().waitFor()
  await expect.poll(places).toEqual(before)

  await ask(page, 'Кратко: что такое эхо?')
  await answersOn(page)
    .getByText(/^Списано/)
    .waitFor()
  const place = await answersOn(page).boundingBox()
  letSavedCome()
  await expect.poll(() => page.getByRole('button', { name: 'Изменить запрос' }).isEnabled()).toBe(true)
  await expect.poll(() => answersOn(page).boundingBox()).toEqual(place)
})

test('an idea becomes a description and a picture; what the account cannot pay for says what opens it', async ({
  openPage
}) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/stable-diffusion')
  await page.getByText('Введите описание изображения').waitFor()
  await describeIt(page, 'рыжий кот на окне')
  await page.getByRole('button', { name: 'Помочь с описанием' }).click()
  const help = page.getByRole('region', { name: 'Помощь с описанием' })
  await help.getByRole('button', { name: 'Написать · 1 токен' }).click()
  const description = help.getByLabel('Описание: его можно поправить')
  await expect.poll(() => description.inputValue()).toMatch(/^Рыжий кот на окне\. /)
  expect(await balanceOf(account)).toBe(9)
  await expectGoodLooks(page, 'prompt help')
  await description.fill('Рыжий кот на окне, акварель')
  await help.getByRole('button', { name: 'Вставить' }).click()
  await expect.poll(() => page.locator('form textarea').first().inputValue()).toBe('Рыжий кот на окне, акварель')
  await page.getByText('Дополнительно').click()
  await page.getByLabel('Шаги').fill('31')
  await submit(page).click()
  await playable(page, 'img')
  await card(page)
    .getByText(/^Модель получила: /)
    .waitFor()
  expect(await balanceOf(account)).toBe(7)

  await describeIt(page, 'Кот на крыше [сбой:модерация]')
  await submit(page).click()
  const failed = page.getByRole('article').filter({ hasText: 'Кот на крыше' })
  await failed.getByText(/правилами безопасности/).waitFor()
  await failed
    .getByText(/Токены не списаны/)
    .first()
    .waitFor()
  expect(await balanceOf(account)).toBe(7)
  await choose(page, /^4\s*8\sтокенов/)
  await page
    .getByText(/Не хватает 1 токена/)
    .first()
    .waitFor()
  await expectGoodLooks(page, 'a work that is too dear, a failed job, and what the model received')
})
