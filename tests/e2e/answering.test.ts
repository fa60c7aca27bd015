// What can happen to an answer while its page is open.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readTokens, readUsage } from '#contract/wallet.ts'
import { type Account, callApi, createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { answersOn, ask, promptField, textOn, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks, onPhone } from '../support/e2e/good-looks.ts'
import { control } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const balanceOf = async ({ tokens }: Account) => (await callApi(readTokens, {}, tokens.accessToken)).tokens

test('stopping an answer keeps its text, shows its cost and returns the other tokens', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/chatgpt')
  await ask(page, 'Подробно о реках [сбой:молчание]')
  await waitForWords(answersOn(page))
  await page.getByRole('button', { name: 'Остановить' }).click()
  const note = answersOn(page).getByText(/^Остановлено\. Списано \d+ токен\S*, возвращено \d+$/)
  await note.waitFor()
  const [charged, returned] = (await note.innerText()).match(/\d+/g)!.map(Number)
  expect(charged! + returned!).toBe(5)
  expect(await balanceOf(account)).toBe(10 - charged!)
  await waitForWords(answersOn(page))
  await expectGoodLooks(page, 'answer stopped')
  await page.reload()
  await answersOn(page).getByText('Остановлено').waitFor()
  await waitForWords(answersOn(page))
})

test('without enough tokens no answer starts, the request stays, and a link to buy tokens is shown', async ({
  openPage
}) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens, refusals: [402] })
  await page.goto('/chatgpt')
  await ask(page, 'Кратко: что такое эхо?')
  await page
    .getByText(/Ответ получен!/)
    .first()
    .waitFor()
  await ask(page, 'Кратко: что такое тень?')
  await page.getByRole('link', { name: '0 токенов' }).waitFor()
  await page.getByRole('button', { name: 'Отправить сообщение' }).waitFor()

  await ask(page, 'Кратко: что такое свет?')
  await page.getByText('Недостаточно токенов для выполнения запроса').waitFor()
  await page.getByRole('alert').getByText('Не хватает 5 токенов').waitFor()
  await expect.poll(() => promptField(page).inputValue()).toBe('Кратко: что такое свет?')
  await expectGoodLooks(page, 'not enough tokens')
  expect(await balanceOf(account)).toBe(0)
  await page.getByRole('link', { name: 'Купить токены' }).click()
  await page.waitForURL(/\/token-purchase/)
})

test('a failed answer keeps the text that arrived, costs nothing and can be repeated', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/xai')
  await ask(page, 'Расскажи о лесе [сбой:обрыв]')
  await answersOn(page)
    .getByText(/Токены не списаны/)
    .waitFor()
  await waitForWords(answersOn(page))
  expect(await balanceOf(account)).toBe(10)
  await expectAccessible(page)
  await expect.poll(() => promptField(page).inputValue()).toBe('Расскажи о лесе [сбой:обрыв]')
  await page.getByRole('button', { name: 'Повторить' }).click()
  // The new attempt stands in the place of the failed one.
  await page.getByText('2 из 2').waitFor()
  await expect.poll(() => page.getByRole('article', { name: 'Ваш запрос' }).count()).toBe(1)
  await expect.poll(() => answersOn(page).count()).toBe(1)
  await expect.poll(() => promptField(page).inputValue()).toBe('')
  expect(await balanceOf(account)).toBe(10)
})

test('the page says how long to wait for an overloaded model', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/claude')
  await ask(page, 'Привет [сбой:429]')
  await page.getByText('Слишком много запросов. Подождите 3 секунд.').first().waitFor()
})

test('a double click together with Enter sends one request and charges once', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/claude')
  const field = promptField(page)
  await field.fill('Кратко: что такое рифма?')
  const send = page.getByRole('button', { name: 'Отправить' })
  // The button is disabled until the page knows whether the user is signed in.
  await send.click({ trial: true })
  await send.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    button.form?.requestSubmit()
  })
  await answersOn(page)
    .getByText(/^Списано 2 токена/)
    .waitFor()
  await expect.poll(() => answersOn(page).count()).toBe(1)
  expect(await balanceOf(account)).toBe(8)
  const { usage } = await callApi(readUsage, {}, account.tokens.accessToken)
  expect(usage.filter(({ service }) => service === 'claude')).toHaveLength(1)
})

