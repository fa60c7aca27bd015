// Account flows in a real browser, with the mails that they send.
import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { confirmEmailChange, listSessions, readProfile, revokeSession } from '#contract/profile.ts'
import { login } from '#contract/sign-in.ts'
import { type Account, callApi, createAccount, newEmail, password, registerByMail } from '../support/e2e/account.ts'
import { contentOf } from '../support/e2e/download.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { linkOf, readLetters } from '../support/e2e/mail.ts'
import { test } from '../support/e2e/test.ts'

const newPassword = 'Another-Horse-2!'

/** The link in the newest letter with this subject. */
async function linkIn(address: string, subject: string): Promise<string> {
  await expect.poll(async () => (await readLetters(address)).map((letter) => letter.subject)).toContain(subject)
  const letter = (await readLetters(address)).find((one) => one.subject === subject)
  return linkOf(letter!).href
}

const profileOf = ({ tokens }: Pick<Account, 'tokens'>) => callApi(readProfile, {}, tokens.accessToken)

/** Fills the fields with these labels. */
async function fill(place: Page | Locator, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await place.getByLabel(label, { exact: true }).fill(value)
}

const isSignedIn = (page: Page) => page.getByRole('button', { name: 'Меню пользователя' }).waitFor()
const isSignedOut = (page: Page) => page.getByRole('link', { name: 'Войти', exact: true }).first().waitFor()
const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a user resets a forgotten password by mail, and other sessions end', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage()
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByRole('button', { name: 'Забыли пароль?' }).click()
  await expect.poll(() => page.getByLabel('Email для сброса пароля').inputValue()).toBe(account.email)
  await page.getByRole('button', { name: 'Отправить ссылку' }).click()
  await page.getByText('Ссылка для сброса пароля отправлена на ваш email.').waitFor()

  await page.goto(await linkIn(account.email, 'Новый пароль'))
  await fill(page, { 'Новый пароль': newPassword, 'Повторите пароль': newPassword })
  await page.getByRole('button', { name: 'Сохранить пароль' }).click()
  await page.getByText('Пароль успешно изменён').waitFor()
  await page.waitForURL('**/auth')
  // How the page signs in then, with a pass for it, is tested in jsdom (reset-password.test.tsx).
  await callApi(login, { email: account.email, password: newPassword })
  await expect(profileOf(account)).rejects.toThrow('401')
  await expect.poll(async () => (await readLetters(account.email))[0]?.subject).toBe('Пароль изменён')
})

/** Sets a new password and asks for another address, on one visit of the profile. */
async function changePasswordAndEmail(page: Page, address: string) {
  await page.getByRole('button', { name: 'Меню пользователя' }).click()
  await page.getByRole('menuitem', { name: 'Профиль' }).click()
  const email = section(page, 'Email')
  await email.getByRole('button', { name: 'Сменить email' }).click()
  const form = section(page, 'Пароль')
  await form.getByRole('button', { name: 'Сменить пароль' }).click()
  await form.getByLabel('Новый пароль', { exact: true }).fill('слабый')
  await form.getByRole('button', { name: 'Сменить пароль' }).click()
  const day = section(page, 'Лимиты расходов').getByRole('form', { name: 'В день' })
  await day.getByRole('textbox').fill('500')
  await day.getByRole('textbox').press('Enter')
  await day.getByText('Сегодня потрачено 0 токенов из 500').waitFor()
  await page.getByText('Это устройство').waitFor()
  await page.getByRole('button', { name: /^Отозвать: Согласие/ }).waitFor()
  await expectGoodLooks(page, 'profile')
  const widthOf = (label: string) => page.getByLabel(label).evaluate((field) => field.getBoundingClientRect().width)
  expect(await widthOf('Новый email')).toBe(await widthOf('Как к вам обращаться'))
  await fill(form, { 'Текущий пароль': password, 'Новый пароль': newPassword, 'Повторите новый пароль': newPassword })
  await form.getByRole('button', { name: 'Сменить пароль' }).click()
  await page.getByText('Пароль успешно изменён').waitFor()
  await fill(email, { 'Новый email': address, 'Пароль для подтверждения': newPassword })
  await email.getByRole('button', { name: 'Сменить email' }).click()
  await email.getByRole('alert').waitFor()
}

