// «Вход и безопасность» in a real browser on the whole product: every way in of one account, and the proof before what is dangerous. Its owner
// has a phone, where all is set up, and a computer, and uses the passkey, the second step, the proof and the profile on both.
import type { Page, Route } from 'playwright-core'
import { Secret, TOTP } from 'otpauth'
import { expect, inject } from 'vitest'
import { password, signedInUser } from '../support/e2e/account.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { agreeAs, type Person, stranger, whoIs } from '../support/e2e/provider.ts'
import { test } from '../support/e2e/test.ts'
import { staleSessionsPath } from '../support/seeding/call.ts'

const button = (place: Pick<Page, 'getByRole'>, name: string | RegExp) => place.getByRole('button', { name })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const welcome = 'Успешный вход! Добро пожаловать!'

/** A device that makes passkeys, and whose owner agrees. */
async function withFingerprint(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  /** Whether the owner agrees at once; if not, the page waits for them. */
  const agrees = (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return { agrees, cdp, authenticatorId }
}
type Fingerprint = Awaited<ReturnType<typeof withFingerprint>>

/** What a manager of passwords does: the passkeys of one device are on the other, too. */
async function copyPasskeys(from: Fingerprint, to: Fingerprint) {
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId })
  for (const credential of credentials)
    await to.cdp.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential })
}

/** The proof of a sign-in is over. */
async function waitTooLong(page: Page) {
  const body = JSON.stringify({ userId: await signedInUser(page) })
  const { ok } = await fetch(inject('siteOrigin') + staleSessionsPath, { method: 'POST', body })
  expect(ok).toBe(true)
}

/** @returns who the new account is of, which has no password */
async function registerWithYandex(page: Page): Promise<Person> {
  await page.goto('/auth')
  await button(page, 'Войти с Яндекс ID').click()
  const who = await whoIs(stranger(page))
  await stranger(page).click()
  await button(page, 'Даю согласие').click()
  await button(page, 'Меню пользователя').waitFor()
  return who
}

async function openProfile(page: Page) {
  await button(page, 'Меню пользователя').click()
  await page.getByRole('menuitem', { name: 'Профиль' }).click()
  await section(page, 'Второй шаг').waitFor()
}

async function signOut(page: Page) {
  await button(page, 'Меню пользователя').click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.getByRole('link', { name: 'Войти', exact: true }).first().click()
}

/** The only way in stays; a password makes it one of two. */
async function setPassword(page: Page) {
  await button(section(page, 'Вход через другие сайты'), 'Отвязать Яндекс ID').click()
  const dialog = page.getByRole('dialog')
  await button(dialog, 'Отвязать').click()
  await dialog.getByText('Это единственный способ войти. Сначала добавьте другой').waitFor()
  await expectGoodLooks(page, 'last way in')
  await page.keyboard.press('Escape')
  const form = section(page, 'Пароль')
  await button(form, 'Задать пароль').click()
  for (const label of ['Новый пароль', 'Повторите новый пароль'])
    await form.getByLabel(label, { exact: true }).fill(password)
  await button(form, 'Задать пароль').click()
  await page.getByText('Пароль задан').waitFor()
}

/** After a proof at the provider the page is a new one, and what was to be done is done again. */
async function addPasskey(page: Page, who: Person) {
  await waitTooLong(page)
  await button(page, 'Добавить ключ доступа').click()
  const proof = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
  await button(proof, 'Яндекс ID').click()
  await expectGoodLooks(page, 'fresh proof at a provider')
  await button(proof, 'Продолжить с Яндекс ID').click()
  await agreeAs(page, who)
  await page.getByText('Подтверждено. Повторите действие').waitFor()
  await button(page, 'Добавить ключ доступа').click()
  await page.getByText('Ключ доступа добавлен').waitFor()
}

/** @returns what shows its codes */
async function connectAuthenticator(page: Page): Promise<TOTP> {
  await button(page, 'Подключить приложение').click()
  const dialog = page.getByRole('dialog')
  const typed = await dialog.locator('code').textContent()
  const app = new TOTP({ secret: Secret.fromBase32(typed!.replaceAll(' ', '')) })
  await expectGoodLooks(page, 'authenticator')
  await dialog.getByLabel('Код из приложения').fill('000000')
  await dialog.getByText(/^Код не подошёл/).waitFor()
  await dialog.getByLabel('Код из приложения').fill(app.generate())
  await page.getByText('Приложение с кодами подключено').waitFor()
  return app
}

/** @returns the recovery codes */
async function switchOn(page: Page): Promise<string[]> {
  await button(page, 'Включить второй шаг').click()
  const dialog = page.getByRole('dialog', { name: 'Коды восстановления' })
  await dialog.waitFor()
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect(new Set(codes).size).toBe(10)
  await page.keyboard.press('Escape')
  await dialog.getByText('Коды не сохранены').first().waitFor()
  await expectGoodLooks(page, 'recovery codes')
  await button(dialog, 'Скопировать: коды').click()
  await button(dialog, 'Коды сохранены').click()
  await section(page, 'Второй шаг').getByText('Осталось 10 кодов восстановления.').waitFor()
  return codes
}

