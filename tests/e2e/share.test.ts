// A chat leaves the page and others come in: a link that a stranger reads, files of each format, an export of ChatGPT.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addMessage, createConversation } from '#contract/chats.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { answersOn } from '../support/e2e/chatting.ts'
import { bytesOf, contentOf } from '../support/e2e/download.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

const title = 'Рифы <img src=x onerror=alert(1)> & «атоллы»'
const question = 'Что такое риф?\n<script>alert(1)</script>'
const answer = [
  'Риф — **гряда** у поверхности <img src=x onerror=alert(1)>[^1]. Рост: $h = v \\cdot t$.',
  '- [лагуна](https://example.org)\n- [нет](javascript:alert(1))',
  '```js\nconst reef = 1\n```',
  '| Вид | Глубина |\n|---|---|\n| Атолл | 30 м |',
  '[^1]: Дарвин, 1842'
].join('\n\n')

async function newChat() {
  const { tokens } = await createAccount()
  const { conversation } = await callApi(createConversation, { service: 'chatgpt', title }, tokens.accessToken)
  for (const content of [question, answer])
    await callApi(addMessage, { id: conversation.id, content }, tokens.accessToken)
  return { tokens, path: `/chatgpt?chat=${conversation.id}` }
}

const act = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Действия с этим чатом' }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('dialog').waitFor()
}

/** A stranger reads the chat by its link, until it is revoked. */
async function shareIt(page: Page, stranger: Page) {
  await act(page, 'Поделиться…')
  await page.getByRole('button', { name: 'Создать ссылку' }).click()
  const field = page.getByRole('textbox', { name: /^Ссылка от / })
  const link = await field.inputValue()
  expect(link).toMatch(/\/shared#h\d-[0-9a-f]{40}$/)
  await expectGoodLooks(page, 'share dialog')

  await stranger.goto(link)
  await stranger.getByRole('heading', { level: 1, name: title }).waitFor()
  await stranger.getByText(/^Копия чата от /).waitFor()
  await expect.poll(() => stranger.title()).toContain(title)
  await expect.poll(() => stranger.getByRole('article', { name: 'Запрос' }).innerText()).toBe(question)
  await answersOn(stranger).getByRole('cell', { name: 'Атолл' }).waitFor()
  await expect.poll(() => stranger.locator('main :is(img, script)').count()).toBe(0)
  await expect.poll(() => answersOn(stranger).getByRole('link').allInnerTexts()).toEqual(['лагуна'])
  await expect.poll(() => stranger.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await expectGoodLooks(stranger, 'shared page')

  await page.getByRole('button', { name: /^Отозвать ссылку/ }).click()
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await stranger.reload()
  await stranger.getByText('Ссылка не работает').waitFor()
  await expectGoodLooks(stranger, 'shared page revoked')
}

/** A browser without voices never says that it has read to the end, and one without a printer opens no dialog. */
const noteVoiceAndPrinter = (page: Page) =>
  page.addInitScript(() => {
    window.speechSynthesis.speak = ({ text }) => void (document.body.dataset['spoken'] = text)
    window.print = () => void (document.body.dataset['printed'] = document.title)
  })
const noted = (page: Page, what: 'spoken' | 'printed') => page.evaluate((key) => document.body.dataset[key], what)

async function readAloud(page: Page) {
  await page.getByRole('button', { name: 'Прочитать вслух' }).click()
  await page.getByRole('menuitem', { name: 'Голосом браузера, бесплатно' }).click()
  await page.getByRole('button', { name: 'Остановить чтение' }).click()
  await expect.poll(() => noted(page, 'spoken')).toContain('Рост: формула.')
}

/** As Markdown, Word and PDF. */
async function saveIt(page: Page) {
  const name = 'Рифы img src=x onerror=alert(1) & «атоллы»'
  const saved = async (format: string) => {
    await act(page, 'Скачать…')
    if (format === 'Markdown') await expectGoodLooks(page, 'save dialog')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: format }).click()
    ])
    return download
  }
  const markdown = await saved('Markdown')
  expect(markdown.suggestedFilename()).toBe(`${name}.md`)
  expect(await contentOf(markdown)).toContain(answer)
  const word = await saved('Word (DOCX)')
  expect(word.suggestedFilename()).toBe(`${name}.docx`)
  const xml = strFromU8(unzipSync(new Uint8Array(await bytesOf(word)))['word/document.xml']!)
  for (const text of ['гряда', 'лагуна', 'const reef = 1', 'Атолл', '<m:oMath>', '>[1]<', 'Дарвин'])
    expect(xml).toContain(text)

  await act(page, 'Скачать…')
  await page.getByRole('button', { name: 'PDF' }).click()
  await expect.poll(() => noted(page, 'printed')).toBe(name)
  await page.emulateMedia({ media: 'print' })
  const printed = page.locator('.print-document')
  await expect.poll(() => printed.innerText()).toContain('Атолл')
  await expect.poll(() => printed.locator('.formula .katex').isVisible()).toBe(true)
  await expect.poll(() => printed.locator('sup', { hasText: '1' }).isVisible()).toBe(true)
  await expect.poll(() => page.locator('#root').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => printed.isVisible()).toBe(false)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(() => printed.count()).toBe(0)
}

