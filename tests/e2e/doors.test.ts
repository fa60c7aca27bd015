// Signing in with a provider, in a real browser on the whole product: a stranger's first answer, on a phone with one provider and in a wide window
// with the other, and all that may come instead.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount, newEmail, password } from '../support/e2e/account.ts'
import { answersOn, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { agreeAs, type Person, stranger, whoIs } from '../support/e2e/provider.ts'
import { test } from '../support/e2e/test.ts'

const prompt = 'Чем лиса отличается от волка?'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** A stranger asks on the home page, which is open. @returns who they are at the provider, and how often they have tapped */
async function askByProvider(page: Page, provider: string): Promise<{ who: Person; taps: number }> {
  let taps = 0
  const tap = async (place: Locator) => {
    taps += 1
    await place.tap()
  }
  await promptField(page).fill(prompt)
  await button(page, `Отправить с ${provider}`).waitFor()
  await expectGoodLooks(page, `first question with ${provider}`)
  await tap(button(page, `Отправить с ${provider}`))
  const who = await whoIs(stranger(page))
  await tap(stranger(page))
  await page.getByRole('heading', { name: 'Остался один шаг' }).waitFor()
  expect([new URL(page.url()).search, await page.evaluate(() => localStorage.getItem('accessToken'))]).toEqual([
    '',
    null
  ])
  await expectGoodLooks(page, `consent with ${provider}`)
  await tap(button(page, 'Даю согласие'))
  await waitForWords(answersOn(page))
  await answersOn(page)
    .getByText(/^Списано 1 токен /)
    .waitFor()
  await expect.poll(() => answersOn(page).count()).toBe(1)
  return { who, taps }
}

async function signOut(page: Page) {
  await button(page, 'Меню пользователя').click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.getByRole('link', { name: 'Войти' }).first().click()
}

test('a stranger has their first answer after three taps, once, and comes back by the same door', async ({
  openPage
}) => {
  const page = await openPage({ width: 390, refusals: [400] })
  await page.goto('/')
  const { who, taps } = await askByProvider(page, 'Яндекс ID')
  expect(taps).toBe(3)

  await page.setViewportSize({ width: 1440, height: 900 })
  await signOut(page)
  await button(page, 'Войти с VK ID').waitFor()
  await expectGoodLooks(page, 'sign-in with providers')
  await button(page, 'Войти с Яндекс ID').click()
  await agreeAs(page, who)
  await page.getByText('Успешный вход! Добро пожаловать!').waitFor()
  await page.getByRole('link', { name: '9 токенов' }).waitFor()

  await signOut(page)
  await page.getByLabel('Email').fill(who.email)
  await button(page, 'Войти с Яндекс ID').click()
  await button(page, 'Отмена').click()
  await page.getByText('Вход отменён. Ничего не изменилось').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(who.email)
  await expectGoodLooks(page, 'sign-in undone')

  const { email } = await createAccount()
  await button(page, 'Войти с Яндекс ID').click()
  await agreeAs(page, { email })
  await page
    .getByText('У этого адреса уже есть аккаунт. Войдите так, как обычно, и привяжите Яндекс ID в профиле.')
    .waitFor()
  await expectGoodLooks(page, 'known address')
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await button(page, /^Войти$/).click()
  await page.getByText('Успешный вход! Добро пожаловать!').waitFor()

  await signOut(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, 'Войти с VK ID').click()
  await button(page, /^Борис/).click()
  await page.getByRole('heading', { name: 'Остался один шаг' }).waitFor()
  await expectGoodLooks(page, 'consent without an address')
  await page.getByLabel('Email').fill(newEmail())
  await button(page, 'Даю согласие').click()
  await page.getByRole('heading', { name: 'Проверьте почту' }).waitFor()
  await expectGoodLooks(page, 'check your mail after a provider')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Мощная AI Платформа' }).click()
  expect((await askByProvider(page, 'VK ID')).taps).toBe(3)
})
