// A folder of chats becomes a project: its files go with the questions of its chats, at the price that was said; the answer names what it
// has read, and each place opens.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chatFolders } from '#contract/chats.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { buyWithoutPage } from '../support/e2e/buying.ts'
import { answersOn, ask, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks, onPhone } from '../support/e2e/good-looks.ts'
import { balanceOf, chargesOf } from '../support/e2e/studio.ts'
import { expectNothingCut } from '../support/e2e/sticking-out.ts'
import { test } from '../support/e2e/test.ts'
import { docx, pdfPages, textFile } from '../support/files.ts'

const contracts = [
  ['Ромашка', '480 000'],
  ['Василёк', '125 500'],
  ['Ландыш', '310 000'],
  ['Пион', '77 900'],
  ['Астра', '1 250 000']
] as const

const filesOfContracts = contracts.map(([name, sum], index) => {
  const lines = [
    `Договор № ${index + 1} об оказании услуг с ООО «${name}»`,
    'Исполнитель оказывает услуги, а заказчик оплачивает их.',
    `Стоимость услуг по договору составляет ${sum} рублей.`
  ]
  const isText = index > 2
  return {
    name: `договор-${index + 1}.${isText ? 'txt' : 'docx'}`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(isText ? textFile(lines.join('\n')) : docx(...lines))
  }
})

const sentence = 'Запись в журнале смены: всё спокойно, ветер слабый, маяк горит.'
const journal = `${sentence}\n`.repeat(Math.floor(290_000 / sentence.length))

/** More than goes with one question, and the place that is looked for on the third page of another file. */
const filesTooLong = [
  ...[1, 2].map((number) => ({ name: `журнал-${number}.txt`, buffer: Buffer.from(textFile(journal)) })),
  {
    name: 'terms.pdf',
    buffer: Buffer.from(pdfPages(['Delivery terms', 'Quality terms', 'The penalty for a delay is 777 rubles']))
  }
].map((file) => ({ ...file, mimeType: 'application/octet-stream' }))

const panelOn = (page: Page) => page.getByRole('dialog', { name: 'Проект «Договоры»' })
const noteOn = (page: Page, text: string) => page.getByRole('button', { name: `Проект «Договоры»: ${text}` })
const readOn = (page: Page) => answersOn(page).last().locator('summary', { hasText: 'Прочитан' })

/** From the list of chats, by keyboard. */
async function choose(page: Page, what: string | RegExp, item: string) {
  await page.getByRole('button', { name: what }).first().press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

/** Adds files in the panel, and waits until they are read. */
async function addFiles(page: Page, files: typeof filesTooLong, heading: string) {
  const panel = panelOn(page)
  const chooser = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: 'Добавить файлы' }).press('Enter')
  await (await chooser).setFiles(files)
  await panel.getByRole('heading', { name: heading }).waitFor()
  await panel.getByText('Читаем текст…').first().waitFor({ state: 'detached', timeout: 60_000 })
}

/** A long name without a space breaks in the title of the panel. */
async function renameThere(page: Page) {
  const panel = page.getByRole('dialog', { name: /^Проект «/ })
  for (const name of ['Д'.repeat(60), 'Договоры']) {
    await panel.getByRole('textbox', { name: 'Название' }).fill(name)
    await panel.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await page.getByRole('dialog', { name: `Проект «${name}»` }).waitFor()
    await expectNothingCut(panel)
  }
}

/** An instruction, and five files that are read. */
async function fillProject(page: Page) {
  await choose(page, 'Действия с папкой «Договоры»', 'Проект')
  const panel = panelOn(page)
  await panel.getByText('Файлов нет').waitFor()
  await renameThere(page)
  await panel.getByRole('textbox', { name: 'Инструкция проекта' }).fill('Отвечай юридическим языком.')
  await panel.getByRole('button', { name: 'Сохранить' }).press('Enter')
  await panel.getByText('Есть несохранённые изменения').waitFor({ state: 'detached' })
  await addFiles(page, filesOfContracts, '5 файлов')
  await panel.getByText('Файлы проекта отправляются целиком: +1 токен к вопросу').waitFor()
  await expectGoodLooks(page, 'panel of a project')
}

/** Opens the first file that the last answer has read. */
async function openRead(page: Page) {
  await readOn(page).press('Enter')
  await answersOn(page).last().getByRole('button', { name: 'договор-1.docx' }).press('Enter')
  const viewer = page.getByRole('dialog', { name: 'договор-1.docx' })
  await viewer.getByText('Стоимость услуг по договору составляет 480 000 рублей.').waitFor()
  return viewer
}

