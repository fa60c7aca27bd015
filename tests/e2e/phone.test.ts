// What only a phone has: its «назад», a keyboard on the screen, and letters as large as its user sets them.
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { listMessages } from '#contract/chats.ts'
import { readUsage } from '#contract/wallet.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { answersOn, ask, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { layKeyboardOver, letSleep, sleep } from '../support/e2e/asleep.ts'
import { expectWholeWords } from '../support/e2e/broken-words.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { expectNothingSticksOut } from '../support/e2e/sticking-out.ts'
import { test } from '../support/e2e/test.ts'
import { expectToastAboveDialog } from '../support/e2e/toast-room.ts'

test('on a phone «назад» closes what was opened last and keeps what was chosen, no line hides behind the keyboard, large letters fit, and on its side it has one bar', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, width: 390 })
  await page.goto('/chatgpt')
  await untilLoaded(page)
  await letSleep(page)
  const joins: (string | undefined)[] = []
  page.on('request', (request) => {
    const { 'last-event-id': after } = request.headers()
    if (after !== undefined) joins.push(after)
  })
  // Slowly: the answer must not be there before the phone is in the pocket.
  await ask(page, 'Чем горы отличаются от холмов? 250 слов [сбой:медленный-поток]')
  await sleepThrough(page, tokens.accessToken)
  expect(joins).toHaveLength(1)
  await stepBack(page)
  await typeOverKeyboard(page)
  await enlargeLetters(page)
  await turnOnItsSide(page)
  await filterLibrary(page)
})

/** The phone is in a pocket while the answer is written: on the way out it is whole, and nothing has been asked twice. */
async function sleepThrough(page: Page, accessToken: string) {
  await waitForWords(answersOn(page))
  const id = Number(new URL(page.url()).searchParams.get('chat'))
  const wake = await sleep(page, /Восстанавливаем|Связь прервалась|Нет связи с сервером/)
  const asleepAt = Date.now()
  const written = async () => {
    // So long a connection may be silent and alive: src/chat/stream/away.ts.
    if (Date.now() - asleepAt < 1600) return false
    const { messages } = await callApi(listMessages, { id }, accessToken)
    return messages.some(({ role }) => role === 'assistant')
  }
  await expect.poll(written, { timeout: 50_000 }).toBe(true)
  const seen = await wake()
  await answersOn(page)
    .getByText(/^Списано/)
    .waitFor()
  expect([await answersOn(page).count(), await seen()]).toEqual([1, []])
  const { usage } = await callApi(readUsage, {}, accessToken)
  expect(usage.filter(({ cost_in_tokens: cost }) => cost > 0)).toHaveLength(1)
}

/** A step of the history for each thing that is open: the browser writes it a moment later. */
const steps = (page: Page, count: number) =>
  expect.poll(() => page.evaluate(() => window.history.state?.over ?? 0)).toBe(count)

