// The first minutes of a new user, in a real browser on the whole product.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fillRegistration, newEmail, password, signedInUser } from '../support/e2e/account.ts'
import { answersOn, promptField, textOn, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks, onPhone } from '../support/e2e/good-looks.ts'
import { linkOf, waitForLetter } from '../support/e2e/mail.ts'
import { control } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const prompt = 'Подробно: как устроена фотокамера?'

/** A stranger asks on the home page and registers over the question. */
async function askAndRegister(page: Page, email: string) {
  await page.goto('/')
  await promptField(page).fill(prompt)
  await page.getByRole('combobox', { name: 'Модель' }).selectOption('gpt-4o-mini')
  await page.getByRole('button', { name: 'Зарегистрироваться и отправить' }).click()
  const dialog = page.getByRole('dialog', { name: 'Создать аккаунт' })
  await dialog.getByText(prompt).waitFor()
  await fillRegistration(page, email)
  await expectGoodLooks(page, 'registration', onPhone)
  await dialog.getByRole('button', { name: 'Создать аккаунт', exact: true }).click()
  await page.getByRole('dialog', { name: 'Проверьте почту' }).waitFor()
  await page.getByText('Регистрация успешна! Проверьте email для подтверждения.').waitFor()
  await expectGoodLooks(page, 'check your mail', onPhone)
}

const keptCard = (page: Page) => page.getByRole('region', { name: 'Ваш запрос' })

/** Opens the link of the mail in a tab of its own, beside the one that waits. */
async function confirm(mailTab: Page, waiting: Page, email: string) {
  await mailTab.goto(linkOf(await waitForLetter(email)).href)
  await mailTab.getByText('Добро пожаловать! Email подтвержден.').waitFor()
  await mailTab.getByRole('heading', { name: 'Начинайте творить!' }).waitFor()
  await mailTab.getByRole('link', { name: '10 токенов' }).waitFor()
  for (const tab of [mailTab, waiting]) await keptCard(tab).getByRole('heading', { name: 'Ваш запрос ждёт' }).waitFor()
  await waiting.getByRole('dialog').waitFor({ state: 'detached' })
}

async function leaveAndComeBack(page: Page, email: string) {
  await page.getByRole('button', { name: 'Меню пользователя' }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.getByText('Вы вышли из системы. До свидания!').waitFor()
  await page.getByRole('link', { name: 'Войти' }).first().click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await page.getByText('Успешный вход! Добро пожаловать!').waitFor()
}

test('a stranger asks, registers, confirms, sends and reloads during the answer without losing it', async ({
  openPage
}) => {
  const page = await openPage({ width: 390, moving: true })
  const email = newEmail()
  await askAndRegister(page, email)
  const mailTab = await openPage({ width: 390, moving: true, beside: page })
  await confirm(mailTab, page, email)
  await expectGoodLooks(mailTab, 'kept question', onPhone)

  const user = { id: await signedInUser(page) }
  await control(user, { paused: true })
  await keptCard(page).getByRole('button', { name: 'Отправить' }).click()
  await keptCard(mailTab).waitFor({ state: 'detached' })
  await mailTab.close()
  await page.getByRole('button', { name: 'Остановить' }).waitFor()
  await waitForWords(answersOn(page))
  const before = await answersOn(page).innerText()

  await page.reload()
  await page.getByRole('main').getByText(prompt, { exact: true }).last().waitFor()
  await waitForWords(answersOn(page))
  await page.getByRole('button', { name: 'Остановить' }).waitFor()
  const firstLine = before.split('\n')[0]!
  await expect.poll(() => answersOn(page).innerText()).toContain(firstLine)
  await control(user, { paused: false })

  await answersOn(page)
    .getByText(/^Списано 5 токенов \(~\$0\.\d{4}\)$/)
    .waitFor({ timeout: 50_000 })
  await expect.poll(() => answersOn(page).count()).toBe(1)
  await expect.poll(() => promptField(page).inputValue()).toBe('')
  await expectGoodLooks(page, 'answer', onPhone)
  const whole = await textOn(page)

  await page.getByRole('button', { name: 'Новый чат', exact: true }).click()
  await page.getByRole('heading', { name: 'Спросите ChatGPT' }).waitFor()
  await page.getByRole('button', { name: 'История чатов' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^(Подробно: к|К)ак устроена фотокамера/ })
    .click()
  await answersOn(page)
    .getByText(/^Списано 5 токенов/)
    .waitFor()
  await expect.poll(() => textOn(page)).toBe(whole)

  await page.getByRole('button', { name: 'Открыть меню' }).click()
  await page.getByRole('link', { name: '5 токенов', exact: true }).click()
  await page.getByRole('tab', { name: 'История токенов' }).click()
  await page.getByText('Бонус за регистрацию').waitFor()
  await page.getByRole('link', { name: /Ответ в чате/ }).click()
  await page.waitForURL(/\/chatgpt/)
  await answersOn(page)
    .getByText(/^Списано 5 токенов/)
    .waitFor()
  await expect.poll(() => textOn(page)).toBe(whole)
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  await page.getByRole('link', { name: '5 токенов', exact: true }).click()
  await leaveAndComeBack(page, email)
})
