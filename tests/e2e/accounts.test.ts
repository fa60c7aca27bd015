// What people do with their accounts, in a real browser, through the mails they get.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { login, readProfile } from '#contract/account.ts'
import { type Account, callApi, createAccount, newEmail, password } from '../support/e2e/account.ts'
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

async function signIn(page: Page, email: string, typed: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await page.getByText('Успешный вход! Добро пожаловать!').waitFor()
}

const isSignedIn = (page: Page) => page.getByRole('button', { name: 'Меню пользователя' }).waitFor()
const isSignedOut = (page: Page) => page.getByRole('link', { name: 'Войти', exact: true }).first().waitFor()
const section = (page: Page, name: string) => page.getByRole('region', { name })

describe.each([
  ['at a desk', 1440],
  ['on a phone', 390]
])('%s', (_, width) => {
  test('a forgotten password: the mail, a new password, signed in again and nowhere else', async ({ openPage }) => {
    const account = await createAccount()
    const page = await openPage({ width })
    await page.goto('/auth')
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByRole('button', { name: 'Забыли пароль?' }).click()
    expect(await page.getByLabel('Email для сброса пароля').inputValue()).toBe(account.email)
    await page.getByRole('button', { name: 'Отправить ссылку' }).click()
    await page.getByText('Ссылка для сброса пароля отправлена на ваш email.').waitFor()

    const link = await linkIn(account.email, 'Новый пароль')
    await page.goto(link)
    await page.getByLabel('Новый пароль', { exact: true }).fill(newPassword)
    await page.getByLabel('Повторите пароль').fill(newPassword)
    await page.getByRole('button', { name: 'Сохранить пароль' }).click()
    await page.getByText('Пароль успешно изменён').waitFor()
    await page.waitForURL('**/auth')
    await signIn(page, account.email, newPassword)
    await isSignedIn(page)
    await expect(profileOf(account)).rejects.toThrow('401')
    await expect.poll(async () => (await readLetters(account.email))[0]?.subject).toBe('Пароль изменён')

    const again = await openPage({ width, refusals: [400] })
    await again.goto(link)
    await again.getByLabel('Новый пароль', { exact: true }).fill(newPassword)
    await again.getByLabel('Повторите пароль').fill(newPassword)
    await again.getByRole('button', { name: 'Сохранить пароль' }).click()
    await again.getByText('Ссылка для сброса пароля истекла или недействительна').waitFor()
  })

  test('an account is deleted, and comes back with everything when its owner signs in', async ({ openPage }) => {
    const account = await createAccount()
    // The page may hear of its session's end before it hears the answer, and ask.
    const page = await openPage({ width, tokens: account.tokens, refusals: [401] })
    await page.goto('/profile')
    await section(page, 'Персональные данные').getByRole('button', { name: 'Удалить аккаунт' }).click()
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
})

test('a device that is signed out from the profile of another one leaves at once', async ({ openPage }) => {
  const account = await createAccount()
  const other = await callApi(login, { email: account.email, password })
  const mine = await openPage({ tokens: account.tokens })
  const theirs = await openPage({ tokens: other.tokens, refusals: [401] })
  await theirs.goto('/subscription')
  await isSignedIn(theirs)
  await mine.goto('/profile')
  const devices = section(mine, 'Устройства')
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(2)
  // The live channel is what signs a page out at once, and it opens behind the page.
  await theirs.waitForLoadState('networkidle')
  await devices.getByRole('button', { name: /^Выйти на устройстве/ }).click()
  await theirs.waitForURL('**/auth**')
  await mine.getByText('Сеанс завершён').waitFor()
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1)
  await isSignedIn(mine)
  expect(await theirs.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')))).toEqual([])
})

test('a new password signs out the other devices and keeps this one', async ({ openPage }) => {
  const account = await createAccount()
  const other = await callApi(login, { email: account.email, password })
  const mine = await openPage({ tokens: account.tokens })
  const theirs = await openPage({ tokens: other.tokens, refusals: [401] })
  await theirs.goto('/subscription')
  await isSignedIn(theirs)
  await mine.goto('/profile')
  const form = section(mine, 'Пароль')
  await form.getByLabel('Текущий пароль').fill(password)
  await form.getByLabel('Новый пароль', { exact: true }).fill(newPassword)
  await form.getByLabel('Повторите новый пароль').fill(newPassword)
  await form.getByRole('button', { name: 'Сменить пароль' }).click()
  await mine.getByText('Пароль успешно изменён').waitFor()
  await theirs.waitForURL('**/auth**')
  await mine.reload()
  await isSignedIn(mine)
})

test('another address comes when both mailboxes have agreed', async ({ openPage }) => {
  const account = await createAccount()
  const address = newEmail()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/profile')
  const form = section(page, 'Email')
  await form.getByLabel('Новый email').fill(address)
  await form.getByLabel('Пароль для подтверждения').fill(password)
  await form.getByRole('button', { name: 'Сменить email' }).click()
  await form.getByRole('alert').waitFor()

  await page.goto(await linkIn(address, 'Подтвердите новый email'))
  await page.getByRole('button', { name: 'Подтвердить смену' }).click()
  await page.getByText('Осталось открыть ссылку в письме').waitFor()
  expect((await profileOf(account)).user.email).toBe(account.email)

  await page.goto(await linkIn(account.email, 'Подтвердите смену email'))
  await page.getByRole('button', { name: 'Подтвердить смену' }).click()
  await page.getByText('Email изменён. Теперь входите с новым адресом.').waitFor()
  await page.goto('/profile')
  await section(page, 'Email').getByText(address).waitFor()
})

test('the archive of personal data is downloaded and holds the account', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/profile')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать все мои данные' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.zip')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toContain(account.email)
})
