// Every page, for a visitor and for a user: axe finds no violation, the console has no error, nothing is wider than the
// window of a desk or of a phone. Visitors see `/`, `/pricing` and `/learning` in still-pages.test.ts.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pageAt, windowTitle } from '#web/src/base/pages.ts'
import { createAccount } from '../support/e2e/account.ts'
import { expectGoodLooks, withMenus } from '../support/e2e/good-looks.ts'
import { expectKeptHeading, watchHeading } from '../support/e2e/hydration.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { seePictures, shifted, watchShifts } from '../support/e2e/pictures.ts'
import { expectNothingSticksOut } from '../support/e2e/sticking-out.ts'
import { choose, describeIt, submit } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'
import { expectRoomForToasts } from '../support/e2e/toast-room.ts'

declare global {
  interface Window {
    /** Every heading that was visible in any animation frame. */
    seenHeadings?: string[]
  }
}

/** Follows a link of the page, which may lie in the menu. */
async function follow(page: Page, path: string): Promise<void> {
  await page
    .locator(`a[href="${path}"]`)
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click())
  // The page before stays until the next one is loaded.
  await page.waitForFunction((title) => document.title === title, windowTitle(pageAt(path).title))
  await untilLoaded(page)
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilLoaded(page)
}

/** Without colours: a consent that is not given has no tick, and a button has an edge. */
async function seeConsentsInHighContrast(page: Page) {
  await page.getByRole('button', { name: 'Создать аккаунт' }).click()
  await page.emulateMedia({ forcedColors: 'active' })
  const consents = page.getByRole('checkbox')
  await consents.first().check()
  const isTicked = async (at: number) => consents.nth(at).locator('+ span > svg').isVisible()
  await expect.poll(() => isTicked(0)).toBe(true)
  expect(await isTicked(1)).toBe(false)
  const edge = page.locator('button[type=submit]').evaluate((button) => getComputedStyle(button).borderTopWidth)
  expect(await edge).toBe('1px')
  await page.emulateMedia({ forcedColors: null })
}

