// The operators' console in a browser: entering, what each role sees, changes and their record.
import { decodeJwt } from 'jose'
import { describe, expect, inject } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { codeOf, connectAuthenticator, createOperator, enterConsole } from '../support/e2e/operator.ts'
import { test } from '../support/e2e/test.ts'

/** So the API answers whoever has not entered the console. */
const notEntered = [404]

const read = async (path: string) => (await fetch(inject('siteOrigin') + path)).text()

const heading = (name: string | RegExp) => ['heading', { name, level: 1 }] as const

describe('entering the console', () => {
  test('an owner signs in, connects an authenticator, leaves, and comes back by a code', async ({ openPage }) => {
    const owner = await createOperator('owner')
    const page = await openPage({ refusals: [...notEntered, 401, 403] })
    await page.goto('/operator')
    expect(new URL(page.url()).pathname).toBe('/operator/')
    await page.goto('/operator/#/record')
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Пароль', { exact: true }).fill('Wrong1!wrong')
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await page.getByText('Неверный email или пароль').waitFor()
    await expectGoodLooks(page, 'console sign-in')
    await page.getByLabel('Пароль', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await page.getByRole('img', { name: /^QR-код/ }).waitFor()
    await expectGoodLooks(page, 'console authenticator')

    await page.getByLabel('Код из приложения').fill('12')
    await page.getByRole('button', { name: 'Подключить и войти' }).click()
    await page.getByText('Введите шесть цифр').waitFor()
    const { secret, code } = await connectAuthenticator(page)
    // Where the address wanted to go.
    await page.getByRole(...heading('Журнал')).waitFor()
    await expect.poll(() => page.title()).toBe('Журнал · Консоль')

    await page.reload()
    await page.getByRole(...heading('Журнал')).waitFor()
    await page.getByRole('button', { name: 'Выйти' }).click()
    await page.getByLabel('Код из приложения').fill(code)
    await page.getByRole('button', { name: 'Войти в консоль' }).click()
    // A code works once.
    await page.getByText('Код не подошёл').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Код из приложения').fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Войти в консоль' }).click()
    await page.getByRole(...heading('Журнал')).waitFor()
  })

  test('a user who is no operator is told so, and can take another account', async ({ openPage }) => {
    const { tokens, email } = await createAccount()
    const page = await openPage({ tokens, refusals: notEntered })
    await page.goto('/operator/')
    await page.getByText('Этот аккаунт не оператор').waitFor()
    await page.getByText(email).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Другой аккаунт' }).click()
    await page.getByRole('button', { name: 'Продолжить' }).waitFor()
  })
})