/** Each step back closes one thing, or returns from one page. */
async function stepBack(page: Page) {
  const chat = page.url()
  const model = page.getByRole('button', { name: /^Модель/ })
  const stepBackFrom = async (layer: Locator) => {
    await steps(page, 1)
    await page.goBack()
    await layer.waitFor({ state: 'detached' })
    await steps(page, 0)
  }
  await model.click()
  await stepBackFrom(page.getByRole('menu'))
  await model.click()
  await page.getByRole('menuitem', { name: 'Все модели' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Claude 3 Haiku').waitFor()
  await expectToastAboveDialog(page)
  await stepBackFrom(dialog)

  const menu = page.getByRole('button', { name: 'Открыть меню' })
  await menu.click()
  await dialog.waitFor()
  await steps(page, 1)
  await page.reload()
  await steps(page, 0)
  await menu.click()
  await dialog.getByRole('link', { name: 'Профиль' }).click()
  await page.waitForURL('**/profile')
  await page.goBack()
  await page.waitForURL(chat)
  await answersOn(page).waitFor()
  await page.goForward()
  await page.waitForURL('**/profile')
  await page.goBack()
  await answersOn(page).waitFor()
}

/** The window gets lower by the keyboard. */
async function typeOverKeyboard(page: Page) {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await promptField(page).click()
  await page.setViewportSize({ width: 390, height: 460 })
  const hidden = async () => {
    const receipt = await answersOn(page)
      .getByText(/^Списано/)
      .boundingBox()
    const field = await promptField(page).boundingBox()
    return receipt && field ? receipt.y + receipt.height - field.y : null
  }
  await expect.poll(hidden).toBeLessThan(0)
  await page.setViewportSize({ width: 390, height: 844 })
  const fieldBottom = async () => {
    const field = await promptField(page).boundingBox()
    return field ? field.y + field.height : Infinity
  }
  // The browser moves the window up behind the keyboard as far as it likes: the field stays right above it.
  for (const movedUp of [0, 150]) {
    await layKeyboardOver(page, 384, movedUp)
    await expect.poll(fieldBottom).toBeLessThan(460 + movedUp)
    await expect.poll(fieldBottom).toBeGreaterThan(340 + movedUp)
    await expect.poll(hidden).toBeLessThan(0)
  }
  await layKeyboardOver(page, 0)
  await expect.poll(fieldBottom).toBeGreaterThan(700)
  await expect.poll(hidden).toBeLessThan(0)
}

const tool = '/gpt-image-edit'

/** What can be pressed is in the window, however large the letters are. Ends on a tool. */
async function enlargeLetters(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const outside = () =>
    page
      .locator('a:visible, button:visible, input:visible, textarea:visible')
      .evaluateAll((controls) =>
        controls
          .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
          .map((one) => one.getAttribute('aria-label') ?? one.textContent)
      )
  for (const standard of [24, 32]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard } })
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
      .toBe(`${standard}px`)
    await expect.poll(outside).toEqual([])
    await expectNothingSticksOut(page)
    await expectWholeWords(page)
  }
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Профиль' }).click()
  await page.getByRole('heading', { name: 'Профиль' }).waitFor()
  await page.getByRole('button', { name: 'Меню пользователя' }).waitFor()
  await expect.poll(outside).toEqual([])
  await expectNothingSticksOut(page)
  for (const path of ['/pricing', '/elevenlabs', tool]) {
    await page.goto(path)
    await untilLoaded(page)
    await expectNothingSticksOut(page)
    await expectWholeWords(page)
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
}

const placeOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox()) ?? { y: -1, height: 0 }
  return { top: y, bottom: y + height }
}

/** The bars of the site and of the tool are one line, at the top and further down. */
async function turnOnItsSide(page: Page) {
  await page.setViewportSize({ width: 844, height: 390 })
  expect(new URL(page.url()).pathname).toBe(tool)
  const bar = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  for (const down of [0, 300]) {
    await page.evaluate((y) => window.scrollTo(0, y), down)
    for (const name of ['Открыть меню', 'Меню пользователя']) {
      const isInBar = async () => {
        const [line, button] = [await placeOf(bar), await placeOf(page.getByRole('button', { name }))]
        return button.top >= line.top && button.bottom <= line.bottom && (down === 0 || line.top === 0)
      }
      await expect.poll(isInBar).toBe(true)
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
}

/** What is chosen in a menu changes the address while the menu has its step. */
async function filterLibrary(page: Page) {
  await page.getByRole('button', { name: 'Открыть меню' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Мои работы' }).tap()
  await page.waitForURL('**/library')
  const period = page.getByRole('button', { name: /^Период/ })
  const week = page.getByRole('menuitemradio', { name: 'За 7 дней' })
  await period.tap()
  await steps(page, 1)
  await week.tap()
  await steps(page, 0)
  const filtered = page.url()
  expect(filtered).toMatch(/\/library\?from=/)
  await period.tap()
  await steps(page, 1)
  await expect.poll(() => week.getAttribute('aria-checked')).toBe('true')
  await page.goBack()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await steps(page, 0)
  await expect.poll(() => period.textContent()).toBe('Период: За 7 дней')
  expect(page.url()).toBe(filtered)
}
