// Roles and instructions, as a user meets them.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { answersOn, ask } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('by keyboard: an own role begins a chat, whose instruction is changed; a ready one survives a reload', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/claude')
  await button(page, 'Выбрать роль').focus()
  await page.keyboard.press('Enter')
  const roles = page.getByRole('dialog', { name: 'Кто будет отвечать' })
  await roles.getByRole('button', { name: /^Репетитор/ }).waitFor()
  await expectAccessible(page)
  await expectGoodLooks(page, 'roles')
  await roles.getByRole('button', { name: 'Своя роль' }).focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Новая роль' })
  await editor.getByRole('textbox', { name: 'Название' }).fill('Капитан')
  await editor.getByRole('textbox', { name: 'Инструкция' }).fill('Отвечай как капитан корабля.')
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Сохранить' }).focus()
  await page.keyboard.press('Enter')
  await roles.getByRole('button', { name: /^Капитан/ }).focus()
  await page.keyboard.press('Enter')
  await button(page, 'Роль: Капитан').waitFor()
  await ask(page, 'Кратко: что такое штиль?')
  await page.getByText('Отвечает в роли «Капитан»').waitFor()
  await answersOn(page)
    .getByText(/^Списано/)
    .waitFor()
  await page.reload()
  await page.getByText('Отвечает в роли «Капитан»').waitFor()
  await expect.poll(() => answersOn(page).count()).toBe(1)
  await expectAccessible(page)

  await button(page, 'Инструкция').focus()
  await page.keyboard.press('Enter')
  const instruction = page.getByRole('textbox', { name: 'Инструкция роли «Капитан»' })
  await expect.poll(() => instruction.inputValue()).toBe('Отвечай как капитан корабля.')
  await expectGoodLooks(page, 'instruction')
  await instruction.fill('')
  await button(page, 'Сохранить').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Отвечает в роли').waitFor({ state: 'detached' })

  await button(page, 'Новый чат').click()
  await button(page, 'Выбрать роль').click()
  await roles.getByRole('button', { name: /^Редактор/ }).click()
  await button(page, 'Роль: Редактор').waitFor()
  await page.reload()
  await button(page, 'Роль: Редактор').waitFor()
  await expectGoodLooks(page, 'a chosen role')
  await button(page, 'Без роли').click()
  await button(page, 'Выбрать роль').waitFor()

  await page.goto('/profile')
  const about = page.getByRole('region', { name: 'О себе' })
  await about.getByRole('textbox').fill('Пишу из Твери')
  await about.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText('Сохранено', { exact: true }).first().waitFor()
  await page.reload()
  await expect.poll(() => about.getByRole('textbox').inputValue()).toBe('Пишу из Твери')
})
