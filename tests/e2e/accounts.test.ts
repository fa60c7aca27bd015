// Account flows in a real browser, with the mails that they send.
import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { readProfile } from '#contract/profile.ts'
import { login } from '#contract/sign-in.ts'
import { type Account, callApi, createAccount, fillRegistration, newEmail, password } from '../support/e2e/account.ts'
import { contentOf } from '../support/e2e/download.ts'
import { linkOf, readLetters } from '../support/e2e/mail.ts'
import { test } from '../support/e2e/test.ts'

const newPassword = 'Another-Horse-2!'

/** The link in the newest letter with this subject. */
async function linkIn(address: string, subject: string): Promise<string> {
  await expect.poll(async () => (await readLetters(address)).map((letter) => letter.subject)).toContain(subject)
  const letter = (await readLetters(address)).find((one) => one.subject === subject)
  return linkOf(letter!).href
}

const profileOf = ({ tokens }: Account) => callApi(readProfile, {}, tokens.accessToken)

/** Fills the fields with these labels. */
async function fill(place: Page | Locator, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await place.getByLabel(label, { exact: true }).fill(value)
}

async function signIn(page: Page, email: string, typed: string) {
  await fill(page, { Email: email, Пароль: typed })
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await page.getByText('Успешный вход! Добро пожаловать!').waitFor()
}

const isSignedIn = (page: Page) => page.getByRole('button', { name: 'Меню пользователя' }).waitFor()
const isSignedOut = (page: Page) => page.getByRole('link', { name: 'Войти', exact: true }).first().waitFor()
const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a user resets a forgotten password by mail; other sessions end and the link works once', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ width: 390, refusals: [400] })
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByRole('button', { name: 'Забыли пароль?' }).click()
  await expect.poll(() => page.getByLabel('Email для сброса пароля').inputValue()).toBe(account.email)
  await page.getByRole('button', { name: 'Отправить ссылку' }).click()
  await page.getByText('Ссылка для сброса пароля отправлена на ваш email.').waitFor()

  const link = await linkIn(account.email, 'Новый пароль')
  const setPassword = async () => {
    await page.goto(link)
    await fill(page, { 'Новый пароль': newPassword, 'Повторите пароль': newPassword })
    await page.getByRole('button', { name: 'Сохранить пароль' }).click()
  }
  await setPassword()
  await page.getByText('Пароль успешно изменён').waitFor()
  await page.waitForURL('**/auth')
  await signIn(page, account.email, newPassword)
  await isSignedIn(page)
  await expect(profileOf(account)).rejects.toThrow('401')
  await expect.poll(async () => (await readLetters(account.email))[0]?.subject).toBe('Пароль изменён')

  await setPassword()
  await page.getByText('Ссылка для сброса пароля истекла или недействительна').waitFor()
})

test('a confirmation link does nothing in another browser until the click, and signs in by itself in the one that registered', async ({
  openPage
}) => {
  const page = await openPage({ width: 390 })
  const linkFor = async () => {
    const email = newEmail()
    await page.goto('/auth?mode=register')
    await fillRegistration(page, email)
    await page.getByRole('button', { name: 'Создать аккаунт' }).click()
    await page.getByText('Регистрация успешна!').waitFor()
    return linkIn(email, 'Подтвердите email')
  }
  const link = await linkFor()
  const elsewhere = await openPage({ refusals: [409] })
  const confirm = elsewhere.getByRole('button', { name: 'Подтвердить', exact: true })
  await elsewhere.goto(link)
  // What the page calls before the click is watched for the links of all mails (account-pages.test.ts).
  await confirm.press('Enter')
  await elsewhere.getByText('Добро пожаловать! Email подтвержден.').waitFor()
  await elsewhere.waitForURL('**/')
  await isSignedIn(elsewhere)
  await elsewhere.goto(link)
  await confirm.click()
  await elsewhere.getByRole('heading', { name: 'Email уже подтверждён' }).waitFor()

  await page.goto(await linkFor())
  await page.getByText('Добро пожаловать! Email подтвержден.').waitFor()
  await page.waitForURL('**/')
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('registration')
})

