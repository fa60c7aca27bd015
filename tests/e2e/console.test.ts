// The operators' console in a browser: entering, and a walk over the pages about operators and the system.
import type { Page } from 'playwright-core'
import { decodeJwt } from 'jose'
import { expect, inject } from 'vitest'
import { type Account, createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { expectGoodLooks, withMenus } from '../support/e2e/good-looks.ts'
import {
  codeOf,
  connectAuthenticator,
  createOperator,
  type OperatorAccount,
  press,
  showInConsole
} from '../support/e2e/operator.ts'
import { test } from '../support/e2e/test.ts'

const read = async (path: string) => (await fetch(inject('siteOrigin') + path)).text()

const heading = (name: string | RegExp) => ['heading', { name, level: 1 }] as const

/** Other accounts and a wrong password are tried in jsdom (entrance.test.tsx). @returns the secret of the authenticator */
async function enter(page: Page, owner: OperatorAccount): Promise<string> {
  await page.goto('/operator#/record')
  expect(new URL(page.url()).pathname).toBe('/operator/')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Пароль', { exact: true }).fill(owner.password)
  await expectGoodLooks(page, 'console sign-in')
  await press(page, 'Продолжить')
  await page.getByRole('img', { name: /^QR-код/ }).waitFor()
  await expectGoodLooks(page, 'console authenticator')
  const { secret } = await connectAuthenticator(page)
  // Where the address wanted to go.
  await page.getByRole(...heading('Журнал')).waitFor()
  await expect.poll(() => page.title()).toBe('Журнал · Консоль')
  return secret
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Страницы консоли' })

async function watchTrends(page: Page, owner: OperatorAccount) {
  await menuOf(page).getByRole('link', { name: 'Обзор' }).click()
  await page.getByRole(...heading(`Здравствуйте, ${owner.name}`)).waitFor()
  await expectGoodLooks(page, 'console overview', withMenus)
  await menuOf(page).getByRole('link', { name: 'Тренды' }).click()
  await page.getByRole(...heading('Тренды')).waitFor()
  // The shortest, because axe reads each row of each figure.
  await page.getByLabel('Период').selectOption('Неделя')
  expect(page.url()).toMatch(/#\/trends\?days=7$/)
  await page.locator('canvas').nth(8).waitFor()
  await page.getByText('По дням', { exact: true }).nth(1).click()
  await page.getByRole('table', { name: 'Новые аккаунты по дням' }).waitFor()
  await expectGoodLooks(page, 'console trends')
}

/** Gives a colleague a role, and ends it. */
async function changeTeam(page: Page, colleague: Account, name: string) {
  await menuOf(page).getByRole('link', { name: 'Команда' }).click()
  await page.getByRole(...heading('Команда')).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Команда')
  await press(page, 'Дать роль')
  const dialog = page.getByRole('dialog', { name: 'Дать роль' })
  await dialog.getByLabel('Email аккаунта').fill('nobody@example.com')
  await dialog.getByLabel('Имя для журнала').fill(name)
  await dialog.getByLabel('Причина').fill('Новый человек в поддержке')
  await dialog.getByRole('button', { name: 'Дать роль' }).click()
  await dialog.getByText('Подтверждённого аккаунта с такой почтой нет').waitFor()
  await dialog.getByLabel('Email аккаунта').fill(colleague.email)
  await dialog.getByRole('button', { name: 'Дать роль' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  await expectGoodLooks(page, 'console team')
  await press(page, `Снять роль: ${name}`)
  const ending = page.getByRole('dialog')
  await ending.getByLabel('Причина').fill('Перешёл в другой отдел')
  await ending.getByRole('button', { name: 'Снять роль' }).click()
  await page.getByRole('heading', { name: 'Бывшие операторы' }).waitFor()
}

async function readRecord(page: Page, owner: OperatorAccount) {
  await menuOf(page).getByRole('link', { name: 'Журнал' }).click()
  await page.getByLabel('Оператор', { exact: true }).fill(owner.name)
  await page.getByLabel('Действие', { exact: true }).selectOption('Роль дана')
  await press(page, 'Показать')
  // Until the chosen lines are there, the others stay.
  await page.getByText('Перешёл в другой отдел').first().waitFor({ state: 'hidden' })
  await page.getByText('Новый человек в поддержке').first().waitFor()
  expect(page.url()).toContain(`operator=${owner.name}`)
  await expectGoodLooks(page, 'console record')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Скачать CSV' }).click()
  expect((await downloading).suggestedFilename()).toBe('operators.csv')
}

async function lookAtSystem(page: Page) {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await press(page, 'Открыть меню')
  const menu = page.getByRole('dialog', { name: 'Меню' })
  await menu.waitFor()
  await expectAccessible(page)
  await menu.getByRole('link', { name: 'Система' }).click()
  await page.getByRole(...heading('Система')).waitFor()
  await menu.waitFor({ state: 'hidden' })
  await page.setViewportSize(before)
  await page.getByRole('region', { name: 'Обязанности часов' }).waitFor()
  await page.getByRole('region', { name: 'Базы данных' }).waitFor()
  await page
    .getByRole('cell', { name: 'Копия кошельков' })
    .or(page.getByRole('rowheader', { name: 'Копия кошельков' }))
    .waitFor()
  await page.getByRole('heading', { name: 'Хранилище' }).waitFor()
  await page.getByRole('region', { name: 'Ночи резервных копий' }).waitFor()
  await expectGoodLooks(page, 'console system')
}

async function lookAtBooks(page: Page, owner: OperatorAccount) {
  await showInConsole(page, '#/books')
  await page.getByLabel('Id человека').fill(String(decodeJwt(owner.tokens.accessToken).sub))
  await press(page, 'Открыть')
  const months = page.getByRole('table', { name: 'Месяцы' })
  await page.getByText('Движений не было').or(months).first().waitFor()
  await expectGoodLooks(page, 'console books')
}

test('an owner connects an authenticator, walks through the console, leaves, and comes back by a code', async ({
  openPage
}) => {
  const [owner, colleague] = await Promise.all([createOperator('owner'), createAccount()])
  // 404: so the API answers before the console is entered, and for an account that is not there.
  const page = await openPage({ refusals: [401, 404] })
  const secret = await enter(page, owner)
  await watchTrends(page, owner)
  await changeTeam(page, colleague, `helper-${owner.name.slice(-8)}`)
  await readRecord(page, owner)
  await lookAtSystem(page)
  await lookAtBooks(page, owner)
  await press(page, 'Выйти')
  await page.getByLabel('Код из приложения').fill(codeOf(secret, 1))
  await press(page, 'Войти в консоль')
  const months = page.getByRole('table', { name: 'Месяцы' })
  await page.getByText('Движений не было').or(months).first().waitFor()
})

test('nothing of the site leads to the console, and its document is its own', async () => {
  for (const path of ['/', '/sitemap.xml', '/robots.txt']) expect(await read(path)).not.toContain('/operator')
  const answer = await fetch(`${inject('siteOrigin')}/operator/`)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  const html = await answer.text()
  expect(html).toContain('<title>Консоль</title>')
  for (const [, path] of html.matchAll(/(?:src|href)="(\/operator\/[^"]+)"/g)) {
    const { status, headers } = await fetch(inject('siteOrigin') + path)
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=31536000, immutable'])
  }
})
