// What a person sees before the first result: pictures, a gallery to repeat from, help with the prompt; and what a package buys.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, ask, promptField } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { balanceOf, card, describeIt, playable, submit } from '../support/e2e/studio.ts'
import { holdBack } from '../support/e2e/hold-back.ts'
import { test } from '../support/e2e/test.ts'

/** Scrolls through the page, so that every late picture is asked for, and waits until each is drawn. */
async function seePictures(page: Page, atLeast: number) {
  const pictures = page.locator('main img[src^="/gallery/"]')
  await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(atLeast)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
}

/** Counts what moves by itself from now on, on this and later documents of the tab. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const found = window as unknown as { shifted: number }
    found.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) found.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted)

test.for([1440, 390])('a visitor finds pictures %i pixels wide, and nothing moves', async (width, { openPage }) => {
  const page = await openPage({ width })
  await watchShifts(page)
  for (const [path, pictures] of [
    ['/', 4],
    ['/flux', 8],
    ['/luma', 9]
  ] as const) {
    await page.goto(path)
    await seePictures(page, pictures)
    expect(await shifted(page), path).toBeLessThan(0.02)
    if (width === 1440) await expectGoodLooks(page, `first look ${path}`)
  }
})

test('a chat stands still when its user, its samples and its saved messages come late', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
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

test('an idea becomes a description, a picture and a work beside what the model received', async ({ openPage }) => {
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
  await page.reload()
  await expect.poll(() => description.inputValue()).toMatch(/^Рыжий кот на окне\. /)
  expect(await balanceOf(account)).toBe(9)
  await description.fill('Рыжий кот на окне, акварель')
  await help.getByRole('button', { name: 'Вставить' }).click()
  await expect.poll(() => page.locator('form textarea').first().inputValue()).toBe('Рыжий кот на окне, акварель')
  await page.getByText('Дополнительно').click()
  await page.getByLabel('Шаги').fill('31')
  await expectGoodLooks(page, 'form with its fold')
  await submit(page).click()
  await playable(page, 'img')
  await card(page)
    .getByText(/^Модель получила: /)
    .waitFor()
  await expectGoodLooks(page, 'work beside what the model received')
  expect(await balanceOf(account)).toBe(7)
})

test('a work of the gallery is repeated with its settings; closed ones say what opens them', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ width: 390, tokens: account.tokens })
  await page.goto('/flux')
  await page.getByRole('button', { name: /^Повторить это: Утро на Ладоге/ }).click()
  await expect.poll(() => page.getByRole('radio', { name: /^flux-pro/ }).isChecked()).toBe(true)
  await page.getByText(/^Эти настройки станут доступны после первой покупки токенов: от 10/).waitFor()
  await expectGoodLooks(page, 'closed settings')
})

test('the shop says what a package buys; the price list keeps its old figures folded', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/token-purchase')
  await page.getByRole('button', { name: /^Оплатить 1.000/ }).waitFor()
  await page.getByText('≈ 230 картинок DALL-E 3 или 575 ответов Claude 3 Sonnet').waitFor()
  await expectGoodLooks(page, 'shop')
  await page.goto('/pricing')
  const list = page.getByRole('table', { name: /^Прайс-лист/ })
  await expect.poll(() => list.isVisible()).toBe(false)
  await page.getByText('Справочно: прайс-лист').click()
  await list.waitFor()
  await expectGoodLooks(page, 'price list')
})