test('a user downloads the archive and deletes the account; signing in restores it', async ({ openPage }) => {
  const account = await createAccount()
  // The page may learn of its session's end before the response to the deletion, and then gets 401 for a request.
  const page = await openPage({ tokens: account.tokens, refusals: [401] })
  await page.goto('/profile')
  const data = section(page, 'Персональные данные')
  const downloading = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Скачать все мои данные' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.zip')
  expect(await contentOf(download)).toContain(account.email)

  await data.getByRole('button', { name: 'Удалить аккаунт' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Пароль для подтверждения').fill(password)
  await dialog.getByRole('button', { name: 'Удалить аккаунт' }).click()
  await page.getByText(/^Аккаунт будет удалён .* Войдите раньше, чтобы восстановить его\.$/).waitFor()
  await isSignedOut(page)
  await expect(profileOf(account)).rejects.toThrow('401')

  await page.goto(await linkIn(account.email, 'Аккаунт будет удалён'))
  await signIn(page, account.email, password)
  await page.getByText('Удаление аккаунта отменено: всё на месте.').waitFor()
  await page.getByRole('link', { name: '10 токенов' }).waitFor()
})

/** Signs in as a stranger. @returns the code of the refusal */
async function refusalOfStranger(): Promise<string> {
  const body = JSON.stringify({ email: newEmail(), password })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${inject('siteOrigin')}/api${login.path}`, { method: 'POST', headers, body })
  return ((await response.json()) as { code: string }).code
}

/** Strangers who sign in all at once: some are hashed, and the product asks the others for a proof of work. */
async function crowdTheDoor() {
  const codes = await Promise.all(Array.from({ length: 12 }, refusalOfStranger))
  expect(codes).toContain('PROOF_REQUIRED')
}

test('in a crowd an unknown device proves some work under the policy of the pages, and a known one is let through', async ({
  openPage
}) => {
  const account = await createAccount()
  const page = await openPage({ width: 390, ownDevice: true })
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith(login.path)) statuses.push(response.status())
  })
  await page.goto('/auth')
  await fill(page, { Email: account.email, Пароль: password })
  await crowdTheDoor()
  const notice = page.getByText('Проверяем, что вы не робот…').waitFor()
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await notice
  await page.getByText('Успешный вход! Добро пожаловать!').waitFor()
  expect(statuses).toEqual([428, 200])

  await page.getByRole('button', { name: 'Меню пользователя' }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await isSignedOut(page)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await crowdTheDoor()
  await page.goto('/auth')
  await signIn(page, account.email, password)
  expect(statuses).toEqual([428, 200, 200])
})

test('another device is signed out at once by the user and by a new password; this one stays signed in', async ({
  openPage
}) => {
  const account = await createAccount()
  const other = await callApi(login, { email: account.email, password })
  const mine = await openPage({ tokens: account.tokens })
  const theirs = await openPage({ width: 390, tokens: other.tokens, refusals: [401] })
  // The live channel signs a page out at once; it opens after the page has loaded.
  const isLive = () => theirs.waitForEvent('websocket')
  const sawOut = () => theirs.getByText('Сессия завершена. Войдите снова').waitFor()
  const live = isLive()
  await theirs.goto('/subscription')
  await isSignedIn(theirs)
  await mine.goto('/profile')
  const devices = section(mine, 'Устройства')
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(2)
  // A loopback address has no location, so only the address is shown.
  await expect
    .poll(() => devices.getByText(/127\.0\.0\.1/).allTextContents())
    .toEqual(Array(2).fill(expect.stringMatching(/^127/)))
  await live
  await devices.getByRole('button', { name: /^Выйти на устройстве/ }).click()
  await mine.getByText('Сеанс завершён').waitFor()
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1)
  await sawOut()
  expect(await theirs.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')))).toEqual([])

  const liveAgain = isLive()
  await signIn(theirs, account.email, password)
  await theirs.waitForURL('**/subscription')
  await liveAgain
  const form = section(mine, 'Пароль')
  await form.getByRole('button', { name: 'Сменить пароль' }).click()
  await fill(form, {
    'Текущий пароль': password,
    'Новый пароль': newPassword,
    'Повторите новый пароль': newPassword
  })
  await form.getByRole('button', { name: 'Сменить пароль' }).click()
  await mine.getByText('Пароль успешно изменён').waitFor()
  await sawOut()
  await mine.reload()
  await isSignedIn(mine)
})

test('a new email takes effect when both the new and the old address have confirmed it', async ({ openPage }) => {
  const account = await createAccount()
  const address = newEmail()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/profile')
  const form = section(page, 'Email')
  await form.getByRole('button', { name: 'Сменить email' }).click()
  await fill(form, { 'Новый email': address, 'Пароль для подтверждения': password })
  await form.getByRole('button', { name: 'Сменить email' }).click()
  await form.getByRole('alert').waitFor()

  await page.goto(await linkIn(address, 'Подтвердите новый email'))
  await page.getByRole('button', { name: 'Подтвердить смену' }).click()
  await page.getByText('Осталось открыть ссылку в письме').waitFor()
  expect((await profileOf(account)).user.email).toBe(account.email)

  await page.goto(await linkIn(account.email, 'Подтвердите смену email'))
  await page.getByRole('button', { name: 'Подтвердить смену' }).click()
  await page.getByText('Email изменён. Теперь входите с новым адресом.').waitFor()
  expect((await profileOf(account)).user.email).toBe(address)
})

test('three tabs with an expired access token refresh it once and stay signed in', async ({ openPage }) => {
  const account = await createAccount()
  const first = await openPage({ tokens: account.tokens, refusals: [401] })
  const tabs = [
    first,
    await openPage({ beside: first, refusals: [401] }),
    await openPage({ beside: first, refusals: [401] })
  ]
  await first.goto('/favicon.svg')
  const exchanges: number[] = []
  for (const tab of tabs)
    tab.on('response', (response) => {
      if (response.url().endsWith('/api/auth/refresh')) exchanges.push(response.status())
    })
  await first.evaluate(() => localStorage.setItem('accessToken', 'over'))
  await Promise.all(tabs.map((tab) => tab.goto('/subscription')))
  for (const tab of tabs) await isSignedIn(tab)
  expect(exchanges).toEqual([200])
  await expect.poll(() => first.evaluate(() => localStorage.getItem('accessToken'))).not.toBe('over')
})
