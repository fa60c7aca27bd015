// Search in the chats of all services: from the keys of one chat page to a message of another.
import { expect } from 'vitest'
import { addMessage, createConversation } from '#contract/chats.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { showsFound } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

test('a word is found in all chats by keyboard alone, and leads to its message', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const chatWith = async (service: 'chatgpt' | 'claude', title: string, texts: string[]) => {
    const { conversation } = await callApi(createConversation, { service, title }, tokens.accessToken)
    for (const content of texts) await callApi(addMessage, { id: conversation.id, content }, tokens.accessToken)
    return conversation.id
  }
  const filler = Array.from({ length: 14 }, (_, n) => `Абзац ${n}. ${'Обычный текст чата. '.repeat(30)}`)
  const id = await chatWith('claude', 'Лесные звери', ['Где зимует ёжик?', ...filler])
  await chatWith('chatgpt', 'Про ежей и кактусы', ['Чем иглы отличаются от колючек?'])

  const page = await openPage({ tokens: tokens })
  await page.goto('/chatgpt')
  await page.getByRole('button', { name: 'Поиск по чатам' }).first().waitFor()
  await page.keyboard.press('Control+KeyK')
  const field = page.getByRole('combobox', { name: 'Что найти' })
  await field.waitFor()
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await expectGoodLooks(page, 'search empty')

  await page.keyboard.type('кенгуру')
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
  await expectGoodLooks(page, 'search message opened')

  await page.keyboard.press('Control+KeyK')
  await field.waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
})

test('a search that fails says so and can be repeated', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, refusals: [500] })
  await page.route('**/api/chat/search*', (route) =>
    route.fulfill({ status: 500, json: { success: false, data: null, message: null, error: 'Сбой', code: 'INTERNAL' } })
  )
  await page.goto('/chatgpt')
  await page.getByRole('button', { name: 'Поиск по чатам' }).first().click()
  await page.getByRole('combobox').fill('слово')
  await page.getByRole('alert').getByText('Не удалось загрузить результаты поиска').waitFor()
  await expectGoodLooks(page, 'search failed')
  await page.unroute('**/api/chat/search*')
  await page.getByRole('button', { name: 'Повторить' }).click()
  await page.getByRole('status').getByText('Ничего не найдено').waitFor()
})
