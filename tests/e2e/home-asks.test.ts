// The home page of a user, on a phone: a question with a file, the chat that it began, a work, and a request for another one.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { shifted, watchShifts } from '../support/e2e/pictures.ts'
import { jobsOf, submitJob, whileJobsRun } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'
import { jpeg } from '../support/worker/pictures.ts'

const picture = { name: 'снимок.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) }
const region = (page: Page, name: string) => page.getByRole('region', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** By the menu of the site: the page is not loaded anew. */
const goHome = async (page: Page) => {
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
}

test('a user asks with a file on the home page, finds the chat and the work there, and goes on to create', async ({
  openPage
}) => {
  const account = await createAccount()
  await submitJob(account, '/image/flux', { prompt: 'Синий кит в облаках' })
  await expect.poll(async () => (await jobsOf(account)).map(({ state }) => state), whileJobsRun).toEqual(['completed'])
  const page = await openPage({ tokens: account.tokens, width: 390 })
  // As a visit before has left it.
  await page.addInitScript(() => localStorage.setItem('kept:recent', 'w1'))
  await watchShifts(page)
  await page.goto('/')
  await region(page, 'Последние работы')
    .getByRole('link', { name: /^Синий кит в облаках/ })
    .waitFor()
  await expect.poll(() => region(page, 'Последние чаты').count()).toBe(0)
  expect(await shifted(page)).toBeLessThan(0.01)

  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Приложить файлы').click()
  await (await chooser).setFiles([picture])
  await page.getByText('За файлы: +2 токена к цене запроса').waitFor()
  await promptField(page).fill('Что на снимке?')
  await expectGoodLooks(page, 'home with a file')
  await button(page, 'Отправить').click()
  await page.waitForURL(/\/claude\?chat=\d+$/)
  await waitForWords(answersOn(page))
  await answersOn(page)
    .getByText(/Вижу картинку JPEG 80×64/)
    .waitFor()
  await answersOn(page)
    .getByText(/Списано 3 токена/)
    .waitFor()

  await goHome(page)
  const chats = region(page, 'Последние чаты')
  await chats.getByRole('link', { name: /^Что на снимке/ }).waitFor()
  await expect.poll(() => promptField(page).inputValue()).toBe('')
  await expect.poll(() => page.getByRole('list', { name: 'Файлы запроса' }).count()).toBe(0)
  await expectGoodLooks(page, 'home with a chat and a work')

  await promptField(page).fill('Кот на крыше')
  await button(page, 'Создать').click()
  await page.waitForURL((url) => url.pathname === '/claude')
  await goHome(page)
  await chats.getByRole('link', { name: /^Что на снимке/ }).click()
  await page.waitForURL(/\/claude\?chat=\d+$/)
})
