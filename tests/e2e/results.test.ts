// What can be done with a result: it is downloaded in another format, and made once more for nothing when it is broken.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { bytesOf } from '../support/e2e/download.ts'
import { takeScreenshot } from '../support/e2e/screenshot.ts'
import { balanceOf, card, describeIt, jobsOf, playable, submit } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const inText = (bytes: Buffer, from: number, length: number) => bytes.subarray(from, from + length).toString('latin1')

async function savedAs(page: Page, format: RegExp) {
  await card(page).getByRole('button', { name: 'Скачать в другом формате' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await bytesOf(file) }
}

test('a blank picture is saved in other formats and made once more', { timeout: 120_000 }, async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ width: 390, tokens: account.tokens })
  await page.goto('/dall-e-3')
  await describeIt(page, 'Лиса [брак:пусто]')
  await submit(page).click()
  await playable(page, 'img')
  await card(page).getByRole('button', { name: 'Скачать в другом формате' }).click()
  await expectAccessible(page)
  await takeScreenshot(page, 'Форматы')
  await page.keyboard.press('Escape')

  const webp = await savedAs(page, /^WebP/)
  expect([webp.name, inText(webp.bytes, 8, 4)]).toEqual(['DALL E 3 - Лиса брак пусто.webp', 'WEBP'])
  const jpeg = await savedAs(page, /^JPEG/)
  expect([jpeg.name, jpeg.bytes.subarray(0, 3).toString('hex')]).toEqual(['DALL E 3 - Лиса брак пусто.jpg', 'ffd8ff'])

  await page.getByRole('button', { name: 'Результат испорчен?' }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await takeScreenshot(page, 'Результат испорчен')
  await page.getByRole('button', { name: 'Проверить и повторить' }).click()
  await page.getByText('Бесплатно: повтор испорченной работы').waitFor()
  await page.getByText('Эту работу повторили бесплатно').waitFor()
  await takeScreenshot(page, 'Повтор')
  expect(await balanceOf(account)).toBe(5)
  expect((await jobsOf(account)).map(({ priceTokens, chargedTokens }) => [priceTokens, chargedTokens])).toEqual([
    [0, 0],
    [5, 5]
  ])
})

test(
  'a recording is saved as WAV, and one that can be heard is not made again',
  { timeout: 120_000 },
  async ({ openPage }) => {
    const account = await createAccount()
    const page = await openPage({ width: 1440, dark: true, tokens: account.tokens, refusals: [409] })
    await page.goto('/elevenlabs')
    await describeIt(page, 'Добрый вечер, друзья')
    await submit(page).click()
    await playable(page, 'audio')
    const wav = await savedAs(page, /^WAV/)
    expect([inText(wav.bytes, 0, 4), inText(wav.bytes, 8, 4), wav.name.endsWith('.wav')]).toEqual([
      'RIFF',
      'WAVE',
      true
    ])
    const seconds = (wav.bytes.length - 44) / wav.bytes.readUInt32LE(28)
    const [job] = await jobsOf(account)
    expect(seconds).toBeCloseTo(job?.files[0]?.durationSeconds ?? 0, 0)

    await page.getByRole('button', { name: 'Результат испорчен?' }).click()
    await page.getByRole('button', { name: 'Проверить и повторить' }).click()
    await page.getByRole('alert').filter({ hasText: 'Мы измерили запись' }).waitFor()
    await expectAccessible(page)
    await takeScreenshot(page, 'Результат в порядке')
    expect(await jobsOf(account)).toHaveLength(1)
  }
)