/** What does not fit is found: the place is opened on a phone, marked and in view. */
async function openPassage(page: Page) {
  await noteOn(page, '4 файла').press('Enter')
  await addFiles(page, filesTooLong, '7 файлов')
  await panelOn(page)
    .getByText('Файлы не помещаются целиком: модель получает подходящие отрывки, +3 токена к вопросу')
    .waitFor()
  await page.keyboard.press('Escape')
  await noteOn(page, '7 файлов, отрывками, +3 токена к вопросу').waitFor()
  await askFor(page, 'Кратко: what is the penalty for a delay?', 3, 8)
  const desk = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await readOn(page).press('Enter')
  await answersOn(page).last().getByRole('button', { name: 'terms.pdf, стр. 3' }).press('Enter')
  const viewer = page.getByRole('dialog', { name: 'terms.pdf, стр. 3' })
  await viewer.getByRole('heading', { name: 'Страница 3' }).waitFor()
  await expect.poll(() => viewer.locator('mark').textContent()).toContain('777 rubles')
  await expectGoodLooks(page, 'passage of a file on a phone', onPhone)
  await page.keyboard.press('Escape')
  await page.setViewportSize(desk ?? { width: 1440, height: 900 })
}

/** Asks, and waits for the whole answer, which has cost so much. */
async function askFor(page: Page, prompt: string, number: number, tokens: number) {
  await expect.poll(() => promptField(page).isEnabled()).toBe(true)
  await ask(page, prompt)
  await expect.poll(() => answersOn(page).count()).toBe(number)
  await waitForWords(answersOn(page).last())
  await answersOn(page)
    .last()
    .getByText(new RegExp(`Списано ${tokens} токен`))
    .waitFor()
}

test('files of a project go with each question of its chats, are named by the answer, and stay behind when the chat leaves', async ({
  openPage
}) => {
  const account = await createAccount('paid')
  await buyWithoutPage(account)
  await callApi(chatFolders.create, { name: 'Договоры' }, account.tokens.accessToken)
  const before = 110
  await expect.poll(() => balanceOf(account)).toBe(before)
  const page = await openPage({ tokens: account.tokens, dark: true })
  await page.goto('/chatgpt')
  await fillProject(page)

  await panelOn(page).getByRole('button', { name: 'Новый чат в проекте' }).press('Enter')
  await page.waitForURL(/\?chat=\d+/)
  await noteOn(page, '5 файлов, целиком, +1 токен к вопросу').waitFor()
  await page.getByText('Ответ: 6 токенов').waitFor()
  await askFor(page, 'Кратко: какая сумма в договоре с «Ромашкой»?', 1, 6)
  await readOn(page)
    .getByText(/^Прочитаны целиком: .+ и ещё 3 файла$/)
    .waitFor()
  await expectGoodLooks(page, 'chat of a project')
  await openRead(page)
  await expectGoodLooks(page, 'text of a file that was read')
  await page.keyboard.press('Escape')

  await noteOn(page, '5 файлов').press('Enter')
  await panelOn(page).getByRole('button', { name: 'Убрать файл договор-2.docx' }).press('Enter')
  await panelOn(page).getByRole('button', { name: 'Убрать', exact: true }).press('Enter')
  await panelOn(page).getByRole('heading', { name: '4 файла' }).waitFor()
  await page.keyboard.press('Escape')
  await noteOn(page, '4 файла, целиком, +1 токен к вопросу').waitFor()
  await askFor(page, 'Кратко: а в остальных?', 2, 6)
  await readOn(page)
    .getByText(/^Прочитаны целиком: .+ и ещё 2 файла$/)
    .waitFor()

  await openPassage(page)

  await page
    .getByRole('button', { name: /^Папка|Договоры/ })
    .first()
    .press('Enter')
  await choose(page, /^Действия с чатом/, 'В папку…')
  await page.getByRole('button', { name: 'Убрать из папки' }).press('Enter')
  await page.getByRole('button', { name: /^Проект «/ }).waitFor({ state: 'detached' })
  await askFor(page, 'Кратко: и что теперь?', 4, 5)
  await expect.poll(() => readOn(page).count()).toBe(0)

  const charged = (await chargesOf(account)).map((one) => one.cost_in_tokens).filter((tokens) => tokens > 0)
  expect(charged).toEqual([5, 8, 6, 6])
  await expect.poll(() => balanceOf(account)).toBe(before - 25)
})
