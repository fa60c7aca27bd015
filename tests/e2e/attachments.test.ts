// Files in a chat as a user meets them: attached, priced, seen by the model, kept over a reload, gone with the chat.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { answersOn, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'
import { docx, pdf, textFile } from '../support/files.ts'
import { jpeg, webp } from '../support/worker/pictures.ts'

const picture = { name: 'снимок.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) }
const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('Quarterly report')) }
const files = (page: Page) => page.getByRole('list', { name: 'Файлы запроса' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Drops or pastes a file as the browser would tell the page, with the texts that a program puts beside it. */
const hand = (
  page: Page,
  event: 'drop' | 'paste',
  { name, bytes, texts = {} }: { name: string; bytes: Uint8Array; texts?: Record<string, string> }
) =>
  page.evaluate(
    ([kind, fileName, content, beside]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(content)], fileName))
      for (const [type, text] of Object.entries(beside)) transfer.setData(type, text)
      const options = { bubbles: true, cancelable: true }
      document.body.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: transfer })
      )
    },
    [event, name, [...bytes], texts] as const
  )

test('by keyboard: a picture and a document are attached, paid, seen, kept, and gone with their chat', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, refusals: [404] })
  // Early: the browser is told to hand over its dialog without anybody waiting for that.
  const chooser = page.waitForEvent('filechooser')
  await page.goto('/claude')
  await expect.poll(() => button(page, 'Приложить файлы').isEnabled()).toBe(true)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe('Ваш запрос')
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('Приложить файлы')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([picture, report])
  await page.getByText('За файлы: +2 токена к цене запроса').waitFor()
  await page.reload()
  await page.getByText('За файлы: +2 токена к цене запроса').waitFor()
  await expectGoodLooks(page, 'attached')

  await promptField(page).fill('Кратко: что на снимке и в отчёте?')
  await promptField(page).press('Enter')
  await waitForWords(answersOn(page))
  await answersOn(page)
    .getByText(/Вижу картинку JPEG 80×64\. Вижу файл «report\.pdf».+Quarterly report/)
    .waitFor()
  await answersOn(page)
    .getByText(/Списано 4 токена/)
    .waitFor()
  await expect.poll(() => files(page).count()).toBe(1)

  await page.reload()
  await button(page, 'Открыть картинку снимок.jpg').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'снимок.jpg' }).getByRole('img').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expectGoodLooks(page, 'asked with files')

  await button(page, 'Ответить заново').press('Enter')
  await page.getByRole('menuitem', { name: /Haiku.+3 токена/ }).waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Изменить запрос').press('Enter')
  await page.getByText('Ответ: 4 токена', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Изменить запрос' }).press('Escape')
  await button(page, 'Приложить файлы снова').focus()
  await page.keyboard.press('Enter')
  await page.getByText('За файлы: +2 токена к цене запроса').waitFor()
  await button(page, 'Убрать файл снимок.jpg').last().focus()
  await page.keyboard.press('Enter')
  await page.getByText('За файлы: +1 токен к цене запроса').waitFor()

  const link = (await files(page).first().getByRole('img').getAttribute('src')) ?? ''
  const statusOf = (url: string) =>
    page.evaluate(async (from) => (await fetch(from, { cache: 'no-store' })).status, url)
  expect(await statusOf(link)).toBe(200)
  await button(page, 'История чатов').press('Enter')
  await page
    .getByRole('dialog', { name: 'История чатов' })
    .getByRole('button', { name: /^Действия с чатом/ })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Удалить' }).press('Enter')
  await page.getByRole('dialog', { name: 'Удалить чат?' }).getByRole('button', { name: 'Удалить' }).press('Enter')
  await expect.poll(() => statusOf(link)).toBe(404)
})

test('files are dropped and pasted; what cannot be read says why, and holds the request until it is taken away', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, refusals: [400] })
  await page.goto('/chatgpt')
  await button(page, 'Приложить файлы').waitFor()
  await expect
    .poll(async () => {
      await hand(page, 'drop', { name: 'план.docx', bytes: docx('План работ на весну') })
      return files(page).count()
    })
    .toBe(1)
  await files(page).getByText('план.docx').first().waitFor()
  await hand(page, 'paste', { name: 'scan.pdf', bytes: pdf(null) })
  await files(page)
    .getByText(/В файле нет текста/)
    .waitFor()
  await hand(page, 'paste', { name: 'x.bin', bytes: new Uint8Array([0, 1, 2]) })
  await files(page)
    .getByText(/Такой файл не поддерживается/)
    .waitFor()
  await promptField(page).fill('Кратко: о чём план?')
  await page.getByText('Уберите файлы, которые не удалось приложить').waitFor()
  await expect.poll(() => button(page, /^Отправить/).isDisabled()).toBe(true)
  await expectGoodLooks(page, 'files that failed')
  for (const name of ['scan.pdf', 'x.bin']) await button(page, `Убрать файл ${name}`).click()
  // What Word puts beside its text is left to the field; what a file manager writes beside a file is not.
  await hand(page, 'paste', {
    name: 'image.png',
    bytes: jpeg,
    texts: { 'text/plain': 'Итоги', 'text/html': '<p>Итоги</p>' }
  })
  const cities = textFile('город;жители\nТверь;416000')
  await hand(page, 'paste', { name: 'города.csv', bytes: cities, texts: { 'text/plain': 'города.csv' } })
  await page.getByText('За файлы: +1 токен к цене запроса').waitFor()
  // Not every upstream takes it: the browser draws it anew.
  await hand(page, 'paste', { name: 'кот.webp', bytes: webp })
  await page.getByText('За файлы: +2 токена к цене запроса').waitFor()
  // All three are read: until then Enter does nothing.
  await expect.poll(() => button(page, /^Отправить/).isEnabled()).toBe(true)
  await promptField(page).press('Enter')
  await answersOn(page)
    .getByText(/Вижу картинку PNG 80×64\..+файл «план\.docx».+План работ на весну/)
    .waitFor()
})
