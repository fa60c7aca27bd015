// A recording from its settings to its files: a searched voice, a pause, another speed, WAV, subtitles.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { type Account, createAccount } from '../support/e2e/account.ts'
import { bytesOf, contentOf } from '../support/e2e/download.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { balanceOf, card, choose, describeIt, jobsOf, playable, submit, whileJobsRun } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** A long text, faster than the provider speaks, shows how far it is, survives its page, and is one recording. */
async function recordLongText(page: Page, account: Account) {
  await describeIt(page, 'Море шумит у самых ног. '.repeat(50))
  await choose(page, 'MP3')
  await page.getByText(/Длинный текст читается по частям/).waitFor()
  await expect.poll(() => submit(page).textContent()).toContain('2 токена')
  await submit(page).click()
  await card(page).getByRole('progressbar').waitFor()
  await page.close()
  await expect.poll(async () => (await jobsOf(account))[0]?.state, whileJobsRun).toBe('completed')
  const [job] = await jobsOf(account)
  expect(job?.files).toHaveLength(1)
  expect(job?.files[0]).toMatchObject({ type: 'audio/mpeg', durationSeconds: expect.closeTo(1199 / 15 / 1.5, -1) })
  expect(await balanceOf(account)).toBe(7)
}

test('a recording is made as ordered: voice, pause, speed, format, subtitles; and a long one in parts', async ({
  openPage
}) => {
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
  await choose(page, '1,5×')
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
  await recordLongText(page, account)
})
