// Results that lead on: a picture becomes an edit, a larger picture and a video, which a mail leads back to; and each of them
// knows where it comes from.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { paintPicture } from '#sandbox/media/picture.ts'
import { chooseReadyChannel } from '#contract/ready.ts'
import { type Account, callApi, createAccount } from '../support/e2e/account.ts'
import { buyWithoutPage } from '../support/e2e/buying.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { linkOf, waitForLetter } from '../support/e2e/mail.ts'
import {
  attached,
  balanceOf,
  card,
  choose,
  describeIt,
  jobsOf,
  makeLong,
  playable,
  submit
} from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const next = (page: Page, name: string) =>
  card(page).getByRole('list', { name: 'Что дальше' }).getByRole('link', { name })

/** Submits the form. @returns the body of the request */
async function send(page: Page): Promise<Record<string, unknown>> {
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('/api/ai/'))
  await submit(page).click()
  const body = (await request).postDataJSON()
  await card(page).waitFor()
  return body
}

/** Waits until the newest job is done. @returns the name of its file in a form */
async function doneBy(account: Account, service: string): Promise<string> {
  const newest = async () => (await jobsOf(account)).find((job) => job.service === service)
  await expect.poll(async () => (await newest())?.state, { timeout: 60_000 }).toBe('completed')
  return `work:${(await newest())?.files[0]?.id}`
}

test('a picture is edited, enlarged and brought to life, with the tab closed in between', async ({ openPage }) => {
  const account = await createAccount()
  const { tokens } = account
  await buyWithoutPage(account)
  await expect.poll(() => balanceOf(account), { timeout: 30_000 }).toBe(110)

  const first = await openPage({ tokens })
  await first.goto('/flux')
  await describeIt(first, 'Маяк на скале')
  await send(first)
  await first.close()
  const picture = await doneBy(account, 'flux')

  const second = await openPage({ tokens })
  await second.goto('/flux')
  await playable(second, 'img')
  await expectGoodLooks(second, 'a result that leads on')
  await next(second, 'Изменить').click()
  await attached(second).waitFor()
  expect(new URL(second.url()).pathname).toBe('/gpt-image-edit')
  await describeIt(second, 'Добавь чаек')
  expect(await send(second)).toMatchObject({ image: picture })
  await second.close()
  const edit = await doneBy(account, 'gpt-image-edit')

  const third = await openPage({ tokens })
  await third.goto('/gpt-image-edit')
  await playable(third, 'img')
  await third.getByRole('button', { name: 'До и после' }).click()
  const border = third.getByRole('slider', { name: 'Граница между «до» и «после»' })
  await border.focus()
  await third.keyboard.press('ArrowRight')
  await expect.poll(() => border.getAttribute('aria-valuetext')).toBe('Исходное изображение видно на 51%')
  await expectGoodLooks(third, 'before and after')
  await next(third, 'Увеличить').click()
  await attached(third).waitFor()
  expect(await send(third)).toMatchObject({ image: edit, tool: 'upscale' })
  await third.close()
  await doneBy(account, 'stability')

  const fourth = await openPage({ tokens })
  await fourth.goto('/stability')
  await playable(fourth, 'img')
  await next(fourth, 'Оживить').click()
  await attached(fourth).waitFor()
  await describeIt(fourth, 'Волны бьются о скалу')
  await callApi(chooseReadyChannel, { channel: 'mail' }, tokens.accessToken)
  await send(fourth)
  await makeLong(account)
  await fourth.close()
  await doneBy(account, 'runwayml')

  const letter = await waitForLetter(account.email)
  expect(letter.text).not.toContain('Волны')
  const last = await openPage({ tokens })
  await last.goto(linkOf(letter).href)
  await last.getByRole('dialog').waitFor()
  const before = last.getByRole('region', { name: 'Сделано из' })
  await before.getByRole('button').nth(2).waitFor()
  await expectGoodLooks(last, 'the chain of a video')
  await before.getByRole('button', { name: /^Flux/ }).click()
  await last.getByRole('region', { name: 'Из этого сделано' }).getByRole('button').first().waitFor()
  await last.getByRole('button', { name: 'К открытой работе' }).click()
  await before.waitFor()
})

const photo = async () => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await paintPicture({ text: 'Фото', width: 1200, height: 900, type: 'image/png' }))
})

test('an edited photo keeps its proportions, and the photo is there when the edit is repeated', async ({
  openPage
}) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/gpt-image-edit')
  await page.locator('form input[type=file]').setInputFiles(await photo())
  await attached(page).waitFor()
  await describeIt(page, 'Добавь луну')
  await send(page)
  await doneBy(account, 'gpt-image-edit')
  await playable(page, 'img')
  const [job] = await jobsOf(account)
  expect(job?.files).toMatchObject([{ width: 1152, height: 864 }])
  await page.close()

  const again = await openPage({ tokens: account.tokens })
  await again.goto('/gpt-image-edit')
  await card(again).getByRole('link', { name: 'Повторить' }).click()
  await attached(again).waitFor()
  await next(again, 'Изменить').click()
  await again.getByRole('button', { name: 'Прежняя версия' }).click()
  await again.getByRole('button', { name: 'Следующая' }).click()
  await expectGoodLooks(again, 'versions of a picture')
})

test('a part of a picture is replaced by keyboard alone', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/stability')
  await choose(page, 'Заменить область')
  await page
    .locator('form input[type=file]')
    .first()
    .setInputFiles(await photo())
  await page.getByRole('button', { name: 'Лассо' }).press('Enter')
  const easel = page.getByRole('application', { name: 'Область замены на изображении' })
  await easel.focus()
  for (const key of [' ', 'ArrowRight', ' ', 'ArrowDown', ' ', 'Enter']) await page.keyboard.press(key)
  await page.getByText(/^Выделено \d+% изображения$/).waitFor()
  await page.getByRole('button', { name: 'Отменить последнее' }).press('Enter')
  await page.getByRole('button', { name: 'Вернуть отменённое' }).press('Enter')
  await page.getByText(/^Выделено \d+% изображения$/).waitFor()
  await expectGoodLooks(page, 'the mask editor')
  await page.getByLabel('Что нарисовать в этой области').focus()
  await page.keyboard.type('Ваза с пионами')
  await page.keyboard.press('Control+Enter')
  await doneBy(account, 'stability')
  await playable(page, 'img')
})