async function typePassword(page: Page, email: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await button(page, /^Войти$/).click()
  await page.getByLabel('Код из приложения').waitFor()
}

/** The call was refused, the passkey proves who is there, and the key is made by itself. */
async function makeKey(page: Page) {
  await page.getByRole('link', { name: 'Ключи API' }).click()
  await waitTooLong(page)
  await button(page, 'Создать ключ').click()
  const making = page.getByRole('dialog', { name: 'Новый ключ' })
  await making.getByLabel('Название').fill('Редактор')
  await button(making, 'Создать ключ').click()
  const proof = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
  await proof.waitFor()
  await expectGoodLooks(page, 'fresh proof')
  await page.keyboard.press('Escape')
  await proof.waitFor({ state: 'hidden' })
  await expect.poll(() => making.getByLabel('Название').inputValue()).toBe('Редактор')
  await button(making, 'Создать ключ').click()
  await button(proof, 'Код восстановления').click()
  await expectGoodLooks(page, 'fresh proof by a code')
  await button(proof, 'Ключ доступа').click()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Ключ создан' }).waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Закрыть без копии').click()
}

async function linkAndUnlinkVk(page: Page) {
  const sites = section(page, 'Вход через другие сайты')
  await button(sites, 'Привязать VK ID').click()
  await stranger(page).click()
  await page.getByText(/^VK ID привязан/).waitFor()
  await button(sites, 'Отвязать VK ID').click()
  await button(page.getByRole('dialog'), 'Отвязать').click()
  await page.getByText('VK ID отвязан').waitFor()
}

async function deleteAccount(page: Page) {
  await waitTooLong(page)
  await button(page, 'Удалить аккаунт').click()
  const dialog = page.getByRole('dialog', { name: 'Удалить аккаунт?' })
  await dialog.getByLabel('Пароль для подтверждения').fill(password)
  await button(dialog, 'Удалить аккаунт').click()
  await button(page, 'Подтвердить ключом доступа').click()
  await page.getByText(/^Аккаунт будет удалён/).waitFor()
}

/**
 * Nothing is typed. The device does not agree by itself to what the page offers quietly; to what the button asks it agrees from the first: a
 * request that has begun is not told that its owner has changed their mind.
 */
async function enterByPasskey(page: Page, { agrees }: Fingerprint, open: () => Promise<unknown>) {
  await agrees(false)
  const options = /\/api\/auth\/passkeys\/options$/
  const offered = page.waitForResponse(options)
  await open()
  await offered
  const agree = async (route: Route) => {
    await agrees(true)
    await route.continue()
  }
  await page.route(options, agree, { times: 1 })
  await button(page, 'Войти с ключом доступа').click()
  await page.getByText(welcome).first().waitFor()
  await agrees(false)
}

test('an account gets every way in, a second step, and what is dangerous asks who is there', async ({ openPage }) => {
  const phone = await openPage({ width: 390, ownDevice: true, refusals: [403, 409] })
  const finger = await withFingerprint(phone)
  const who = await registerWithYandex(phone)
  await openProfile(phone)
  await setPassword(phone)
  await addPasskey(phone, who)
  const app = await connectAuthenticator(phone)
  const [recoveryCode] = await switchOn(phone)
  await expectGoodLooks(phone, 'ways in')
  await linkAndUnlinkVk(phone)
  await enterByPasskey(phone, finger, () => signOut(phone))
  await signOut(phone)
  await typePassword(phone, who.email)
  await expectGoodLooks(phone, 'second step')
  // Each code serves once. The next one counts already, and the one before still does, when half a minute ends just now.
  await phone.getByLabel('Код из приложения').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await button(phone, 'Меню пользователя').waitFor()
  await signOut(phone)
  await typePassword(phone, who.email)
  await button(phone, 'Код восстановления').click()
  await phone.getByLabel('Код восстановления').fill(recoveryCode!)
  await phone.keyboard.press('Enter')
  await button(phone, 'Меню пользователя').waitFor()

  const desk = await openPage({ ownDevice: true, refusals: [403] })
  const reader = await withFingerprint(desk)
  await copyPasskeys(finger, reader)
  await phone.close()
  await enterByPasskey(desk, reader, () => desk.goto('/auth'))
  await signOut(desk)
  await typePassword(desk, who.email)
  await reader.agrees(true)
  await button(desk, 'Подтвердить ключом доступа').click()
  await openProfile(desk)
  await section(desk, 'Второй шаг').getByText('Осталось 9 кодов восстановления.').waitFor()
  await makeKey(desk)
  await openProfile(desk)
  await deleteAccount(desk)
})