/** On a phone: the only bar is the chat's, and the account is in the menu. */
async function expectOneBar(page: Page) {
  await expect.poll(() => page.getByRole('button', { name: 'Меню пользователя' }).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  const account = page.getByRole('navigation', { name: 'Аккаунт' })
  await account.getByRole('link', { name: /токенов/ }).waitFor()
  await expectGoodLooks(page, 'menu of a chat', onPhone)
  await account.getByRole('link', { name: 'Профиль' }).waitFor()
  await page.keyboard.press('Escape')
  await account.waitFor({ state: 'detached' })
}

test('two devices show one running answer, and both end with the same text', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/chatgpt')
  await ask(page, 'Кратко: что такое холм?')
  await answersOn(page)
    .getByText(/^Списано 5 токенов/)
    .waitFor()
  const other = await openPage({ tokens: account.tokens, width: 390 })
  const live = other.waitForEvent('websocket')
  await other.goto(page.url())
  await live
  await waitForWords(answersOn(other))
  await control(account, { paused: true })
  await ask(page, 'Подробно о горах')
  await other.getByRole('button', { name: 'Остановить' }).waitFor()
  await waitForWords(answersOn(other).last())
  await other.getByRole('button', { name: 'История чатов' }).click()
  await other.getByRole('dialog', { name: 'История чатов' }).getByText('Отвечает').waitFor()
  await expectGoodLooks(other, 'history with a running chat', onPhone)
  await other.keyboard.press('Escape')
  await expectOneBar(other)
  await control(account, { paused: false })
  await Promise.all(
    [page, other].map((tab) =>
      answersOn(tab)
        .last()
        .getByText(/^Списано 5 токенов/)
        .waitFor({ timeout: 50_000 })
    )
  )
  // The billing line may appear shortly before the rest of the text is rendered.
  await expect.poll(async () => (await textOn(other)) === (await textOn(page))).toBe(true)
  expect(await balanceOf(account)).toBe(0)
})

test('a question that is typed ahead is sent when the answer before it is complete', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/claude')
  await control(account, { paused: true })
  await ask(page, 'Подробно о ветре')
  await waitForWords(answersOn(page))
  await page.keyboard.type('Кратко: что такое штиль?')
  await page.keyboard.press('Enter')
  await page.getByText('Отправится, когда закончится ответ').waitFor()
  await expectGoodLooks(page, 'question in line')
  await control(account, { paused: false })
  await expect.poll(() => answersOn(page).count(), { timeout: 50_000 }).toBe(2)
  await answersOn(page)
    .last()
    .getByText(/^Списано 2 токена/)
    .waitFor()
  await expect.poll(() => promptField(page).inputValue()).toBe('')
  expect(await balanceOf(account)).toBe(6)
})

test('signing out in one tab signs out the other', async ({ openPage }) => {
  const { tokens } = await createAccount()
  // A page that is just opening its live channel hears of the session's end by being refused.
  const page = await openPage({ tokens, refusals: [401] })
  await page.goto('/chatgpt')
  await page.getByRole('link', { name: '10 токенов' }).waitFor()
  const other = await openPage({ beside: page })
  await other.goto('/')
  await other.getByRole('button', { name: 'Меню пользователя' }).click()
  await other.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.getByRole('link', { name: 'Войти', exact: true }).first().waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')))).toEqual([])
})

test('a link with a model of another page opens that page', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/chatgpt?open=1&model=gpt-5-2025-08-07&ts=0')
  await page.waitForURL(/\/gpt5/)
  await page.getByRole('heading', { name: 'Спросите GPT-5' }).waitFor()
  await page.getByRole('button', { name: /GPT-5\s+8 токенов/ }).waitFor()
})

/** Scrolls there, and lets what comes into the window be laid out: its height was estimated. @returns where the window is then */
const settledAt = (page: Page, y: number): Promise<number> =>
  page.evaluate(async (top) => {
    scrollTo(0, top)
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
    return scrollY
  }, y)

test('opening and closing menus of the sticky bars does not scroll a long answer', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/claude')
  await ask(page, 'Подробно: что такое соль?')
  await answersOn(page)
    .getByText(/^Списано 2 токена/)
    .waitFor({ timeout: 50_000 })
  const place = () => page.evaluate(() => scrollY)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => settledAt(page, 400)).toBe(400)
    const menu = width === 390 ? 'Открыть меню' : 'Меню пользователя'
    for (const name of ['История чатов', /^Модель/, menu]) {
      // By keyboard, because Playwright's click scrolls the page to where a sticky bar would be without sticking.
      const button = page.getByRole('button', { name })
      await button.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
      await page.keyboard.press('Enter')
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
      // The menu of phones is loaded when it is opened first.
      if (name === 'Открыть меню') await page.getByRole('dialog', { name: 'Меню' }).waitFor()
      expect(await place(), `${name} opened at ${width}`).toBe(400)
      await page.keyboard.press('Escape')
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await place(), `${name} closed at ${width}`).toBe(400)
    }
  }
})
