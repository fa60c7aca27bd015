// Results that lead on: a picture becomes an edit and a video, which a mail leads back to; and each of them
// knows where it comes from.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseReadyChannel } from '#contract/ready.ts'
import { type Account, callApi, createAccount } from '../support/e2e/account.ts'
import { buyWithoutPage } from '../support/e2e/buying.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { linkOf, waitForLetter } from '../support/e2e/mail.ts'
import {
  attached,
  balanceOf,
  card,
  describeIt,
  jobsOf,
  makeLong,
  playable,
  submit,
  submitJob,
  whileJobsRun
} from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const next = (page: Page, name: string) =>
  card(page).getByRole('list', { name: 'Что дальше' }).getByRole('link', { name })

/** The name in a form of the newest job's file. */
const newestFile = async (account: Account) => `work:${(await jobsOf(account))[0]?.files[0]?.id}`

/** Submits the form. @returns what was sent */
async function sentBy(page: Page): Promise<Record<string, unknown>> {
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('/api/ai/'))
  await submit(page).click()
  return (await request).postDataJSON() as Record<string, unknown>
}

const doneBy = (account: Account, count: number) =>
  expect
    .poll(async () => (await jobsOf(account)).filter(({ state }) => state === 'completed').length, whileJobsRun)
    .toBe(count)

/** What is said below a field is not behind the bar with the button. */
const expectInSight = (words: Locator) =>
  expect
    .poll(() =>
      words.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    )
    .toBe(true)

test('a picture is edited and brought to life, and a mail leads back when the tab is closed', async ({ openPage }) => {
  const account = await createAccount()
  const { tokens } = account
  await buyWithoutPage(account)
  await expect.poll(() => balanceOf(account), { timeout: 30_000 }).toBe(110)

  await submitJob(account, '/image/flux', { prompt: 'Маяк на скале' })
  await doneBy(account, 1)
  const picture = await newestFile(account)
  const page = await openPage({ tokens })
  await page.goto('/flux')
  await playable(page, 'img')
  await next(page, 'Изменить').click()
  await attached(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/gpt-image-edit')
  await submit(page).click()
  await expectInSight(page.getByRole('main').getByText('Введите описание изменений', { exact: true }))
  await describeIt(page, 'Добавь чаек')
  expect(await sentBy(page)).toMatchObject({ image: picture })
  await doneBy(account, 2)
  await playable(page, 'img')
  await page.getByRole('button', { name: 'До и после' }).click()
  const border = page.getByRole('slider', { name: 'Граница между «до» и «после»' })
  await border.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => border.getAttribute('aria-valuetext')).toBe('Исходное изображение видно на 51%')
  await next(page, 'Изменить').click()
  await page.getByRole('button', { name: 'Прежняя версия' }).click()
  await page.getByRole('button', { name: 'Следующая' }).click()
  await expectGoodLooks(page, 'before and after, and versions of a picture')

  await next(page, 'Оживить').click()
  // The form before it has a picture and a description as well.
  await page.getByRole('heading', { level: 1, name: 'Runway' }).waitFor()
  await attached(page).waitFor()
  await describeIt(page, 'Волны бьются о скалу')
  await callApi(chooseReadyChannel, { channel: 'mail' }, tokens.accessToken)
  await submit(page).click()
  await card(page).waitFor()
  await makeLong(account)
  await page.close()
  await doneBy(account, 3)

  const letter = await waitForLetter(account.email)
  expect(letter.text).not.toContain('Волны')
  const later = await openPage({ tokens })
  await later.goto(linkOf(letter).href)
  await later.getByRole('dialog').waitFor()
  const before = later.getByRole('region', { name: 'Сделано из' })
  await before.getByRole('button').nth(1).waitFor()
  await expectGoodLooks(later, 'the chain of a video')
  await before.getByRole('button', { name: /^Flux/ }).click()
  await later.getByRole('region', { name: 'Из этого сделано' }).getByRole('button').first().waitFor()
  await later.getByRole('button', { name: 'К открытой работе' }).click()
  await before.waitFor()
})
