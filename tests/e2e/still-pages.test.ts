// Pages that a visitor only reads, in a real browser: nothing runs before the visitor uses something, and then nothing that
// they did is lost. What happens when a file of the site is gone.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { dropsInVain } from '../support/e2e/dropped-files.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import {
  documentPath,
  expectKeptHeading,
  painted,
  runs,
  untilDownloaded,
  untilRunning,
  watchHeading
} from '../support/e2e/hydration.ts'
import { hold, holdApplication, holdModule } from '../support/e2e/hold.ts'
import { fontsLoaded, twoFrames, untilLoaded } from '../support/e2e/loaded.ts'
import { shiftsOn, watchShifts } from '../support/e2e/pictures.ts'
import { test } from '../support/e2e/test.ts'
import { expectRoomForToasts } from '../support/e2e/toast-room.ts'

test('what a visitor presses and types before the application runs is done when it does', async ({ openPage }) => {
  const page = await openPage({ dark: false })
  const release = await holdApplication(page)
  await page.goto('/pricing')
  await page.getByLabel('Сколько токенов').fill('250')
  await page.locator('label', { hasText: 'Тёмная тема' }).first().click()
  await page.getByRole('button', { name: 'Понятно, скрыть' }).click()
  await page.getByRole('complementary', { name: 'Что сайт хранит в браузере' }).waitFor({ state: 'hidden' })
  expect(await runs(page)).toBe(false)
  await release()
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
  await expect.poll(() => page.getByLabel('Сколько токенов').inputValue()).toBe('250')
  await page.getByText('Выгоднее пакет').or(page.getByText('Ровно столько стоит 250')).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cookie-notice'))).toBe('read')

  await watchShifts(page)
  const releaseChat = await holdApplication(page)
  await page.goto('/chatgpt')
  const field = page.getByLabel('Ваш запрос')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('Первые слова', { delay: 10 })
  await page.keyboard.press('ArrowLeft')
  expect(await runs(page)).toBe(false)
  await releaseChat()
  await untilRunning(field)
  await page.keyboard.type('!')
  await expect.poll(() => field.inputValue()).toBe('Первые слов!а')
  expect(await shiftsOn(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Создать аккаунт' }).waitFor()

  const [releaseFirstScript, releaseHome] = [await holdModule(page, 'index.html'), await holdApplication(page)]
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('select').selectOption('grok-2')
  await page.getByLabel('Ваш запрос').fill('Первый вопрос')
  await page.keyboard.press('Enter')
  await releaseFirstScript()
  const sent = page.locator('form button[aria-busy=true]')
  await sent.waitFor()
  await page.getByLabel('Ваш запрос').fill('Первый вопрос')
  await sent.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await sent.waitFor()
  await page.getByText('Отправим, как только она будет готова').waitFor({ state: 'attached' })
  expect(await runs(page)).toBe(false)
  await releaseHome()
  const registration = page.getByRole('dialog', { name: 'Создать аккаунт' })
  await registration.getByText('Первый вопрос', { exact: true }).waitFor()
  await expect.poll(() => page.locator('select').inputValue()).toBe('grok-2')
  // Its first field has the focus, so that the registration goes on with the keyboard alone.
  await expect.poll(() => registration.getByLabel('Email').evaluate((one) => one === document.activeElement)).toBe(true)
  await usesEarly(page)
  await dropsInVain(page)
})

/** Keys of the search and of a tool, its button and a dropped file, before the application runs. */
async function usesEarly(page: Page) {
  const releaseSearch = await holdApplication(page)
  await page.goto('/flux')
  await page.locator('[name=prompt]').fill('Лиса')
  await page.keyboard.press('Control+KeyK')
  await page.keyboard.type('lum', { delay: 5 })
  await page.keyboard.insertText('ьa')
  await releaseSearch()
  await expect.poll(() => page.getByRole('combobox', { name: 'Что найти' }).inputValue()).toBe('lumьa')
  await expect.poll(() => page.locator('[name=prompt]').inputValue()).toBe('Лиса')

  const releaseTool = await holdApplication(page)
  await page.goto('/dall-e-3')
  await page.locator('[name=prompt]').fill('Лиса')
  await page.locator('form[data-draft] [type=submit]').click()
  await page.keyboard.press('Control+Enter')
  expect(await runs(page)).toBe(false)
  await releaseTool()
  await page.getByRole('dialog', { name: 'Создать аккаунт' }).waitFor()

  const releaseFile = await holdApplication(page)
  await page.goto('/stability')
  const dropped = await page.locator('form[data-draft] [type=file]').evaluate(async (field) => {
    const dataTransfer = new DataTransfer()
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 600 })
    canvas.getContext('2d')?.fillRect(0, 0, 300, 300)
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    dataTransfer.items.add(new File([bytes ?? ''], 'Кот.png', { type: 'image/png' }))
    const target = field.closest('label') ?? field.parentElement
    return ['dragenter', 'dragover', 'drop'].map((name) =>
      target?.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }))
    )
  })
  // Not prevented, the browser would open the file.
  expect(dropped.slice(1)).toEqual([false, false])
  expect(await runs(page)).toBe(false)
  await releaseFile()
  await page.getByText('Кот.png').first().waitFor()
}

