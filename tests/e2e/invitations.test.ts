// Invitations in a browser: begun in the console, passed on from the profile, and paid to both.
import type { Page } from 'playwright-core'
import { createAccount, fillRegistration, newEmail } from '../support/e2e/account.ts'
import { cards, openWidget, payInWidget, waitForResult } from '../support/e2e/buying.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { linkOf, waitForLetter } from '../support/e2e/mail.ts'
import { createOperator, enterConsole } from '../support/e2e/operator.ts'
import { test } from '../support/e2e/test.ts'

async function beginCampaign(office: Page) {
  await office.getByRole('button', { name: 'Начать приглашения' }).click()
  const dialog = office.getByRole('dialog', { name: 'Начать приглашения' })
  await dialog.getByLabel('Токенов тому, кто пришёл').fill('ноль')
  await dialog.getByLabel('Токенов тому, кто пригласил').fill('25')
  await dialog.getByLabel('Причина').fill('Проверка приглашений')
  await dialog.getByRole('button', { name: 'Начать' }).click()
  await dialog.getByText('Целое число от 1 до 1000').waitFor()
  await expectGoodLooks(office, 'console campaign dialog')
  await dialog.getByLabel('Токенов тому, кто пришёл').fill('7')
  await dialog.getByLabel('Награда за покупку от, ₽').fill('32')
  await dialog.getByLabel('Пришедших всего').fill('20')
  await dialog.getByRole('button', { name: 'Начать' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const campaign = (office: Page, state: string) =>
  office.getByRole('table', { name: 'Приглашения' }).getByRole('row', { name: new RegExp(state) })

async function endCampaign(office: Page) {
  await office.getByRole('button', { name: 'Остановить приглашения' }).click()
  const dialog = office.getByRole('dialog', { name: 'Остановить приглашения' })
  await dialog.getByLabel('Причина').fill('Проверка закончена')
  await dialog.getByRole('button', { name: 'Остановить' }).click()
  await campaign(office, 'закончились').waitFor()
}

/** The link that the button in the profile copies. */
async function copyLink(page: Page): Promise<string> {
  const place = page.getByRole('region', { name: 'Пригласить друга' })
  await place.getByText('Другу — 7 токенов').waitFor()
  await place.getByText('Вам — 25 токенов').waitFor()
  // It says so for two seconds only.
  const copied = place.getByRole('button', { name: 'Скопировано' }).waitFor()
  await Promise.all([copied, place.getByRole('button', { name: 'Копировать' }).click()])
  await expectGoodLooks(page, 'invitation in the profile')
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Registers by the link, with the mail. */
async function come(page: Page, link: string) {
  const email = newEmail()
  await page.goto(link)
  await page.getByText('Друг пригласил вас').waitFor()
  await fillRegistration(page, email)
  await expectGoodLooks(page, 'invited registration')
  await page.getByRole('button', { name: 'Создать аккаунт' }).click()
  await page.getByText('Регистрация успешна! Проверьте email для подтверждения.').waitFor()
  await page.goto(linkOf(await waitForLetter(email)).href)
  await page.getByRole('link', { name: '17 токенов' }).waitFor()
}

test('a friend comes by a link of the profile and buys, and both get what the console promised', async ({
  openPage
}) => {
  const [owner, user] = [await createOperator('owner'), await createAccount()]
  const office = await openPage({ tokens: owner.tokens, refusals: [404] })
  await enterConsole(office, '#/codes')
  await beginCampaign(office)
  await campaign(office, 'идут.*7 токенов 25 токенов, до 10 раз за покупку от 32\\s₽ 0 из 20 0').waitFor()

  const page = await openPage({ tokens: user.tokens })
  await page.goto('/profile')
  const link = await copyLink(page)
  const friend = await openPage()
  await come(friend, link)
  await friend.goto('/subscription')
  await friend.getByText('Бонус по приглашению').first().waitFor()

  await friend.goto('/token-purchase?package=tokens-100')
  await openWidget(friend)
  await payInWidget(friend, cards.plain)
  await waitForResult(friend, 'Оплата прошла')
  // Nobody touches the inviter's page.
  await page.getByRole('link', { name: '35 токенов' }).waitFor()
  await page.reload()
  await page.getByText('Пришли по ссылке: 1. Получено наград: 1 из 10.').waitFor()
  await page.goto('/subscription')
  await page.getByText('Бонус за приглашённого друга').first().waitFor()

  await office.reload()
  await campaign(office, 'идут.*7 токенов 25 токенов, до 10 раз за покупку от 32\\s₽ 1 из 20 1').waitFor()
  await expectGoodLooks(office, 'console campaigns')
  await endCampaign(office)
})