/** Makes a key of the API, which is shown once, and deletes it. */
async function makeAndDeleteKey(page: Page) {
  await section(page, 'API').getByRole('link', { name: 'Ключи API' }).click()
  await page.getByRole('button', { name: 'Создать ключ' }).click()
  const making = page.getByRole('dialog', { name: 'Новый ключ' })
  await making.getByLabel('Название').fill('Редактор')
  await making.getByRole('radio', { name: 'Только выбранные' }).check()
  await making.getByRole('checkbox', { name: 'GPT-4o gpt-4o', exact: true }).check()
  await expectGoodLooks(page, 'api key form')
  await making.getByRole('button', { name: 'Создать ключ' }).click()
  const made = page.getByRole('dialog', { name: 'Ключ создан' })
  const key = await made.getByRole('textbox', { name: 'Ключ' }).inputValue()
  await expectGoodLooks(page, 'api key made')
  await page.keyboard.press('Escape')
  await made.getByRole('button', { name: 'Закрыть без копии' }).click()
  const row = page.getByRole('list', { name: 'Ключи' }).getByRole('listitem')
  await row.getByText(`sk-…${key.slice(-4)}`).waitFor()
  await expectGoodLooks(page, 'api keys')
  await row.getByRole('button', { name: 'Действия с ключом «Редактор»' }).click()
  await page.getByRole('menuitem', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await page.getByText('Ключей пока нет').waitFor()
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(key)
  await page.getByRole('link', { name: 'Профиль' }).first().click()
}

const confirmChange = async (mailbox: string, subject: string) =>
  callApi(confirmEmailChange, { token: new URL(await linkIn(mailbox, subject)).searchParams.get('token') ?? '' })

/** Downloads the archive, and deletes the account, on the same visit of the profile. */
async function leave(page: Page, address: string) {
  const data = section(page, 'Персональные данные')
  const downloading = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Скачать все мои данные' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.zip')
  expect(await contentOf(download)).toContain(address)
  await data.getByRole('button', { name: 'Удалить аккаунт' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expectGoodLooks(page, 'profile deletion')
  await dialog.getByLabel('Пароль для подтверждения').fill(newPassword)
  await dialog.getByRole('button', { name: 'Удалить аккаунт' }).click()
  await page.getByText(/^Аккаунт будет удалён .*: войдите раньше, чтобы восстановить его\.$/).waitFor()
  await isSignedOut(page)
}

/** Signs in as a stranger. @returns the code of the refusal */
async function refusalOfStranger(): Promise<string> {
  const body = JSON.stringify({ email: newEmail(), password })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${inject('siteOrigin')}/api${login.path}`, { method: 'POST', headers, body })
  return ((await response.json()) as { code: string }).code
}

/** From the page of a link: an unknown device proves some work under the policy of the pages, and is known by a cookie from then on. */
async function signInInCrowd(page: Page, email: string, link: string) {
  await page.context().clearCookies()
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith(login.path)) statuses.push(response.status())
  })
  await page.goto(link)
  await fill(page, { Email: email, Пароль: newPassword })
  // Strangers who sign in all at once: some are hashed, and the product asks the others for a proof of work.
  const codes = await Promise.all(Array.from({ length: 12 }, refusalOfStranger))
  expect(codes).toContain('PROOF_REQUIRED')
  const notice = page.getByText('Проверяем, что вы не робот…').waitFor()
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await notice
  await page.getByText('Успешный вход! Добро пожаловать!').waitFor()
  expect(statuses).toEqual([428, 200])
  expect(await page.evaluate(() => document.cookie)).toBe('')
  expect(await page.context().cookies(`${inject('siteOrigin')}/api${login.path}`)).toMatchObject([{ httpOnly: true }])
}

test('a user confirms by the mail in another browser, changes password and address, takes the archive, deletes the account and restores it in a crowd', async ({
  openPage
}) => {
  const email = newEmail()
  const address = newEmail()
  await registerByMail(email)
  // The page may learn of its session's end before the response to the deletion, and then gets 401 for a request.
  const page = await openPage({ refusals: [401] })
  await page.goto(await linkIn(email, 'Подтвердите email'))
  // What the page calls before the click is watched for the links of all mails (account-pages.test.ts).
  await page.getByRole('button', { name: 'Подтвердить', exact: true }).press('Enter')
  await page.getByText('Добро пожаловать! Email подтвержден.').waitFor()
  await page.waitForURL('**/')
  await isSignedIn(page)

  await changePasswordAndEmail(page, address)
  await makeAndDeleteKey(page)
  // Both by their call: what the page of a link asks and says is tested in jsdom (confirm-email-change.test.tsx).
  await confirmChange(address, 'Подтвердите новый email')
  expect((await profileOf(await callApi(login, { email, password: newPassword }))).user.email).toBe(email)
  await confirmChange(email, 'Подтвердите смену email')

  await leave(page, address)
  await signInInCrowd(page, address, await linkIn(address, 'Аккаунт будет удалён'))
  await page.getByText('Удаление аккаунта отменено: всё на месте.').waitFor()
  await page.getByRole('link', { name: '10 токенов' }).waitFor()
})

test('tabs with an expired access token refresh it once; another device signs both out at once', async ({
  openPage
}) => {
  const account = await createAccount()
  const other = await callApi(login, { email: account.email, password })
  const first = await openPage({ tokens: { ...account.tokens, accessToken: 'over' }, refusals: [401] })
  const tabs = [first, await openPage({ beside: first, refusals: [401] })]
  const exchanges: number[] = []
  for (const tab of tabs)
    tab.on('response', (response) => {
      if (response.url().endsWith('/api/auth/refresh')) exchanges.push(response.status())
    })
  // The live channel signs a page out at once; it opens after the page has loaded.
  const live = tabs.map((tab) => tab.waitForEvent('websocket'))
  await Promise.all(tabs.map((tab) => tab.goto('/subscription')))
  for (const tab of tabs) await isSignedIn(tab)
  expect(exchanges).toEqual([200])
  await expect.poll(() => first.evaluate(() => localStorage.getItem('accessToken'))).not.toBe('over')
  await Promise.all(live)

  // What the page of the other device shows and asks for is tested in jsdom (profile-page.test.tsx).
  const { sessions } = await callApi(listSessions, {}, other.tokens.accessToken)
  const [{ id } = { id: '' }] = sessions.filter(({ current }) => !current)
  await callApi(revokeSession, { id }, other.tokens.accessToken)
  // The tab that finds it out says so; the other one follows.
  const told = async () => {
    const notices = tabs.map((tab) => tab.getByText('Сессия завершена. Войдите снова').count())
    return (await Promise.all(notices)).some((count) => count > 0)
  }
  await expect.poll(told).toBe(true)
  for (const tab of tabs) await tab.getByRole('main').getByText('Войти', { exact: true }).first().waitFor()
  const keys = () => first.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')))
  await expect.poll(keys).toEqual([])
})
