// Midjourney's pictures from the gallery to an enlarged one, by mouse and by keyboard.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { balanceOf, chargesOf, jobsOf, stageOldest, submit } from '../support/e2e/studio.ts'
import { bytesOf } from '../support/e2e/download.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

/** The card whose name begins so. */
const cardOf = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

async function downloaded(page: Page, words: string): Promise<Buffer> {
  const waiting = page.waitForEvent('download')
  await cardOf(page, words).getByRole('link', { name: 'Скачать' }).click()
  return bytesOf(await waiting)
}

test('a gallery picture is repeated; one of its four variants is enlarged', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/midjourney')
  await page.getByRole('button', { name: /^Лиловые сумерки/ }).click()
  await submit(page).click()
  const sheet = page.getByRole('article').filter({ has: page.getByRole('radio') })
  await sheet.getByText('Вариант 1 из 4').waitFor({ timeout: 60_000 })
  await expect.poll(() => sheet.locator('label img').count()).toBe(4)

  await page.getByRole('radio', { name: 'Вариант 1' }).focus()
  await page.keyboard.press('ArrowRight')
  await sheet.getByText('Вариант 2 из 4').waitFor()
  const variant = await downloaded(page, 'Вариант 2 из 4')
  expect(await sharp(variant).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 })

  await sheet.getByRole('button', { name: 'Увеличить · 1 токен' }).focus()
  await page.keyboard.press('Enter')
  const enlarged = cardOf(page, 'Увеличен вариант 2')
  await enlarged.getByRole('link', { name: 'Скачать' }).waitFor({ timeout: 60_000 })
  expect(await sharp(await downloaded(page, 'Увеличен вариант 2')).metadata()).toMatchObject({
    width: 1024,
    height: 1024
  })
  await expectGoodLooks(page, 'midjourney results')
  // The same variant is not sold again.
  await stageOldest(page)
  await sheet.getByRole('button', { name: 'Показать увеличенный' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Midjourney v6').waitFor()
  await expectGoodLooks(page, 'midjourney enlarged in the dialog')
  await page.keyboard.press('Escape')

  expect(await jobsOf(account)).toHaveLength(2)
  await expect.poll(() => balanceOf(account)).toBe(10 - 2 - 1)
  await expect.poll(async () => (await chargesOf(account)).map((one) => one.cost_in_tokens)).toEqual([1, 2])
})
