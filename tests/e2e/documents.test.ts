// An answer as a document beside its chat: changed by its user and by request, saved as files; a hostile page in it runs nothing.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addMessage, createConversation } from '#contract/chats.ts'
import { type Account, callApi, createAccount } from '../support/e2e/account.ts'
import { promptField } from '../support/e2e/chatting.ts'
import { bytesOf, contentOf } from '../support/e2e/download.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { takeScreenshot } from '../support/e2e/screenshot.ts'
import { expectNothingSticksOut } from '../support/e2e/sticking-out.ts'
import { chargesOf } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const passage = 'Просим не шуметь после одиннадцати вечера и не ставить велосипеды на лестнице.'
const letter = `# Письмо соседям\n\nДорогие соседи!\n\n${passage}\n\n${'Спасибо, что читаете до конца. '.repeat(14)}`

/** A chat with one question and this answer. @returns its address */
async function chatWith({ tokens }: Account, content: string): Promise<string> {
  const token = tokens.accessToken
  const { conversation } = await callApi(createConversation, { service: 'chatgpt', model: 'gpt-4o-mini' }, token)
  const { id } = conversation
  await callApi(addMessage, { id, role: 'user', content: 'Напиши' }, token)
  await callApi(addMessage, { id, role: 'assistant', content }, token)
  return `/chatgpt?chat=${id}`
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Документ' })
const text = (page: Page) => page.getByRole('textbox', { name: 'Текст документа' })
const version = (page: Page, name: string) => panel(page).getByText(name, { exact: true })
const whileWritten = { timeout: 60_000 }

/** By how much the composer's buttons are wider than it. */
const composerExcess = (page: Page) =>
  promptField(page).evaluate((field) => {
    const { right = 0 } = field.closest('form')?.getBoundingClientRect() ?? {}
    const buttons = [...(field.closest('form')?.querySelectorAll('button') ?? [])]
    return Math.max(...buttons.map((one) => one.getBoundingClientRect().right)) - right
  })

async function openDocument(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Открыть как документ' }).press('Enter')
  await page.waitForURL(/&document=\d+/)
}

/** Asks for a change by one of the buttons. */
async function change(page: Page, request: string, send: string): Promise<void> {
  await panel(page).getByRole('button', { name: request, exact: true }).press('Enter')
  await panel(page).getByRole('button', { name: send }).press('Enter')
  await panel(page).getByText('Пишется новая версия…').waitFor()
}

async function download(page: Page, format: string) {
  const downloading = page.waitForEvent('download')
  await panel(page).getByRole('button', { name: 'Скачать документ' }).press('Enter')
  await page.getByRole('menuitem', { name: format }).press('Enter')
  return downloading
}

test('an answer is edited, changed by request in part and as a whole, over a reload, and exported', async ({
  openPage
}) => {
  const account = await createAccount('paid')
  const page = await openPage({ tokens: account.tokens })
  await page.goto(await chatWith(account, letter))
  await openDocument(page)
  await expect.poll(() => text(page).inputValue()).toBe(letter)
  await text(page).press('Control+End')
  await page.keyboard.type('С уважением, сорок вторая.')
  await expectGoodLooks(page, 'document with changes of its user')
  // The list of chats gives its room.
  for (const width of [1024, 1180]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNothingSticksOut(page)
    await expect.poll(() => page.getByRole('complementary', { name: 'Чаты' }).isVisible()).toBe(false)
    await expect.poll(() => composerExcess(page)).toBeLessThanOrEqual(0)
    if (process.env['SCREENSHOTS']) await takeScreenshot(page, `document at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await text(page).press('Control+s')
  await version(page, 'Версия 2 из 2').waitFor()

  const edited = `${letter}С уважением, сорок вторая.`
  const start = edited.indexOf(passage)
  await text(page).evaluate(
    (field: HTMLTextAreaElement, [from, to]) => {
      field.focus()
      field.setSelectionRange(from, to)
    },
    [start, start + passage.length] as const
  )
  await panel(page).getByText(`Выделено: «${passage}»`).waitFor()
  await expectGoodLooks(page, 'document with a selected passage')
  await change(page, 'Короче', 'Изменить выделенное')
  await version(page, 'Версия 3 из 3').waitFor(whileWritten)
  const changed = await text(page).inputValue()
  expect(changed.startsWith(edited.slice(0, start))).toBe(true)
  expect(changed.endsWith(edited.slice(start + passage.length))).toBe(true)
  expect(changed).not.toContain(passage)

  // The page is gone once the server has the question.
  const accepted = page.waitForResponse((response) => response.url().includes('/api/ai/text/'))
  await change(page, 'Подробнее', 'Изменить документ')
  await accepted
  await page.reload()
  await version(page, 'Версия 4 из 4').waitFor(whileWritten)
  await expect.poll(() => text(page).inputValue()).not.toContain('Дорогие соседи!\n\n')
  const shown = await text(page).inputValue()
  await expect.poll(async () => (await chargesOf(account)).filter((one) => one.cost_in_tokens > 0).length).toBe(2)

  expect(await contentOf(await download(page, 'Markdown'))).toBe(shown)
  const word = await download(page, 'Word (DOCX)')
  expect(word.suggestedFilename()).toBe('Письмо соседям.docx')
  expect((await bytesOf(word)).subarray(0, 2).toString()).toBe('PK')

  await panel(page).getByRole('button', { name: 'Предыдущая версия' }).press('Enter')
  await version(page, 'Версия 3 из 4').waitFor()
  await expect.poll(() => text(page).inputValue()).toBe(changed)
  await panel(page).getByRole('button', { name: 'Вернуть эту версию' }).click()
  await version(page, 'Версия 5 из 5').waitFor()

  const phone = await openPage({ width: 390, tokens: account.tokens, dark: true })
  await phone.goto(page.url())
  const over = phone.getByRole('dialog', { name: 'Документ' })
  await over.getByText('Версия 5 из 5', { exact: true }).waitFor()
  await over.getByRole('button', { name: 'Вид' }).tap()
  await over.getByRole('heading', { name: 'Письмо соседям' }).waitFor()
  // What a toast offers can be pressed though the document is a modal dialog there, which stays open.
  await over.getByRole('button', { name: 'Правка' }).tap()
  await text(phone).fill('Иначе')
  await over.getByRole('button', { name: 'Отменить правки' }).tap()
  await phone.getByRole('button', { name: 'Вернуть', exact: true }).tap()
  await expect.poll(() => text(phone).inputValue()).toBe('Иначе')
  await over.getByRole('button', { name: 'К чату' }).tap()
  await over.waitFor({ state: 'detached' })
  expect(new URL(phone.url()).searchParams.has('document')).toBe(false)
})

const hostileOn = (elsewhere: string) => `<!doctype html>
<html><head><title>Лето</title>
<meta http-equiv="refresh" content="0; url=${elsewhere}/refresh">
<base href="${elsewhere}/">
<link rel="stylesheet" href="${elsewhere}/style.css"><link rel="prefetch" href="${elsewhere}/prefetch">
<style>@import url('${elsewhere}/import.css'); h1 { color: rgb(1, 2, 3); background: url('${elsewhere}/background.png') }
@font-face { font-family: Far; src: url('${elsewhere}/font.woff2') } p { font-family: Far }</style>
<script>top.smuggled = true; parent.smuggled = true; alert('inline')</script>
<script src="${elsewhere}/script.js"></script><script src="/before-paint.js"></script></head>
<body onload="alert('load')"><h1 onclick="alert('click')">Лето</h1>
<img src="${elsewhere}/picture.png" onerror="alert('error')"><img alt="Точка" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
<iframe src="${elsewhere}/frame"></iframe><iframe srcdoc="<script>alert('inner')</script>"></iframe>
<object data="${elsewhere}/object"></object><video autoplay src="${elsewhere}/film.mp4"></video>
<svg onload="alert('svg')"><script>alert('svg script')</script><image href="${elsewhere}/image.png"/></svg>
<a href="${elsewhere}/link" target="_top">Наружу</a><a href="javascript:alert('address')">Сюда</a>
<a href="${elsewhere}/instead" target="_self">Вместо</a><a href="#end" target="_top">К концу</a>
<form action="${elsewhere}/form" target="_top"><button>Отправить</button></form>
<p style="margin-top: 200vh" id="end">Конец</p></body></html>`

test('a hostile page in a document is shown, and runs, loads and leads nowhere', async ({
  openPage,
  onTestFinished
}) => {
  const account = await createAccount('paid')
  const page = await openPage({ tokens: account.tokens, hostile: true })
  const harm: string[] = []
  const elsewhere = createServer((request, response) => {
    harm.push(`${request.method} ${request.url}`)
    response.setHeader('access-control-allow-origin', '*')
    response.end()
  })
  onTestFinished(() => void elsewhere.close())
  const port = await new Promise<number>((resolve) => {
    elsewhere.listen(0, '127.0.0.1', () => resolve((elsewhere.address() as AddressInfo).port))
  })
  const hostile = hostileOn(`http://127.0.0.1:${port}`)
  page.on('popup', (popup) => harm.push(`popup ${popup.url()}`))
  page.on('dialog', (dialog) => {
    harm.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(await chatWith(account, `\`\`\`html\n${hostile}\n\`\`\``))
  await openDocument(page)
  const address = page.url()
  const inner = panel(page).getByTitle('Страница').contentFrame().getByTitle('Содержимое').contentFrame()
  const heading = inner.getByRole('heading', { name: 'Лето' })
  await heading.waitFor()
  expect(await heading.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(1, 2, 3)')
  await expect.poll(() => inner.getByAltText('Точка').evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1)
  await heading.click()
  await inner.getByText('Наружу').click()
  await inner.getByText('Сюда').click()
  await inner.getByText('Вместо').click()
  await inner.getByRole('button', { name: 'Отправить' }).click()
  await heading.waitFor()
  // A place in the page itself.
  await inner.getByText('К концу').click()
  const end = inner.getByText('Конец', { exact: true })
  await expect.poll(() => end.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true)
  await heading.waitFor()
  await expectGoodLooks(page, 'document that is a page')
  expect(page.url()).toBe(address)
  expect(await page.evaluate(() => 'smuggled' in window)).toBe(false)
  expect(harm).toEqual([])

  await panel(page).getByRole('button', { name: 'Правка' }).press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe(hostile)
  expect(await contentOf(await download(page, 'Файл HTML'))).toBe(hostile)
})