/** Who cannot get in finds there whom to write to. */
async function seeHelpWithoutAnAccount(page: Page) {
  await page.getByRole('contentinfo').getByRole('button', { name: 'Помощь' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Написать письмо' }).waitFor()
  await page.keyboard.press('Escape')
  // Its step of the history goes a moment later, and would take the next address with it.
  await expect.poll(() => page.evaluate(() => window.history.state?.over)).toBeUndefined()
}

test('a visitor on pages with text, of accounts and money, and at an unknown address', async ({ openPage }) => {
  const page = await openPage({ dark: false, refusals: [404] })
  await watchHeading(page)
  // Of the legal texts the one that has tables.
  await load(page, '/privacy')
  await expectKeptHeading(page)
  await expectGoodLooks(page, 'visitor /privacy')
  // What asks a visitor to sign in looks the same wherever it stands.
  for (const path of ['/auth', '/verify-email', '/token-purchase']) {
    await load(page, path)
    await expectGoodLooks(page, `visitor ${path}`, withMenus)
    if (path === '/auth') await seeConsentsInHighContrast(page)
    if (path === '/verify-email') await seeHelpWithoutAnAccount(page)
  }
  await load(page, '/nothing-here')
  await expectGoodLooks(page, 'visitor /nothing-here')
})

test('a visitor on pages of chats, where the notice of what is stored does not cover the composer', async ({
  openPage
}) => {
  const page = await openPage({ width: 390, dark: true })
  await load(page, '/chatgpt')
  const notice = page.getByRole('complementary', { name: 'Что сайт хранит в браузере' })
  const [above, below] = [await notice.boundingBox(), await page.getByPlaceholder('Напишите запрос').boundingBox()]
  expect(above && below && above.y + above.height <= below.y).toBe(true)
  await expectGoodLooks(page, 'visitor /chatgpt', withMenus)
  await expectRoomForToasts(page)
  for (const path of ['/claude', '/gpt5']) {
    await follow(page, path)
    await expectNothingSticksOut(page)
  }
  // Its examples have tags, and one of its samples a table.
  await follow(page, '/xai')
  await expectGoodLooks(page, 'visitor /xai')
})

/** Its pictures are sized, so that the page stands still while they load; one of them fills the form. */
async function seeGallery(page: Page) {
  await follow(page, '/midjourney')
  const gallery = page.getByRole('region', { name: 'Галерея' })
  await gallery.waitFor()
  const before = await gallery.boundingBox()
  await seePictures(gallery.locator('img'), 8)
  expect((await gallery.boundingBox())?.height).toBe(before?.height)
  expect(await shifted(page)).toBeLessThan(0.02)
  await gallery.getByRole('button', { name: /^Полная луна/ }).press('Enter')
  await expect.poll(() => page.getByRole('main').locator('form textarea').first().inputValue()).toMatch(/^Полная луна/)
  const chosen = page.getByRole('radio', { name: /^9:16/ })
  await expect.poll(() => chosen.isChecked()).toBe(true)
  // Without colours the browser's own dot tells it.
  await page.emulateMedia({ forcedColors: 'active' })
  await expect.poll(async () => (await chosen.boundingBox())?.width).toBeGreaterThan(8)
  await page.emulateMedia({ forcedColors: null })
  await expectGoodLooks(page, 'midjourney gallery')
}

test('a visitor on pages of studios finds works, and an example that costs nothing and asks for nothing', async ({
  openPage
}) => {
  const page = await openPage({ width: 390, moving: true, dark: false })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/ai/')) asked.push(request.url())
  })
  await watchShifts(page)
  await load(page, '/luma')
  await page.getByRole('region', { name: 'Галерея' }).scrollIntoViewIfNeeded()
  expect(await shifted(page)).toBeLessThan(0.02)
  await seeGallery(page)
  await follow(page, '/elevenlabs')
  await describeIt(page, 'Добрый день')
  await submit(page).click()
  await page.getByText('Пример', { exact: true }).first().waitFor()
  await page.locator('main audio').first().waitFor({ state: 'attached' })
  await expectGoodLooks(page, 'an example')
  expect(asked).toEqual([])
})

test('a user never sees the heading for visitors, and toasts cover nothing that can be pressed', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ width: 390, dark: true, tokens })
  await page.addInitScript(() => {
    const seen: string[] = (window.seenHeadings = [])
    const look = () => {
      if (window.seenHeadings !== seen) return
      const heading = document.querySelector('main h1')
      if (heading && getComputedStyle(heading).visibility === 'visible') seen.push(heading.textContent ?? '')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await load(page, '/')
  await page.getByRole('heading', { level: 1, name: 'Начинайте творить!' }).waitFor()
  await page.getByRole('link', { name: 'Купить подписку' }).waitFor()
  const seen = await page.evaluate(() => {
    const headings = new Set(window.seenHeadings)
    delete window.seenHeadings
    return [...headings]
  })
  expect(seen).toEqual(['Начинайте творить!'])
  await expectGoodLooks(page, 'user /', withMenus)
  await expectRoomForToasts(page)
  await follow(page, '/luma')
  await choose(page, /^15 секунд/)
  await page.getByText(/^Эти настройки станут доступны после первой покупки токенов/).waitFor()
  await expectRoomForToasts(page)
  await expectGoodLooks(page, 'user /luma with settings that are closed')
  await follow(page, '/pricing')
  await page.getByText('Справочно: прайс-лист').click()
  await page.getByRole('table', { name: /^Прайс-лист/ }).waitFor()
  await expectGoodLooks(page, 'user /pricing with its price list')
  await follow(page, '/chatgpt')
  await expectRoomForToasts(page)
  await load(page, '/library')
  await expectGoodLooks(page, 'user /library')
})
