// The order of the list of chats on two devices: a title, a pin, a folder, the archive; and the list of all models.
import { expect } from 'vitest'
import { createConversation } from '#contract/chats.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { answersOn, ask, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks, onPhone } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

test('a chat gets its title, is renamed, pinned, filed, archived and brought back, and another device follows', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  for (const title of ['Рецепт борща', 'Планы на лето'])
    await callApi(createConversation, { service: 'chatgpt', title }, tokens.accessToken)
  const page = await openPage({ tokens })
  const other = await openPage({ tokens, width: 390 })
  await other.goto('/chatgpt')
  await other.getByRole('button', { name: 'История чатов' }).click()
  const elsewhere = other.getByRole('dialog', { name: 'История чатов' })
  await elsewhere.getByText('Рецепт борща').waitFor()

  await page.goto('/gpt5')
  const list = page.getByRole('complementary', { name: 'История чатов' })
  const choose = async (chat: string, item: string) => {
    await list.getByRole('button', { name: `Действия с чатом «${chat}»` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await ask(page, 'Кратко: чем гранит отличается от базальта и где их добывают?')
  await waitForWords(answersOn(page))
  const title = 'Чем гранит отличается от базальта и'
  await list.getByText(title, { exact: true }).waitFor()
  await elsewhere.getByText(title, { exact: true }).waitFor()
  await expect.poll(() => page.title()).toContain(`${title} · `)
  const model = page.getByRole('button', { name: 'Какая модель ответила' })
  await model.click()
  await answersOn(page).getByText('Ответила модель gpt-6.1-sol').waitFor()

  await choose('Рецепт борща', 'Переименовать')
  const renaming = page.getByRole('dialog', { name: 'Переименовать чат' })
  await renaming.getByRole('textbox', { name: 'Название' }).fill('Борщ с фасолью')
  await expectGoodLooks(page, 'renaming')
  await page.keyboard.press('Enter')
  await renaming.waitFor({ state: 'detached' })
  await elsewhere.getByText('Борщ с фасолью').waitFor()

  await choose('Борщ с фасолью', 'Закрепить')
  await list.getByRole('region', { name: 'Закреплённые' }).getByText('Борщ с фасолью').waitFor()
  await elsewhere.getByRole('region', { name: 'Закреплённые' }).getByText('Борщ с фасолью').waitFor()

  await choose(title, 'В папку…')
  const dialog = page.getByRole('dialog', { name: 'В папку' })
  await dialog.getByLabel('Новая папка').fill('Геология')
  await expectGoodLooks(page, 'folder dialog')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const folder = list.getByRole('region', { name: 'Папка «Геология»' })
  await folder.getByRole('button', { name: /^Геология/ }).click()
  await folder.getByText(title).waitFor()
  await expect.poll(() => page.title()).toContain(`${title} · `)

  await choose('Планы на лето', 'В архив')
  await elsewhere.getByRole('button', { name: /^Архив/ }).waitFor()
  await expectGoodLooks(page, 'ordered list')
  await expectGoodLooks(other, 'ordered list in the dropdown', onPhone)
  await list.getByRole('button', { name: /^Архив/ }).press('Enter')
  await list.getByRole('region', { name: 'Архив' }).getByText('Планы на лето').waitFor()
  await choose('Планы на лето', 'Вернуть из архива')
  await list.getByText('В архиве пусто').waitFor()
  await expectGoodLooks(page, 'empty archive')
  await list.getByRole('button', { name: 'Все чаты' }).press('Enter')
  await list.getByText('Планы на лето').waitFor()
})

test('a model of another page is found by keyboard and takes along what is typed', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/chatgpt')
  await page.getByRole('button', { name: 'Ещё', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Горячие клавиши' }).press('Enter')
  await page.getByRole('dialog', { name: 'Горячие клавиши' }).getByText('Новая строка').waitFor()
  await expectGoodLooks(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await promptField(page).fill('Что такое сланец?')
  await page.getByRole('button', { name: /^Модель/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Все модели' }).press('Enter')
  const field = page.getByRole('combobox', { name: 'Найти модель' })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await expectGoodLooks(page, 'all models')
  await page.keyboard.type('haiku')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/claude')
  await page.getByRole('button', { name: /^Модель: Claude 3 Haiku/ }).waitFor()
  await expect.poll(() => promptField(page).inputValue()).toBe('Что такое сланец?')
})
