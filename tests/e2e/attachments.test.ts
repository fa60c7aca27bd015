// What goes along with a question, as a user meets it: a role, a search and thoughts, files; priced, kept over a reload, gone with the chat.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { buyWithoutPage } from '../support/e2e/buying.ts'
import { answersOn, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { holdModule } from '../support/e2e/hold.ts'
import { expectNothingCut } from '../support/e2e/sticking-out.ts'
import { test } from '../support/e2e/test.ts'
import { docx, pdf, textFile } from '../support/files.ts'
import { jpeg, webp } from '../support/worker/pictures.ts'

const picture = { name: 'снимок.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) }
const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('Quarterly report')) }
const files = (page: Page) => page.getByRole('list', { name: 'Файлы запроса' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const rolesOn = (page: Page) => page.getByRole('dialog', { name: 'Кто будет отвечать' })
const sourcesOn = (page: Page) => answersOn(page).getByRole('region', { name: 'Источники' })
const filesCost = 'За файлы: +2 токена к цене запроса'
const focusedOn = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

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

/** With a word that breaks on a phone. */
const instructionOfRole = `Отвечай как капитан корабля. ${'О'.repeat(60)}`

/** By keyboard: an own role is made and chosen. */
async function chooseRole(page: Page) {
  await button(page, 'Выбрать роль').press('Enter')
  const roles = rolesOn(page)
  await roles.getByRole('button', { name: /^Репетитор/ }).waitFor()
  await expectGoodLooks(page, 'roles')
  await roles.getByRole('button', { name: 'Своя роль' }).press('Enter')
  const editor = page.getByRole('dialog', { name: 'Новая роль' })
  await editor.getByRole('textbox', { name: 'Название' }).fill('Капитан')
  await editor.getByRole('textbox', { name: 'Инструкция' }).fill(instructionOfRole)
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Сохранить' }).press('Enter')
  await roles.getByRole('button', { name: /^Капитан/ }).waitFor()
  const desk = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNothingCut(roles)
  if (desk) await page.setViewportSize(desk)
  await roles.getByRole('button', { name: /^Капитан/ }).press('Enter')
  await button(page, 'Роль: Капитан').waitFor()
}

/** What cannot be read says why, and holds the request until it is taken away. */
async function addUnreadable(page: Page, release: () => Promise<void>) {
  // Pasted before the list of files can be shown.
  await hand(page, 'paste', { name: 'scan.pdf', bytes: pdf(null) })
  await release()
  await files(page)
    .getByText(/В файле нет текста/)
    .waitFor()
  await hand(page, 'paste', { name: 'x.bin', bytes: new Uint8Array([0, 1, 2]) })
  await files(page)
    .getByText(/Такой файл не поддерживается/)
    .waitFor()
  await promptField(page).fill('Кратко: что на снимке и в отчёте?')
  await page.getByText('Уберите файлы, которые не удалось приложить').waitFor()
  await expect.poll(() => button(page, 'Отправить').isDisabled()).toBe(true)
  await expectGoodLooks(page, 'a role, switches, files, and some that failed')
  for (const name of ['scan.pdf', 'x.bin']) await button(page, `Убрать файл ${name}`).click()
}

/** By keyboard: both switches are pressed, and a picture and a document are attached; all of it survives a reload. */
async function addExtras(page: Page) {
  for (const name of ['Поиск в интернете, +5 токенов', 'Показать размышления']) {
    await button(page, name).press('Space')
    await expect.poll(() => button(page, name).getAttribute('aria-pressed')).toBe('true')
  }
  // Early: the browser is told to hand over its dialog without a call that waits for that.
  const chooser = page.waitForEvent('filechooser')
  await promptField(page).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedOn(page)).toBe('Приложить файлы')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([picture, report])
  await page.getByText('Ответ: до 9 токенов').waitFor()
  const release = await holdModule(page, 'src/chat/attach/loaded-room.tsx')
  await page.reload()
  await page.getByText('Ответ: до 9 токенов').waitFor()
  await button(page, 'Роль: Капитан').waitFor()
  await addUnreadable(page, release)
}

/** The model sees the files, searches and thinks, and all of it is there after a reload. */
async function askWithAll(page: Page) {
  // Until the files that failed are gone Enter does nothing.
  await expect.poll(() => button(page, /^Отправить/).isEnabled()).toBe(true)
  await promptField(page).press('Enter')
  await waitForWords(answersOn(page))
  await answersOn(page)
    .getByText(/Вижу картинку JPEG 80×64\. Вижу файл «report\.pdf».+Quarterly report/)
    .waitFor()
  await answersOn(page)
    .getByText(/Списано 9 токенов/)
    .waitFor()
  await expect.poll(() => files(page).count()).toBe(1)

  await page.reload()
  await page.getByText('Отвечает в роли «Капитан»').waitFor()
  await expect.poll(() => answersOn(page).count()).toBe(1)
  await button(page, 'Открыть картинку снимок.jpg').press('Enter')
  await page.getByRole('dialog', { name: 'снимок.jpg' }).getByRole('img').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await answersOn(page).locator('summary', { hasText: 'Размышления' }).press('Enter')
  await answersOn(page).getByText('Разбираю вопрос').waitFor()
  const first = await sourcesOn(page).getByRole('link').first().getAttribute('href')
  await expect.poll(() => answersOn(page).getByRole('link', { name: 'Источник 1' }).getAttribute('href')).toBe(first)
  await expectGoodLooks(page, 'asked with a role, a search and files')
}

/** The instruction is taken away, and the files are attached once more. */
async function changeExtras(page: Page) {
  await button(page, 'Инструкция').press('Enter')
  const instruction = page.getByRole('textbox', { name: 'Инструкция роли «Капитан»' })
  await expect.poll(() => instruction.inputValue()).toBe(instructionOfRole)
  await expectGoodLooks(page, 'instruction')
  await instruction.fill('')
  await button(page, 'Сохранить').press('Enter')
  await page.getByText('Отвечает в роли').waitFor({ state: 'detached' })

  await button(page, 'Приложить файлы снова').press('Enter')
  await page.getByText('Ответ: до 9 токенов').waitFor()
  await button(page, 'Убрать файл снимок.jpg').last().press('Enter')
  await page.getByText('Ответ: до 8 токенов').waitFor()
}

/** By keyboard: the chat is deleted, and its files with it. */
async function deleteChat(page: Page) {
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
}

/** Files are dropped and pasted, also beside texts. */
async function dropAndPaste(page: Page) {
  await hand(page, 'drop', { name: 'план.docx', bytes: docx('План работ на весну') })
  await files(page).getByText('план.docx').first().waitFor()
  await promptField(page).fill('Кратко: о чём план?')
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
  await page.getByText(filesCost).waitFor()
  // All three are read: until then Enter does nothing.
  await expect.poll(() => button(page, /^Отправить/).isEnabled()).toBe(true)
  await promptField(page).press('Enter')
  await answersOn(page)
    .getByText(/Вижу картинку PNG 80×64\..+файл «план\.docx».+План работ на весну/)
    .waitFor()
}

test('a role, a search with thoughts, and files go with a question, and stay until they are taken away', async ({
  openPage
}) => {
  const account = await createAccount()
  await buyWithoutPage(account)
  const page = await openPage({ tokens: account.tokens, refusals: [400, 404] })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (/example\.(org|com)/.test(new URL(request.url()).hostname)) foreign.push(request.url())
  })
  await page.goto('/claude')
  await expect.poll(() => button(page, 'Приложить файлы').isEnabled()).toBe(true)
  await expect.poll(() => focusedOn(page)).toBe('Ваш запрос')
  await chooseRole(page)
  await addExtras(page)
  await askWithAll(page)
  await changeExtras(page)
  await deleteChat(page)
  expect(foreign).toEqual([])

  for (const name of ['Поиск в интернете, +5 токенов', 'Показать размышления']) await button(page, name).click()
  await dropAndPaste(page)
})
