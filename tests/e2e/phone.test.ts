// What only a phone has: its «назад», a keyboard on the screen, and letters as large as its user sets them.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, ask, promptField } from '../support/e2e/chatting.ts'
import { expectNothingSticksOut } from '../support/e2e/sticking-out.ts'
import { test } from '../support/e2e/test.ts'

test('on a phone «назад» closes what was opened last, no line hides behind the keyboard, and letters of twice the size fit', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, width: 390 })
  await page.goto('/chatgpt')
  await ask(page, 'Подробно: чем горы отличаются от холмов?')
  await answersOn(page)
    .getByText(/^Списано/)
    .waitFor({ timeout: 50_000 })
  await stepBack(page)
  await typeOverKeyboard(page)
  await enlargeLetters(page)
})

/** What is open has its entry, which it gets a moment after it is drawn. */
const isEntered = (page: Page) => expect.poll(() => page.evaluate(() => window.history.state?.over)).toBe(1)

/** Each step back closes one thing, or returns from one page. */
async function stepBack(page: Page) {
  const chat = page.url()
  const model = page.getByRole('button', { name: /^Модель/ })
  await model.click()
  await isEntered(page)
  await page.goBack()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await model.click()
  await page.getByRole('menuitem', { name: 'Все модели' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Claude 3 Haiku').waitFor()
  await isEntered(page)
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })

  const menu = page.getByRole('button', { name: 'Открыть меню' })
  await menu.click()
  await isEntered(page)
  await page.reload()
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
}

/** What can be pressed is in the window, however large the letters are. */
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
  }
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Профиль' }).click()
  await page.getByRole('heading', { name: 'Профиль' }).waitFor()
  await page.getByRole('button', { name: 'Меню пользователя' }).waitFor()
  await expect.poll(outside).toEqual([])
  await expectNothingSticksOut(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
}
