// Chrome offers every visitor to translate the page, and then puts its own elements in place of the texts.
import { expect } from 'vitest'
import { createAccount, newEmail } from '../support/e2e/account.ts'
import { buyButton } from '../support/e2e/buying.ts'
import { answersOn, ask, textOn } from '../support/e2e/chatting.ts'
import { test } from '../support/e2e/test.ts'

test('a visitor of a translated page opens its menu at once and reads why signing in fails', async ({ openPage }) => {
  const page = await openPage({ translator: 'font', refusals: [401, 503], width: 390 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Открыть меню' }).tap()
  await page.getByRole('dialog', { name: 'Меню' }).getByRole('link', { name: 'Claude' }).waitFor()

  // Also where the document cannot be read again.
  await page.route('/pricing', (route) =>
    route.request().resourceType() === 'xhr' ? route.fulfill({ status: 503 }) : route.continue()
  )
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Открыть меню' }).waitFor()
  await expect
    .poll(async () => {
      await page.getByLabel('Сколько токенов').fill('250')
      return page.getByText('Ровно столько стоит 250').count()
    })
    .toBe(1)

  await page.locator('header').getByRole('link', { name: 'Войти' }).tap()
  await page.getByLabel('Email').fill(newEmail())
  for (const wrong of ['не тот пароль', 'и не этот']) {
    await page.getByLabel('Пароль', { exact: true }).fill(wrong)
    await page.getByRole('button', { name: 'Войти', exact: true }).click()
    await page.getByRole('alert').getByText('Неверный email или пароль').waitFor()
    await page.getByRole('button', { name: 'Войти', exact: true, disabled: false }).waitFor()
  }
})

test('a user of a translated page asks, searches, changes the profile and sees the price of the package', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ translator: 'ya-tr-span', tokens })
  await page.goto('/chatgpt')
  await ask(page, 'Расскажи о лесе')
  await answersOn(page).getByRole('button', { name: 'Копировать' }).waitFor()
  const streamed = await textOn(page)
  await page.reload()
  await answersOn(page).getByRole('button', { name: 'Копировать' }).waitFor()
  expect(await textOn(page)).toBe(streamed)

  await page.keyboard.press('Control+KeyK')
  const field = page.getByRole('combobox', { name: 'Что найти' })
  for (const [words, found] of Object.entries({ кенгуру: 'Ничего не найдено', лес: 'Найдено чатов: 1' })) {
    await field.fill(words)
    await page.getByRole('status').getByText(found).waitFor()
  }

  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Меню пользователя' }).click()
  await page.getByRole('menuitem', { name: 'Профиль' }).click()
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  const fresh = page.getByLabel('Новый пароль', { exact: true })
  for (const typed of ['слабый', 'Надёжный1пароль', '']) await fresh.fill(typed)
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await page.getByRole('alert').first().waitFor()

  await page
    .getByRole('link', { name: /^\d+ токен/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Купить токены' }).click()
  for (const [choice, rubles] of [
    [/^500/, 500],
    [/^100/, 100]
  ] as const) {
    await page.getByRole('radio', { name: choice }).check()
    await expect.poll(() => buyButton(page).textContent()).toMatch(new RegExp(`${rubles}\\s₽`))
  }
})