interface Start {
  path: string
  /** The page is taken over before its fonts are there; otherwise they come late, and then it is read for a while. */
  withoutFonts: boolean
  reach: (page: Page) => Promise<void>
}

/** Takes a page from its first paint to the application, which starts when the visitor reaches for something. */
async function startLate(page: Page, { path, withoutFonts, reach }: Start) {
  // A font that comes in the first tenth of a second may still be used, so it is held back: the page is drawn without it.
  const releaseFonts = await hold(page, '*.woff2')
  await page.goto(path, { waitUntil: 'commit' })
  await painted(page)
  if (!withoutFonts) {
    await page.waitForFunction(() => performance.now() > 1000)
    await releaseFonts()
    await untilLoaded(page)
    await untilDownloaded(page)
    await page.mouse.wheel(0, 2000)
    await page.waitForFunction(() => window.scrollY > 0)
  }
  expect([path, await runs(page)]).toEqual([path, false])
  await reach(page)
  await expect.poll(() => runs(page)).toBe(true)
  await expectKeptHeading(page)
  await twoFrames(page)
  expect([path, await shiftsOn(page)]).toEqual([path, []])
  await releaseFonts()
  await fontsLoaded(page)
}

const reachForLink = (page: Page) => page.locator('header').getByRole('link', { name: 'Войти' }).hover()

/** The menu opens at once. */
async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Открыть меню' }).tap()
  await page.getByRole('dialog', { name: 'Меню' }).waitFor()
}

/** To a chat, without loading a document. */
async function leaveByMenu(page: Page) {
  await page.getByRole('dialog', { name: 'Меню' }).getByRole('link', { name: 'Claude' }).tap()
  await page.getByPlaceholder('Напишите запрос').waitFor()
  expect(new URL(page.url()).pathname).toBe('/claude')
  expect(await documentPath(page)).toBe('/')
}

test.for([390, 1440])(
  'a page %i pixels wide runs nothing for a visitor who only reads, keeps its heading, nothing moves by itself, and its menu leads on at once',
  async (width, { openPage }) => {
    const page = await openPage({ width, moving: true })
    await watchShifts(page)
    await watchHeading(page)
    for (const path of ['/', '/pricing', '/learning', '/api', width === 1440 ? '/claude' : '/dalle']) {
      const hasMenu = width === 390 && path === '/'
      await startLate(page, {
        path,
        withoutFonts: width === 390 && path !== '/',
        reach: hasMenu ? openMenu : reachForLink
      })
      if (hasMenu) await leaveByMenu(page)
      if (width === 390) continue
      await untilLoaded(page)
      await expectGoodLooks(page, `visitor ${path}`)
      await expectRoomForToasts(page)
    }
    await page.evaluate(() => window.shifts?.splice(0))
    await page.getByRole('button', { name: 'Понятно, скрыть' }).click()
    await page.getByRole('complementary', { name: 'Что сайт хранит в браузере' }).waitFor({ state: 'detached' })
    await twoFrames(page)
    expect(await shiftsOn(page)).toEqual([])
    // Without the notice toasts lie higher; this looks at both widths.
    if (width === 1440) await expectRoomForToasts(page)
  }
)

/** A built file is kept by browsers, the answer for a removed one is not. */
async function expectKeptFiles() {
  const html = await (await fetch(inject('siteOrigin'))).text()
  const [, file] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? []
  const [kept, gone] = await Promise.all(
    [file, '/assets/page-removed.js'].map((path) => fetch(`${inject('siteOrigin')}${path}`))
  )
  expect([kept?.status, kept?.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect([gone?.status, gone?.headers.get('cache-control')]).toEqual([404, 'no-store'])
}

/** A visitor's tab whose site is deployed anew: files that it has not loaded are gone until it loads a document. */
async function openOutdated(page: Page, from: string) {
  const documents: string[] = []
  let gone = false
  let underWay = 0
  const end = () => (underWay -= 1)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('request', (request) => {
    underWay += 1
    if (!request.isNavigationRequest()) return
    documents.push(new URL(request.url()).pathname)
    gone = false
  })
  await page.route('**/assets/*.js', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto(from)
  await page.locator('header').getByRole('link', { name: 'Войти' }).hover()
  // What a page loads by itself when it has started, each as a whole: a file that is still on its way would be gone.
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return [/\/toaster-.*\.css$/, /\/toaster-.*\.js$/, /\/show-head-.*\.js$/].every((file) =>
      loaded.some((name) => file.test(name))
    )
  })
  // And what it loads when it has nothing else to do.
  const untilIdle = () => page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve))))
  await expect.poll(() => untilIdle().then(() => underWay)).toBe(0)
  return { documents, deploy: () => (gone = true) }
}

test('a page whose code a deploy removed is loaded as a document, once, and no browser keeps the answer for what is removed', async ({
  browser
}) => {
  await expectKeptFiles()
  const context = await browser.newContext({ baseURL: inject('siteOrigin') })
  const page = await context.newPage()
  const { documents, deploy } = await openOutdated(page, '/')
  deploy()
  await page
    .getByRole('link', { name: /^Claude/ })
    .first()
    .click()
  await page.getByPlaceholder('Напишите запрос').waitFor()
  expect(documents).toEqual(['/', '/claude'])
  await context.close()
})
