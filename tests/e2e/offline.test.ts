// A device without a network: chats are read, what is written waits and is sent once; what other apps share finds its place. All of it
// leaves with its user. Half of it on a phone, half in a wide window.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, ask, promptField, textOn } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

/** What the device keeps of users: databases with rows, and caches that are no part of the site. */
const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const found = (await caches.keys()).filter((name) => !name.startsWith('shell-'))
    for (const { name = '' } of await indexedDB.databases()) {
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
      for (const store of opened.objectStoreNames) {
        const rows = await new Promise<number>((resolve) => {
          const request = opened.transaction(store).objectStore(store).count()
          request.addEventListener('success', () => resolve(request.result))
        })
        if (rows > 0) found.push(`${name}/${store} ${rows}`)
      }
      opened.close()
    }
    return found
  })

/** The worker runs, and has the files of its build. */
const hasWorker = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const names = await caches.keys()
    return active?.state === 'activated' && names.some((name) => name.startsWith('shell-'))
  })

/** Without a network axe cannot be loaded by the page itself. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How often a supplier was asked this. */
async function timesAsked(question: string): Promise<number> {
  const response = await fetch(`${inject('sandboxOrigin')}/calls.json`)
  const calls = (await response.json()) as { body: { instructions?: string } | null }[]
  const isAnswer = ({ body }: (typeof calls)[number]) => !/title of a chat|may remember/.test(body?.instructions ?? '')
  return calls.filter((call) => isAnswer(call) && JSON.stringify(call.body).includes(question)).length
}

/** What Android does: a form that the system posts. */
async function share(
  page: Page,
  fields: Record<string, string>,
  files: { name: string; type: string; bytes: number[] }[]
) {
  await page.evaluate(
    ([texts, given]) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', action: '/share-target', enctype: 'multipart/form-data' })
      for (const [name, value] of Object.entries(texts)) {
        const field = document.createElement('textarea')
        Object.assign(field, { name, value })
        form.append(field)
      }
      const input = document.createElement('input')
      Object.assign(input, { type: 'file', name: 'files', multiple: true })
      const transfer = new DataTransfer()
      for (const { name, type, bytes } of given) transfer.items.add(new File([new Uint8Array(bytes)], name, { type }))
      input.files = transfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [fields, files] as const
  )
  await page.waitForURL(/\/received/)
}

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

const question = 'Кратко: чем полезна облепиха?'
const written = 'Кратко: а чем полезна калина?'

test('a device without a network shows its user’s chats, sends nothing by itself, and forgets', async ({
  openPage
}) => {
  const [anna, boris] = await Promise.all([createAccount(), createAccount()])
  const page = await openPage({ width: 390, tokens: anna.tokens, worker: true, offline: true })
  const device = page.context()
  await page.goto('/chatgpt')
  await ask(page, question)
  await answersOn(page).last().getByRole('button', { name: 'Новый чат с этого места' }).waitFor()
  await expect.poll(() => textOn(page)).toContain(question)
  const answer = await textOn(page)
  await expect.poll(() => hasWorker(page), { timeout: 20_000 }).toBe(true)
  await expect.poll(() => keptOn(page), { timeout: 20_000 }).toEqual(['saved-chats/chats 1', 'saved-chats/messages 1'])

  await device.setOffline(true)
  await page.reload()
  await page.getByText('Нет сети. Показаны сохранённые чаты').waitFor()
  await expect.poll(() => textOn(page)).toBe(answer)
  await promptField(page).fill(written)
  await page.getByRole('button', { name: 'Отложить до сети' }).click()
  await page.getByText('Ждёт сети. Само не отправится').waitFor()
  await page.evaluate(axe)
  await expectGoodLooks(page, 'saved chat')
  await page.setViewportSize(desk)
  await page.getByRole('link', { name: 'Все сохранённые чаты' }).click()
  const saved = page.getByRole('main').getByRole('listitem')
  await saved.getByText('Ждёт сети').waitFor()
  await expectGoodLooks(page, 'saved chats')
  await device.setOffline(false)
  await saved.getByText('Ждёт отправки').waitFor()
  await device.setOffline(true)
  await saved.getByText('Ждёт сети').waitFor()
  await saved.getByRole('link').click()
  await expect.poll(() => promptField(page).inputValue()).toBe(written)

  await device.setOffline(false)
  await page.getByRole('link', { name: 'Отправить…' }).click()
  const send = page.getByRole('button', { name: /^Отправить за \d+ токен/ })
  await send.waitFor()
  expect(await timesAsked(written)).toBe(0)
  await expectGoodLooks(page, 'waiting message')
  await send.dblclick()
  await expect.poll(() => answersOn(page).count()).toBe(2)
  await expect.poll(() => textOn(page)).toContain(written)
  await send.waitFor({ state: 'detached' })
  expect(await timesAsked(written)).toBe(1)

  await page.setViewportSize(phone)
  const unready = await fetch(`${inject('siteOrigin')}/share-target`, { method: 'POST', redirect: 'manual' })
  expect([unready.status, unready.headers.get('location')]).toEqual([303, '/received?lost'])
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await share(page, { title: 'Залив' }, [{ name: 'залив.png', type: 'image/png', bytes: [...picture] }])
  await page.getByRole('img', { name: 'залив.png' }).waitFor()
  await expectGoodLooks(page, 'received picture')
  await page.getByRole('button', { name: 'Изменить картинку' }).click()
  await page.waitForURL(/\/gpt-image-edit$/)
  await page.getByText(/Файл выбран/).waitFor({ state: 'attached' })
  await page.setViewportSize(desk)
  await share(page, { title: 'Статья', text: 'Пересказ этой статьи', url: 'https://example.com/a' }, [])
  await page.getByRole('button', { name: 'В чат' }).click()
  await page.waitForURL(/\/chatgpt$/)
  await expect.poll(() => promptField(page).inputValue()).toBe('Статья\nПересказ этой статьи\nhttps://example.com/a')
  // The picture waits in the form of the editor; what was received is gone.
  await expect
    .poll(() => keptOn(page))
    .toEqual(['saved-chats/chats 1', 'saved-chats/messages 1', 'studio-files/drafts 1'])

  // Another account in this browser, while the page of the first is open and without a network.
  await share(page, { text: 'Тайна' }, [])
  await page.getByText('Тайна').waitFor()
  await expect.poll(() => keptOn(page)).toContain('received-own')
  await device.setOffline(true)
  await page.getByRole('button', { name: 'Меню пользователя' }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await expect.poll(() => keptOn(page)).toEqual([])
  await page.evaluate(
    ([access, refresh]) => {
      localStorage.setItem('accessToken', access)
      localStorage.setItem('refreshToken', refresh)
    },
    [boris.tokens.accessToken, boris.tokens.refreshToken] as const
  )
  await page.reload()
  await page.getByText('Здесь пока пусто').waitFor()
  await device.setOffline(false)
})
