// Search in the chats of all services and of everything else, from the keys of one chat page to a message of another; the list of keys and that of all models.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addMessage, createConversation } from '#contract/chats.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { promptField, showsFound } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { holdApplication } from '../support/e2e/hold.ts'
import { untilRunning } from '../support/e2e/hydration.ts'
import { test } from '../support/e2e/test.ts'

/** A model of another page is found, and takes along what is typed. */
async function findModel(page: Page) {
  await promptField(page).fill('Что такое сланец?')
  await page.getByRole('button', { name: /^Модель/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Все модели' }).press('Enter')
  const field = page.getByRole('combobox', { name: 'Найти модель' })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await expectGoodLooks(page, 'all models')
  await page.keyboard.type('3.5 turbo')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/chatgpt')
  await page.getByRole('button', { name: /^Модель: GPT-3\.5 Turbo/ }).waitFor()
  await expect.poll(() => promptField(page).inputValue()).toBe('Что такое сланец?')
}

test('by keyboard alone a word is found in all chats and leads to its message, and so are a key and a model', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const chatWith = async (service: 'chatgpt' | 'claude', title: string, texts: string[]) => {
    const { conversation } = await callApi(createConversation, { service, title }, tokens.accessToken)
    for (const content of texts) await callApi(addMessage, { id: conversation.id, content }, tokens.accessToken)
    return conversation.id
  }
  const filler = Array.from({ length: 14 }, (_, n) => `Абзац ${n}. ${'Обычный текст чата. '.repeat(30)}`)
  const id = await chatWith('claude', 'Лесные звери', ['Где зимует ёжик?', ...filler])
  await chatWith('chatgpt', 'Про ежей и кактусы', ['Чем иглы отличаются от колючек?'])

  const page = await openPage({ tokens, refusals: [500] })
  const release = await holdApplication(page)
  await page.goto('/chatgpt')
  const more = page.getByRole('button', { name: 'Ещё', exact: true })
  await more.focus()
  await release()
  // The application, when it comes, leaves the focus where the user has put it.
  await untilRunning(more)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Горячие клавиши' }).press('Enter')
  await page.getByRole('dialog', { name: 'Горячие клавиши' }).getByText('Новая строка').waitFor()
  await expectGoodLooks(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Поиск по чатам' }).first().press('Enter')
  const field = page.getByRole('combobox', { name: 'Что найти' })
  await field.waitFor()
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)

  const refused = { success: false, data: null, message: null, error: 'Сбой', code: 'INTERNAL' }
  await page.route('**/api/chat/search*', (route) => route.fulfill({ status: 500, json: refused }))
  await page.keyboard.type('кенгуру')
  await page.getByRole('alert').getByText('Не удалось загрузить результаты поиска').waitFor()
  await expectGoodLooks(page, 'search failed')
  await page.unroute('**/api/chat/search*')
  await page.getByRole('button', { name: 'Повторить' }).press('Enter')
  await page.getByRole('status').getByText('Ничего не найдено').waitFor()
  await expectGoodLooks(page, 'search nothing found')

  await field.fill('ЕЖ')
  await page.getByRole('status').getByText('Найдено чатов: 2').waitFor()
  const options = page.getByRole('listbox', { name: 'Найденные чаты' }).getByRole('option')
  await expect.poll(() => options.count()).toBe(3)
  await expect.poll(() => page.locator('mark').allInnerTexts()).toEqual(['ежей', 'ёжик'])
  await expectGoodLooks(page, 'search found')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => options.nth(2).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')

  // The address names the message only until it is shown.
  await page.waitForURL(new RegExp(`/claude\\?chat=${id}(&message=\\d+)?$`))
  const message = page.getByRole('article', { name: 'Ваш запрос' }).filter({ hasText: 'ёжик' })
  await showsFound(message)

  await page.keyboard.press('Control+KeyK')
  await page.getByRole('group', { name: 'Действия' }).waitFor()
  await page.getByText('Недавние чаты').waitFor()
  await expectGoodLooks(page, 'search of everything')
  await page.keyboard.type('rfhnbyrf rjn')
  await page.getByRole('option', { name: /Нарисовать картинку.*«кот»/ }).waitFor()
  await page.keyboard.press('Control+KeyK')
  await field.waitFor({ state: 'detached' })
  await findModel(page)
  // Without permission for the microphone.
  await page.getByRole('button', { name: 'Надиктовать голосом' }).click()
  await page.getByText('Не удалось получить доступ к микрофону').first().waitFor()
})