const citation = '\uE200cite\uE202turn0search0\uE201'
const cited = {
  content_references: [{ matched_text: citation, items: [{ url: 'https://reef.example/', title: 'Рифы' }] }]
}

const exported = (id: string, name: string) => ({
  id,
  title: name,
  create_time: 1_700_000_000,
  update_time: 1_700_000_100,
  current_node: 'a',
  mapping: Object.fromEntries(
    [
      ['q', null, 'user', `Вопрос чата «${name}»`],
      ['a', 'q', 'assistant', `Ответ из **ChatGPT**${citation}`]
    ].map(([node, parent, role, text]) => [
      node,
      { parent, message: { author: { role }, content: { content_type: 'text', parts: [text] }, metadata: cited } }
    ])
  )
})

/** An export of ChatGPT becomes chats in the history, once. */
async function importChats(page: Page) {
  const chats = JSON.stringify([exported('c-1', 'Про лагуны'), exported('c-2', 'Лишний'), exported('c-3', 'Про лес')])
  const buffer = Buffer.from(zipSync({ 'conversations.json': strToU8(chats) }))
  const open = async () => {
    await page.getByRole('button', { name: 'История чатов' }).click()
    const list = page.getByRole('dialog', { name: 'История чатов' })
    await list.getByRole('button', { name: 'Перенести из ChatGPT' }).click()
    await page.getByRole('dialog', { name: 'Перенести чаты из ChatGPT' }).waitFor()
  }
  const field = page.getByLabel('Файл выгрузки ChatGPT')
  await open()
  await field.setInputFiles({ name: 'photo.zip', mimeType: 'application/zip', buffer: Buffer.from('PK нет') })
  await page.getByRole('alert').getByText('Это не выгрузка ChatGPT').waitFor()
  await expectGoodLooks(page, 'import refused')
  await field.setInputFiles({ name: 'export.zip', mimeType: 'application/zip', buffer })
  await page.getByRole('checkbox', { name: /^Лишний/ }).uncheck()
  await expectGoodLooks(page, 'import choosing')
  await page.getByRole('button', { name: 'Перенести (2)' }).click()
  await page.getByText('В истории: 2 чата.').waitFor()
  await page.getByRole('button', { name: 'Готово' }).click()

  await page.getByRole('button', { name: 'История чатов' }).click()
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Лишний' }).count()).toBe(0)
  await page
    .getByRole('dialog', { name: 'История чатов' })
    .getByRole('link', { name: /^Про лагуны/ })
    .click()
  await answersOn(page).getByText('Ответ из ChatGPT').waitFor()
  await answersOn(page).getByRole('link', { name: 'Источник 1' }).waitFor()
  await page.getByRole('link', { name: 'Рифы · reef.example' }).waitFor()

  await open()
  await field.setInputFiles({ name: 'conversations.json', mimeType: 'application/json', buffer: Buffer.from(chats) })
  await page.getByRole('button', { name: 'Перенести (3)' }).click()
  await page.getByText('В истории: 1 чат. Ещё 2 чата уже там.').waitFor()
}

test('a chat is read by a stranger, read aloud and saved, and chats of ChatGPT stand beside it', async ({
  openPage
}) => {
  const { tokens, path } = await newChat()
  const page = await openPage({ tokens })
  await noteVoiceAndPrinter(page)
  await page.goto(path)
  await page.locator('header').getByText(title).first().waitFor()
  await answersOn(page).waitFor()
  await shareIt(page, await openPage({ refusals: [404] }))
  await readAloud(page)
  await saveIt(page)
  await importChats(page)
})
