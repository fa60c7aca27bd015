// A picture, a recording and a film, each with settings that few leave as they were: they are seen and heard, saved in
// the formats that the browser writes, and made once more for nothing when they are broken. What the form of each page sends:
// tests/web/studio/studio-settings.test.tsx.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { bytesOf } from '../support/e2e/download.ts'
import { expectGoodLooks, onPhone } from '../support/e2e/good-looks.ts'
import {
  balanceOf,
  card,
  choose,
  describeIt,
  jobsOf,
  playable,
  stageOldest,
  submit,
  unfold
} from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** From a list that opens. */
async function pick(page: Page, label: string, option: string | RegExp) {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  await page.getByRole('menuitemradio', { name: option }).click()
}

async function saved(page: Page, press: () => Promise<void>) {
  const download = page.waitForEvent('download')
  await press()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await bytesOf(file) }
}

async function savedAs(page: Page, format: RegExp) {
  await card(page).getByRole('button', { name: 'Скачать в другом формате' }).click()
  return saved(page, () => page.getByRole('menuitem', { name: format }).click())
}

const savedAsItIs = (page: Page) =>
  saved(page, () => card(page).locator('a, button').filter({ hasText: 'Скачать' }).first().click())

const inText = (bytes: Buffer, from: number, length: number) => bytes.subarray(from, from + length).toString('latin1')

test('a picture is saved in every format, and made once more', async ({ openPage }) => {
  const account = await createAccount('paid')
  const page = await openPage({ width: 390, moving: true, tokens: account.tokens })
  await page.goto('/dall-e-3')
  await describeIt(page, 'Лиса')
  await choose(page, /^1792×1024/)
  await unfold(page)
  await choose(page, 'Сплошной')
  await submit(page).click()
  await playable(page, 'img')
  await card(page).getByRole('button', { name: 'Скачать в другом формате' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const original = await savedAsItIs(page)
  expect(inText(original.bytes, 1, 3)).toBe('PNG')
  const webp = await savedAs(page, /^WebP/)
  expect([webp.name, inText(webp.bytes, 8, 4)]).toEqual(['DALL E 3 - Лиса.webp', 'WEBP'])
  const jpeg = await savedAs(page, /^JPEG/)
  expect([jpeg.name, jpeg.bytes.subarray(0, 3).toString('hex')]).toEqual(['DALL E 3 - Лиса.jpg', 'ffd8ff'])

  await page.getByRole('button', { name: 'Результат испорчен?' }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Повторить бесплатно' }).click()
  await page.getByText('Бесплатно: повтор испорченной работы').waitFor()
  await stageOldest(page)
  await page.getByText('Эту работу повторили бесплатно').waitFor()
  await expectGoodLooks(page, 'a picture made once more', onPhone)
  expect(await balanceOf(account)).toBe(5)
  const parameters = { size: '1792x1024', background: 'opaque' }
  expect(await jobsOf(account)).toMatchObject([
    { priceTokens: 0, chargedTokens: 0, parameters },
    { priceTokens: 5, chargedTokens: 5, parameters }
  ])
})

const clip = new URL('../fixtures/media/clip.webm', import.meta.url).pathname

test('a recording is heard and saved as MP3 and WAV; a film is made from a film of the user, plays and is saved', async ({
  openPage
}) => {
  const account = await createAccount('paid')
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/elevenlabs')
  await describeIt(page, 'Добрый день! Проверка голоса.')
  await choose(page, /^0,5/)
  await submit(page).click()
  await playable(page, 'audio')
  const wav = await savedAs(page, /^WAV/)
  expect([inText(wav.bytes, 0, 4), inText(wav.bytes, 8, 4), wav.name.endsWith('.wav')]).toEqual(['RIFF', 'WAVE', true])
  const seconds = (wav.bytes.length - 44) / wav.bytes.readUInt32LE(28)
  const jobs = await jobsOf(account)
  expect(jobs).toMatchObject([{ priceTokens: 1, chargedTokens: 1, parameters: { speed: '0.5' } }])
  expect(seconds).toBeCloseTo(jobs[0]?.files[0]?.durationSeconds ?? 0, 0)
  expect((await savedAsItIs(page)).name.endsWith('.mp3')).toBe(true)

  await page.getByRole('link', { name: 'Runway' }).first().click()
  await pick(page, 'Режим', 'Видео из видео')
  await page.locator('form input[type=file]').first().setInputFiles(clip)
  await page.getByText('clip.webm', { exact: true }).waitFor()
  await describeIt(page, 'Поезд в горах зимой')
  await choose(page, '9:16')
  await expect.poll(() => submit(page).innerText()).toMatch(/\b6 токен/)
  await submit(page).click()
  await playable(page, 'video')
  await expect.poll(() => balanceOf(account)).toBe(3)
  expect((await jobsOf(account))[0]).toMatchObject({ chargedTokens: 6, parameters: { mode: 'video-to-video' } })
  await expectGoodLooks(page, 'a result of runway')
  // At 200 %: a low window makes a film narrow, but not narrower than its controls.
  await page.setViewportSize({ width: 720, height: 450 })
  const player = await page.getByRole('group', { name: /^Проигрыватель/ }).boundingBox()
  const last = await page.getByRole('button', { name: 'На весь экран' }).boundingBox()
  expect(last!.x + last!.width).toBeLessThanOrEqual(player!.x + player!.width)
  expect(inText((await savedAsItIs(page)).bytes, 4, 4)).toBe('ftyp')
})
