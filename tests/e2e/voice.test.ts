// A recording from its settings to its files: a searched voice, a pause, another speed, WAV, subtitles.
import { expect } from 'vitest'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { createAccount } from '../support/e2e/account.ts'
import { bytesOf, contentOf } from '../support/e2e/download.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { balanceOf, card, choose, describeIt, playable, submit } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

test('a recording is made as ordered: voice, pause, speed, format, subtitles', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/elevenlabs')
  await describeIt(page, 'Добрый день.')
  await page.getByRole('button', { name: 'Вставить паузу' }).click()
  await page.getByRole('menuitem', { name: '2 с', exact: true }).click()
  await page.keyboard.type('До встречи.')
  await expect.poll(() => page.locator('form textarea').inputValue()).toBe('Добрый день. [пауза 2 с] До встречи.')

  await page.getByRole('searchbox', { name: 'Найти голос' }).fill('адам')
  await page.getByRole('radio', { name: /^Адам/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Остановить: голос Адам' }).waitFor()
  await choose(page, '1.5×')
  await page.getByText('Дополнительно').click()
  await choose(page, 'WAV')
  await submit(page).click()
  await playable(page, 'audio')
  await card(page).getByText('WAV записан со скоростью 1,5×').waitFor()
  await expectGoodLooks(page, 'voice')

  const [sound] = await Promise.all([
    page.waitForEvent('download'),
    card(page).getByRole('link', { name: 'Скачать' }).click()
  ])
  const facts = await inspectMedia(sourceOf(await bytesOf(sound)))
  expect(facts?.type).toBe('audio/wav')
  // 23 characters and two spaces at 15 a second, half as long again, and a pause of two seconds.
  expect(facts?.durationSeconds).toBeCloseTo(25 / 15 / 1.5 + 2, 0)
  const [lines] = await Promise.all([
    page.waitForEvent('download'),
    card(page).getByRole('link', { name: 'Субтитры (SRT)' }).click()
  ])
  expect(lines.suggestedFilename()).toMatch(/\.srt$/)
  expect((await contentOf(lines)).split('\n').filter((line) => /[а-я]/.test(line))).toEqual([
    'Добрый день.',
    'До встречи.'
  ])
  expect(await balanceOf(account)).toBe(9)
})
