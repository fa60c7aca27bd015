// What operators set and give in a browser: prices, promo codes, announcements and invitations, and what reaches people of it. When a
// price begins is tested in the Worker and on a page whose clock is set.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { redeemPromo } from '#contract/promo.ts'
import { verifyEmail } from '#contract/sign-in.ts'
import { callApi, createAccount, newEmail, registerByMail } from '../support/e2e/account.ts'
import { buyWithoutPage } from '../support/e2e/buying.ts'
import { expectGoodLooks, withMenus } from '../support/e2e/good-looks.ts'
import { createOperator, openConsole, press, sendForm, showInConsole } from '../support/e2e/operator.ts'
import { balanceOf } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const hourMs = 60 * 60_000
const heading = (name: string) => ['heading', { name, level: 1 }] as const
/** The next whole minute that is so far ahead, as a field of the browser holds it: its time zone is not that of the tests. */
const minuteAfter = (page: Page, aheadMs: number): Promise<string> =>
  page.evaluate((ms) => {
    const at = Math.ceil((Date.now() + ms) / 60_000) * 60_000
    return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, aheadMs)

/** Announces a price for later, so that no other test is charged by it, and cancels it. */
async function setPrice(office: Page): Promise<void> {
  await office.getByRole(...heading('Цены')).waitFor()
  await press(office, 'Цена: Grok-1.5')
  const dialog = office.getByRole('dialog', { name: 'Цена: Grok-1.5' })
  await dialog.getByLabel('Токенов за запрос').fill('5')
  await dialog.getByRole('row', { name: /^Запрос стоит 2 токена 5 токенов/ }).waitFor()
  await dialog.getByLabel('Начало').fill(await minuteAfter(office, 0))
  await dialog.getByLabel('Причина').fill('Поставщик поднял цену')
  await press(office, 'Назначить цену')
  await dialog.getByText(/не раньше чем через две минуты: столько/).waitFor()
  await expectGoodLooks(office, 'console price dialog')
  await dialog.getByLabel('Начало').fill(await minuteAfter(office, 5 * hourMs))
  await press(office, 'Назначить цену')
  await dialog.waitFor({ state: 'hidden' })
  await office.getByRole('row', { name: /^Grok-1\.5 5 токенов ждёт начала/ }).waitFor()
  await expectGoodLooks(office, 'console prices')
  await press(office, 'Отменить изменение: Grok-1.5')
  await sendForm(office, 'Отменить изменение: Grok-1.5', 'Отменить изменение', { Причина: 'Поставщик передумал' })
  await office.getByRole('row', { name: /^Grok-1\.5 5 токенов отменено/ }).waitFor()
}

/** Adds a reseller and tests it, and defines a model for later, so that no other test is offered it. */
async function openShop(office: Page): Promise<void> {
  const name = `Посредник ${randomUUID().slice(0, 8)}`
  await showInConsole(office, '#/suppliers')
  await office.getByRole(...heading('Поставщики')).waitFor()
  await press(office, 'Новый поставщик')
  const adding = office.getByRole('dialog', { name: 'Новый поставщик' })
  await adding.getByLabel('Адрес').fill(`${inject('sandboxOrigin')}/resellers/openrouter/v1`)
  await adding.getByLabel('Ключ', { exact: true }).fill('sk-sandbox-reseller')
  await expectGoodLooks(office, 'console supplier dialog')
  await sendForm(office, 'Новый поставщик', 'Добавить', { Название: name, Причина: 'Проверка поставщиков' })
  await press(office, `Проверить: ${name}`)
  const testing = office.getByRole('dialog', { name: `Проверить: ${name}` })
  await testing.getByLabel('Модель у поставщика').fill('deepseek/deepseek-chat')
  await testing.getByRole('button', { name: 'Проверить', exact: true }).click()
  await testing.getByText('Поставщик отвечает').waitFor()
  await expectGoodLooks(office, 'console supplier test')
  await office.keyboard.press('Escape')
  await expectGoodLooks(office, 'console suppliers', withMenus)

  await nameMaker(office, name)

  const id = `e2e-${randomUUID().slice(0, 8)}`
  await showInConsole(office, '#/models/+')
  await office.getByLabel('Название').fill(id)
  await office.getByLabel('Id', { exact: true }).fill(id)
  await office.getByLabel('Описание').fill('Модель посредника')
  await press(office, 'Добавить маршрут')
  await office.getByLabel('Поставщик', { exact: true }).selectOption({ label: name })
  await office.getByLabel('Модель у поставщика').fill('deepseek/deepseek-chat')
  await office.getByLabel('Вход', { exact: true }).fill('0,27')
  await office.getByLabel('Выход').fill('1,1')
  await expectGoodLooks(office, 'console model editor')
  await press(office, 'Дальше: когда начать')
  const saving = office.getByRole('dialog', { name: `Новая модель: ${id}` })
  await saving.getByLabel('Начало').fill(await minuteAfter(office, 5 * hourMs))
  await sendForm(office, `Новая модель: ${id}`, 'Назначить', { Причина: 'Проверка моделей' })
  await office
    .getByRole('table', { name: 'Скоро начнётся' })
    .getByRole('row', { name: new RegExp(id) })
    .waitFor()
  await expectGoodLooks(office, 'console models', withMenus)
  await press(office, `Отменить изменение: ${id}`)
  await sendForm(office, `Отменить изменение: ${id}`, 'Отменить изменение', { Причина: 'Проверка закончена' })
  await showInConsole(office, '#/routes')
  await office.getByRole(...heading('Маршруты')).waitFor()
  await expectGoodLooks(office, 'console routes', withMenus)
}

/** Names a reseller for the works of a tool, for later, and takes it back: other tests draw there. */
async function nameMaker(office: Page, supplier: string): Promise<void> {
  const title = 'Flux: FLUX.2 Pro'
  await showInConsole(office, '#/works')
  await office.getByRole(...heading('Инструменты')).waitFor()
  await press(office, `Назначить: ${title}`)
  const naming = office.getByRole('dialog', { name: `Кто делает: ${title}` })
  await naming.getByRole('button', { name: 'Добавить поставщика' }).click()
  await naming.getByLabel('Аккаунт').nth(1).selectOption({ label: supplier })
  await naming.getByLabel('Модель у поставщика').nth(1).fill('black-forest-labs/flux-2-pro')
  await expectGoodLooks(office, 'console work dialog')
  await naming.getByLabel('Начало').fill(await minuteAfter(office, 5 * hourMs))
  await sendForm(office, `Кто делает: ${title}`, 'Назначить', { Причина: 'Проверка инструментов' })
  await office
    .getByRole('table', { name: 'Скоро начнётся' })
    .getByRole('row', { name: new RegExp(supplier) })
    .waitFor()
  await expectGoodLooks(office, 'console works', withMenus)
  await press(office, `Отменить изменение: ${title}`)
  await sendForm(office, `Отменить изменение: ${title}`, 'Отменить изменение', { Причина: 'Проверка закончена' })
}

/** Asks for more tokens than one operator makes in a day, and takes the request back. */
async function askForMuch(office: Page): Promise<void> {
  const code = newCode()
  await press(office, 'Новый промокод')
  const dialog = office.getByRole('dialog', { name: 'Новый промокод' })
  await dialog.getByLabel('Код', { exact: true }).fill(code)
  await dialog.getByLabel('Токенов').fill('много')
  await dialog.getByLabel('Причина').fill('Проверка промокодов')
  await press(office, 'Выпустить')
  await dialog.getByText('Целое число от 1 до 1000').first().waitFor()
  await expectGoodLooks(office, 'console promo dialog')
  await dialog.getByLabel('Токенов').fill('30')
  await press(office, 'Выпустить')
  await dialog.waitFor({ state: 'hidden' })
  const waits = office.getByText(/ждёт второго человека/)
  await waits.first().waitFor()
  await showInConsole(office, '#/requests')
  const request = office.getByRole('row', { name: new RegExp(`Промокод ${code}: 30 токенов, 50 аккаунтов`) })
  await request.waitFor()
  await expectGoodLooks(office, 'console requests')
  // Who asked may only take it back.
  await expect.poll(() => request.getByRole('button').allInnerTexts()).toEqual(['Отклонить'])
  await request.getByRole('button', { name: /^Отклонить/ }).click()
  await sendForm(office, 'Отклонить запрос', 'Отклонить', { Причина: 'Слишком много аккаунтов' })
  await request.waitFor({ state: 'detached' })
}

const newCode = () => `E2E${randomUUID().slice(0, 8).toUpperCase()}`

/** For later, because other tests run at the same time and would be shown it. */
async function announce(office: Page): Promise<void> {
  await press(office, 'Новое объявление')
  const dialog = office.getByRole('dialog', { name: 'Новое объявление' })
  const text = `Проверка объявлений ${randomUUID().slice(0, 8)}`
  await dialog.getByLabel('Текст').fill(text)
  await dialog.getByLabel('Начало').fill(await minuteAfter(office, 5 * hourMs))
  await dialog.getByLabel('Конец').fill(await minuteAfter(office, 6 * hourMs))
  await dialog.getByLabel('Причина').fill('Проверка объявлений')
  await press(office, 'Опубликовать')
  await dialog.waitFor({ state: 'hidden' })
  await press(office, `Снять: ${text}`)
  await sendForm(office, 'Снять объявление', 'Снять', { Причина: 'Больше не нужно' })
  await office.getByRole('row', { name: new RegExp(`${text} снято`) }).waitFor()
  await expectGoodLooks(office, 'console announcements')
}

async function addCode(office: Page, code: string): Promise<void> {
  await press(office, 'Новый промокод')
  const dialog = office.getByRole('dialog', { name: 'Новый промокод' })
  await dialog.getByLabel('Код', { exact: true }).fill(code)
  await dialog.getByLabel('Токенов').fill('30')
  await dialog.getByLabel('Аккаунтов всего').fill('10')
  await sendForm(office, 'Новый промокод', 'Выпустить', { Причина: 'Проверка промокодов' })
  await office.getByRole('row', { name: new RegExp(`${code}.*0 из 10 `) }).waitFor()
}

const campaign = (office: Page, state: string) =>
  office.getByRole('table', { name: 'Приглашения' }).getByRole('row', { name: new RegExp(state) })

async function beginCampaign(office: Page) {
  await press(office, 'Начать приглашения')
  const dialog = office.getByRole('dialog', { name: 'Начать приглашения' })
  await dialog.getByLabel('Токенов тому, кто пришёл').fill('ноль')
  await dialog.getByLabel('Токенов тому, кто пригласил').fill('25')
  await dialog.getByLabel('Причина').fill('Проверка приглашений')
  await press(office, 'Начать')
  await dialog.getByText('Целое число от 1 до 1000').waitFor()
  await dialog.getByLabel('Токенов тому, кто пришёл').fill('7')
  await dialog.getByLabel('Награда за покупку от, ₽').fill('32')
  await dialog.getByLabel('Пришедших всего').fill('20')
  await press(office, 'Начать')
  await dialog.waitFor({ state: 'hidden' })
  await campaign(office, 'идут.*7 токенов 25 токенов, до 10 раз за покупку от 32\\s₽ 0 из 20 0').waitFor()
  await expectGoodLooks(office, 'console promo codes and campaigns', withMenus)
}

/** The link that the button in the profile copies. */
async function copyLink(page: Page): Promise<string> {
  const place = page.getByRole('region', { name: 'Пригласить друга' })
  await place.getByText('Другу — 7 токенов').waitFor()
  await place.getByText('Вам — 25 токенов').waitFor()
  // It says so for two seconds only.
  const copied = place.getByRole('button', { name: 'Скопировано' }).waitFor()
  await Promise.all([copied, place.getByRole('button', { name: 'Копировать' }).click()])
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Registers with the code of the link and with the mail, and buys. What the page of the link does is tested in jsdom (invite-friend.test.tsx). */
async function come(link: string) {
  const email = newEmail()
  const { pathname, searchParams } = new URL(link)
  expect(pathname).toBe('/auth')
  const token = await registerByMail(email, searchParams.get('invite') ?? '')
  const { tokens } = await callApi(verifyEmail, { token })
  expect(await balanceOf({ tokens })).toBe(10 + 7)
  await buyWithoutPage({ tokens })
}

test('what operators set in the console is taken back, and what they give reaches people', async ({ openPage }) => {
  const [owner, user] = [await createOperator('owner'), await createAccount()]
  // 409: a price that begins too early.
  const office = await openPage({ dark: false, tokens: owner.tokens, refusals: [409] })
  await openConsole(office, owner, '#/prices')
  await setPrice(office)
  await openShop(office)
  await showInConsole(office, '#/announcements')
  await announce(office)
  await showInConsole(office, '#/codes')
  await askForMuch(office)

  await showInConsole(office, '#/codes')
  const code = newCode()
  await addCode(office, code)
  await beginCampaign(office)

  // What its form sends and says is tested in jsdom (shop.test.tsx).
  expect((await callApi(redeemPromo, { code: `«${code.toLowerCase()}\u200B».` }, user.tokens.accessToken)).tokens).toBe(
    30
  )
  const page = await openPage({ tokens: user.tokens })
  await page.goto('/profile')
  await come(await copyLink(page))
  // The inviter's page hears of it by itself.
  await page.getByRole('link', { name: `${10 + 30 + 25} токенов` }).waitFor()

  await press(office, 'Остановить приглашения')
  await sendForm(office, 'Остановить приглашения', 'Остановить', { Причина: 'Проверка закончена' })
  await campaign(office, 'закончились.*1 из 20 1').waitFor()
})
