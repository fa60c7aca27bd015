// The prerendered HTML in a real browser: it can be read without scripts, React hydrates it without replacing it, and
// a signed-in user never sees the version for visitors.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { test } from '../support/e2e/test.ts'

declare global {
  interface Window {
    /** The heading element of the prerendered HTML. */
    firstHeading?: Element | null
    /** Every heading that was visible in any animation frame. */
    seenHeadings?: string[]
  }
}

const pages = [
  ['/', 'Мощная AI Платформа', 'Получить 10 токенов за регистрацию'],
  ['/pricing', 'Цены', 'Сейчас списываем'],
  ['/learning', 'Обучение', 'Частые ошибки'],
  ['/user-agreement', 'Пользовательское соглашение', 'публичная оферта']
] as const

test('public pages can be read without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: inject('siteOrigin'), javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [path, title, words] of pages) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => page.locator('main').innerText()).toContain(words)
    expect(await page.title()).toContain('Мощная AI Платформа')
    await expect.poll(() => page.locator('link[rel=canonical]').getAttribute('href')).toMatch(new RegExp(`${path}$`))
    await expect.poll(() => page.locator('meta[property="og:title"]').getAttribute('content')).toBe(title)
    await page.getByRole('link', { name: 'Войти' }).waitFor()
  }
  await context.close()
})

test('an unknown address answers 404', async () => {
  const answer = await fetch(`${inject('siteOrigin')}/nothing-here`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('Oops! Page not found')
})

test('what the build keeps for itself is not served', async () => {
  for (const path of ['/.vite/manifest.json', '/.vite/inputs.sha256', '/manifest.json', '/inputs.sha256', '/site/'])
    expect([path, (await fetch(`${inject('siteOrigin')}${path}`)).status]).toEqual([path, 404])
})

/** Uses the page, as a visitor who reaches for a link, and waits until React has hydrated it. */
async function untilTakenOver(page: Page) {
  await page.getByRole('banner').getByRole('link', { name: 'Войти' }).hover()
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactFiber'))
  )
}

test('React hydrates a page without replacing its heading', async ({ openPage }) => {
  const page = await openPage({ width: 390 })
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => (window.firstHeading = document.querySelector('main h1')))
  )
  for (const [path] of pages) {
    await page.goto(path)
    await untilTakenOver(page)
    expect(await page.evaluate(() => window.firstHeading?.isConnected)).toBe(true)
  }
})

test('a signed-in user never sees the heading for visitors', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.addInitScript(() => {
    window.seenHeadings = []
    const look = () => {
      const heading = document.querySelector('main h1')
      if (heading && getComputedStyle(heading).visibility === 'visible')
        window.seenHeadings?.push(heading.textContent ?? '')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Начинайте творить!' }).waitFor()
  await page.getByRole('link', { name: 'Купить подписку' }).waitFor()
  expect(await page.evaluate(() => [...new Set(window.seenHeadings)])).toEqual(['Начинайте творить!'])
})

test('the storage notice does not cover the composer, and stays hidden once closed', async ({ openPage }) => {
  const page = await openPage({ width: 390 })
  await page.goto('/chatgpt')
  const notice = page.getByRole('complementary', { name: 'Что сайт хранит в браузере' })
  const [above, below] = [await notice.boundingBox(), await page.getByPlaceholder('Напишите запрос').boundingBox()]
  expect(above && below && above.y + above.height <= below.y).toBe(true)
  await page.getByRole('button', { name: 'Понятно, скрыть' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.goto('/')
  await untilTakenOver(page)
  await expect.poll(() => notice.count()).toBe(0)
})