describe('the pages of an owner', () => {
  test('a role is given with a reason, and the record shows it', async ({ openPage }) => {
    const owner = await createOperator('owner')
    const colleague = await createAccount()
    const page = await openPage({ tokens: owner.tokens, refusals: notEntered })
    await enterConsole(page)
    await page.getByRole(...heading(`Здравствуйте, ${owner.name}`)).waitFor()
    await expectGoodLooks(page, 'console overview')

    const menu = page.getByRole('navigation', { name: 'Страницы консоли' })
    await menu.getByRole('link', { name: 'Тренды' }).click()
    await page.getByRole(...heading('Тренды')).waitFor()
    await page.locator('canvas').nth(8).waitFor()
    await page.getByText('По дням', { exact: true }).nth(1).click()
    await page.getByRole('table', { name: 'Новые аккаунты по дням' }).waitFor()
    await expectGoodLooks(page, 'console trends')
    await menu.getByRole('link', { name: 'Команда' }).click()
    await page.getByRole(...heading('Команда')).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Команда')
    await page.getByRole('button', { name: 'Дать роль' }).click()
    const dialog = page.getByRole('dialog', { name: 'Дать роль' })
    const name = `helper-${owner.name.slice(-8)}`
    await dialog.getByLabel('Email аккаунта').fill('nobody@example.com')
    await dialog.getByLabel('Имя для журнала').fill(name)
    await dialog.getByRole('button', { name: 'Дать роль' }).click()
    await dialog.getByText('Напишите причину').waitFor()
    await dialog.getByLabel('Причина').fill('Новый человек в поддержке')
    await dialog.getByRole('button', { name: 'Дать роль' }).click()
    await dialog.getByText('Подтверждённого аккаунта с такой почтой нет').waitFor()
    await expectGoodLooks(page, 'console role dialog')
    await dialog.getByLabel('Email аккаунта').fill(colleague.email)
    await dialog.getByRole('button', { name: 'Дать роль' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: new RegExp(name) }).waitFor()
    await expectGoodLooks(page, 'console team')

    await page.getByRole('button', { name: `Снять роль: ${name}` }).click()
    const ending = page.getByRole('dialog')
    await ending.getByLabel('Причина').fill('Перешёл в другой отдел')
    await ending.getByRole('button', { name: 'Снять роль' }).click()
    await page.getByRole('heading', { name: 'Бывшие операторы' }).waitFor()

    await menu.getByRole('link', { name: 'Журнал' }).click()
    await page.getByLabel('Оператор', { exact: true }).fill(owner.name)
    await page.getByLabel('Действие', { exact: true }).selectOption('Роль дана')
    await page.getByRole('button', { name: 'Показать', exact: true }).click()
    // Until the chosen lines are there, the others stay.
    await page.getByText('Перешёл в другой отдел').first().waitFor({ state: 'hidden' })
    await page.getByText('Новый человек в поддержке').first().waitFor()
    expect(page.url()).toContain(`operator=${owner.name}`)
    await expectGoodLooks(page, 'console record')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Скачать CSV' }).click()
    expect((await downloading).suggestedFilename()).toBe('operators.csv')
  })

  test('the system page shows what runs and what is kept', async ({ openPage }) => {
    const { tokens } = await createOperator('owner')
    const page = await openPage({ tokens, refusals: notEntered })
    await enterConsole(page, '#/system')
    await page.getByRole('region', { name: 'Обязанности часов' }).waitFor()
    await page.getByRole('region', { name: 'Базы данных' }).waitFor()
    await page
      .getByRole('cell', { name: 'Копия кошельков' })
      .or(page.getByRole('rowheader', { name: 'Копия кошельков' }))
      .waitFor()
    await page.getByRole('heading', { name: 'Хранилище' }).waitFor()
    await page.getByRole('region', { name: 'Ночи резервных копий' }).waitFor()
    await expectGoodLooks(page, 'console system')
  })

  test('broken works and a person’s books have pages', async ({ openPage }) => {
    const { tokens } = await createOperator('owner')
    const { sub: userId } = decodeJwt(tokens.accessToken)
    const page = await openPage({ tokens, refusals: notEntered })
    await enterConsole(page, '#/redos')
    // Other tests may have complained already.
    const list = page.getByRole('table', { name: 'Сломанные работы' })
    await page.getByText('Никто ни на что не жаловался').or(list).first().waitFor()
    await expectGoodLooks(page, 'console redos')
    await page.evaluate(() => (window.location.hash = '#/books'))
    await page.getByLabel('Id человека').fill(String(userId))
    await page.getByRole('button', { name: 'Открыть', exact: true }).click()
    await page.getByRole('heading', { name: 'В базе' }).waitFor()
    await expectGoodLooks(page, 'console books')
  })
})

test('support sees no page of the owner, neither in the menu nor by its address', async ({ openPage }) => {
  const { tokens } = await createOperator('support')
  const page = await openPage({ width: 390, tokens, refusals: notEntered })
  await enterConsole(page, '#/team')
  await page.getByRole(...heading('Эта страница не для вашей роли')).waitFor()
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  const menu = page.getByRole('dialog', { name: 'Меню' })
  const titles = await menu.getByRole('link').allTextContents()
  expect(titles).toEqual(expect.arrayContaining(['Обзор', 'Система']))
  expect(titles.filter((title) => ['Команда', 'Журнал'].includes(title))).toEqual([])
  await expectAccessible(page)
  await menu.getByRole('link', { name: 'Система' }).click()
  await page.getByRole(...heading('Система')).waitFor()
  await menu.waitFor({ state: 'hidden' })
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
