// Pages that a visitor only reads, in a real browser: nothing runs before the visitor uses something, and then nothing that
// they did is lost. What happens when a file of the site is gone.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { test } from '../support/e2e/test.ts'

declare global {
  interface Window {
    /** What moved on the page without the user having caused it. */
    moved?: string[]
  }
}

interface Shift {
  hadRecentInput: boolean
  sources: readonly { node: Node | null }[]
}

/** Whether React has rendered into the document. */
const runs = (page: Page) =>
  page.evaluate(() => Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__react')))

/** The path for which the browser loaded the document. */
const documentPath = (page: Page) =>
  page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname)

/** Waits until the application's files are downloaded, which is when the page is idle. */
const untilDownloaded = (page: Page) =>
  page.waitForFunction(() => {
    const files = document.querySelector<HTMLMetaElement>('meta[name=application-files]')?.content.split(' ') ?? []
    const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
    return files.length > 0 && files.every((file) => loaded.has(file))
  })

/** Holds files back until the returned function is called. */
async function hold(page: Page, files: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const holdApplication = (page: Page) => hold(page, /\/assets\/(start|framework)-.*\.js$/)

/** Waits until the browser has shown something. */
const painted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)

test.for(['/', '/pricing', '/learning'])('%s runs nothing for a visitor who only reads', async (path, { openPage }) => {
  const page = await openPage()
  await page.goto(path)
  await untilDownloaded(page)
  await page.mouse.wheel(0, 2000)
  await page.waitForFunction(() => window.scrollY > 0)
  expect(await runs(page)).toBe(false)
  await page.getByRole('banner').getByRole('link', { name: 'Войти' }).hover()
  await expect.poll(() => runs(page)).toBe(true)
})

test('a visitor opens the menu at once and goes to a chat without loading a document', async ({ openPage }) => {
  const page = await openPage({ width: 390 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Открыть меню' }).tap()
  await page.getByRole('dialog', { name: 'Меню' }).getByRole('link', { name: 'Claude' }).tap()
  await page.getByPlaceholder('Напишите запрос').waitFor()
  expect(new URL(page.url()).pathname).toBe('/claude')
  expect(await documentPath(page)).toBe('/')
})

test('a link leads on although the application is still loading', async ({ openPage }) => {
  const page = await openPage()
  const release = await holdApplication(page)
  await page.goto('/')
  await page
    .getByRole('link', { name: /^Claude/ })
    .first()
    .click()
  await page.waitForURL('**/claude')
  release()
  await page.getByPlaceholder('Напишите запрос').waitFor()
  expect(await documentPath(page)).toBe('/claude')
})

test('what a visitor presses and types before the application runs is done when it does', async ({ openPage }) => {
  const page = await openPage()
  const release = await holdApplication(page)
  await page.goto('/pricing')
  await page.getByLabel('Сколько токенов').fill('250')
  await page.locator('label', { hasText: 'Тёмная тема' }).first().click()
  await page.getByRole('button', { name: 'Понятно, скрыть' }).click()
  await page.getByRole('complementary', { name: 'Что сайт хранит в браузере' }).waitFor({ state: 'hidden' })
  expect(await runs(page)).toBe(false)
  release()
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
  await expect.poll(() => page.getByLabel('Сколько токенов').inputValue()).toBe('250')
  await page.getByText('Выгоднее пакет').or(page.getByText('Ровно столько стоит 250')).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cookie-notice'))).toBe('read')
})

test('a page becomes that of a user who signs in in another tab', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage()
  await page.goto('/')
  const other = await openPage({ beside: page })
  await other.goto('/favicon.svg')
  await other.evaluate((pair) => {
    localStorage.setItem('refreshToken', pair.refreshToken)
    localStorage.setItem('accessToken', pair.accessToken)
  }, tokens)
  await page.getByRole('heading', { level: 1, name: 'Начинайте творить!' }).waitFor()
})

test.for([390, 1440])('nothing moves by itself, %i pixels wide', async (width, { openPage }) => {
  const page = await openPage({ width })
  await page.addInitScript(() => {
    const moved: string[] = (window.moved = [])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
        if (!entry.hadRecentInput) moved.push(...entry.sources.map(({ node }) => node?.textContent ?? 'something'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/pricing', '/learning']) {
    // A font that comes in the first tenth of a second may still be used, so it is held back: the page is drawn without it.
    const releaseFonts = await hold(page, '**/*.woff2')
    await page.goto(path, { waitUntil: 'commit' })
    await painted(page)
    if (path === '/') {
      await page.waitForFunction(() => performance.now() > 1000)
      releaseFonts()
      await untilLoaded(page)
    }
    await page.getByRole('banner').getByRole('link', { name: 'Войти' }).hover()
    await expect.poll(() => runs(page)).toBe(true)
    // Two frames: the observer hears of a shift after the frame in which it happened.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect([path, await page.evaluate(() => window.moved)]).toEqual([path, []])
    releaseFonts()
  }
  await page.getByRole('button', { name: 'Понятно, скрыть' }).click()
  await page.getByRole('complementary', { name: 'Что сайт хранит в браузере' }).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => window.moved)).toEqual([])
})

test('a built file is kept by browsers, the answer for a removed one is not', async () => {
  const html = await (await fetch(inject('siteOrigin'))).text()
  const [, file] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? []
  const [kept, gone] = await Promise.all(
    [file, '/assets/page-removed.js'].map((path) => fetch(`${inject('siteOrigin')}${path}`))
  )
  expect([kept?.status, kept?.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect([gone?.status, gone?.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

/** A visitor's tab whose site is deployed anew: files that it has not loaded are gone until it loads a document. */
async function openOutdated(page: Page, from: string) {
  const documents: string[] = []
  let gone = false
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return
    documents.push(new URL(request.url()).pathname)
    gone = false
  })
  await page.route('**/assets/*.js', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto(from)
  await page.getByRole('banner').getByRole('link', { name: 'Войти' }).hover()
  // The toasts are the last thing that a page loads by itself.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/toaster-.*\.css$/.test(name))
  )
  return { documents, deploy: () => (gone = true) }
}

test('a page whose code a deploy removed is loaded as a document, once', async ({ browser }) => {
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

test('a page whose application stays missing reloads once and can be read', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: inject('siteOrigin') })
  const page = await context.newPage()
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname))
  await page.route('**/assets/start-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('banner').getByRole('link', { name: 'Войти' }).hover()
  await reloaded
  const missed = page.waitForResponse(/\/assets\/start-/)
  await page.getByRole('link', { name: 'Обучение' }).first().hover()
  await missed
  await page.getByRole('link', { name: 'Обучение' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Обучение' }).waitFor()
  expect(documents).toEqual(['/', '/', '/learning'])
  await context.close()
})
