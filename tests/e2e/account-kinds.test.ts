// What differs by plan, as each kind of account meets it: what is open, what it costs, and files in a chat.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { choose, describeIt, submit } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'
import { pdf } from '../support/files.ts'
import { kindsOfAccount } from '../support/seeding/call.ts'
import { jpeg } from '../support/worker/pictures.ts'

const picture = { name: 'снимок.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) }
const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('Quarterly report')) }

async function attach(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Приложить файлы' })
  await expect.poll(() => button.isEnabled()).toBe(true)
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles([picture, report])
}

test.for(kindsOfAccount)('%s', async (kind, { openPage }) => {
  const isCovered = kind === 'premium'
  const isOpen = kind !== 'free'
  const { tokens } = await createAccount(kind)
  const page = await openPage({ tokens })

  await page.goto('/claude')
  await attach(page)
  const filesCost = isCovered ? 'По подписке они ничего не стоят' : 'За файлы: +2 токена к цене запроса'
  await page.getByText(filesCost).waitFor()
  await promptField(page).fill('Кратко: что на снимке и в отчёте?')
  await expect.poll(() => page.getByRole('button', { name: /^Отправить/ }).isEnabled()).toBe(true)
  await promptField(page).press('Enter')
  await waitForWords(answersOn(page))
  await answersOn(page)
    .getByText(/Вижу картинку JPEG 80×64\. Вижу файл «report\.pdf»/)
    .waitFor()
  await answersOn(page)
    .getByText(isCovered ? 'Токены не списаны' : /Списано 4 токена/)
    .waitFor()

  await page.goto('/flux')
  await describeIt(page, 'Маяк на скале')
  await expect.poll(() => submit(page).innerText()).toContain(isCovered ? '0 токенов' : '1 токен')
  await page.getByText(isCovered ? 'Premium: токены не списываются' : /^На балансе/).waitFor()
  await choose(page, /^flux-pro/)
  if (isOpen) await expect.poll(() => submit(page).innerText()).toContain(isCovered ? '0 токенов' : '3 токена')
  else await page.getByText('Эти настройки станут доступны после первой покупки').waitFor()
})
