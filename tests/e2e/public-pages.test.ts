// The prerendered HTML can be read without scripts, and what is not a page of the site is not served as one. How React takes
// the HTML over: still-pages.test.ts.
import { expect, inject } from 'vitest'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { shifted, watchShifts } from '../support/e2e/pictures.ts'
import { expectNothingSticksOut } from '../support/e2e/sticking-out.ts'
import { test } from '../support/e2e/test.ts'

const pages = [
  ['/', 'Мощная AI Платформа', 'Получить 10 токенов за регистрацию'],
  ['/pricing', 'Цены', 'Сейчас списываем'],
  ['/learning', 'Обучение', 'Частые ошибки'],
  ['/api', 'API для программ', 'insufficient_quota'],
  ['/user-agreement', 'Пользовательское соглашение', 'публичная оферта']
] as const

test('public pages can be read without JavaScript, on a narrow phone and on paper', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: inject('siteOrigin'),
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
    colorScheme: 'dark'
  })
  const page = await context.newPage()
  for (const [path, title, words] of pages) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => page.locator('main').innerText()).toContain(words)
    expect(await page.title()).toContain('Мощная AI Платформа')
    await expect.poll(() => page.locator('link[rel=canonical]').getAttribute('href')).toMatch(new RegExp(`${path}$`))
    await expect.poll(() => page.locator('meta[property="og:title"]').getAttribute('content')).toBe(title)
    await page.getByRole('link', { name: 'Войти' }).waitFor()
    await expectNothingSticksOut(page)
    const schemeOf = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    const onScreen = await schemeOf()
    await page.emulateMedia({ media: 'print' })
    // Light, and without the bar that would be on each sheet.
    await expect.poll(schemeOf).toBe('light')
    expect(onScreen).not.toBe('light')
    await expect.poll(() => page.locator('header, aside').filter({ visible: true }).count()).toBe(0)
    await page.emulateMedia({ media: null })
  }
  // A page that is nothing without scripts does not promise that it is loading.
  await page.getByRole('link', { name: 'Войти' }).click()
  await page.waitForURL(/\/auth/)
  await page.locator('noscript').waitFor()
  await page.getByText('Загрузка…').waitFor({ state: 'hidden' })
  await context.close()
})

test('what has no supplier is hidden before the first paint, and its page says so without a jump', async ({
  openPage
}) => {
  const page = await openPage()
  const unconnected = ['/luma', '/veo3', '/runway', '/claude', 'claude-3-haiku', 'claude-3-sonnet']
  await page.addInitScript((names) => localStorage.setItem('unconnected', names), unconnected.join(' '))
  await page.route('**/api/prices', async (route) => {
    const body = {
      success: true,
      data: { now: Date.now(), changes: [], models: [], unconnected },
      message: null,
      error: null
    }
    await route.fulfill({ json: body })
  })
  await watchShifts(page)
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Инструменты' })
  await menu.getByRole('link', { name: 'Flux' }).waitFor()
  for (const name of ['Luma', 'Claude']) expect(await menu.getByRole('link', { name }).count()).toBe(0)
  await expect.poll(() => page.getByRole('heading', { name: 'Генерация видео' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('combobox', { name: 'Модель' }).inputValue()).toBe('gpt-4o-mini')
  // What a gift and a package go for is told by what is connected.
  await page.getByText('За регистрацию дарим 10 токенов').waitFor()
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).count()
  await expect.poll(() => shown('ответов Claude 3')).toBe(0)
  await page.goto('/pricing')
  await page.getByText('≈ 20 картинок DALL-E 3').waitFor()
  await expect.poll(() => shown('ответов Claude 3 Sonnet')).toBe(0)
  await page.goto('/luma')
  await page.getByRole('heading', { name: 'Этот сервис ещё не подключён' }).waitFor()
  await expect.poll(() => page.locator('main form').count()).toBe(0)
  expect(await shifted(page)).toBeLessThan(0.02)
  await expectGoodLooks(page, 'not connected')
})

test('the page `/api` lies beside the calls below it, any site may read the OpenAPI document, examples are served, what the build keeps for itself is not, and an unknown address answers 404', async () => {
  const [page, slash, call, document] = await Promise.all(
    ['/api', '/api/', '/api/nothing-here', '/openapi.json'].map((path) => fetch(`${inject('siteOrigin')}${path}`))
  )
  expect([page?.status, page?.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page?.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect([slash?.url, slash?.status]).toEqual([`${inject('siteOrigin')}/api`, 200])
  expect([call?.status, await call?.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
  expect([document?.status, document?.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(document?.headers.get('access-control-allow-origin')).toBe('*')
  const described = await document?.json()
  expect(described).toHaveProperty(['paths', '/v1/chat/completions'])
  // Whatever the port, what a person copies leads to this site.
  expect(described).toHaveProperty(['servers', 0, 'url'], inject('siteOrigin'))
  expect(await page?.text()).toContain(`curl ${inject('siteOrigin')}/v1/chat/completions`)

  for (const path of ['/.vite/manifest.json', '/.vite/inputs.sha256', '/manifest.json', '/inputs.sha256', '/site/'])
    expect([path, (await fetch(`${inject('siteOrigin')}${path}`)).status]).toEqual([path, 404])
  const unknown = await fetch(`${inject('siteOrigin')}/nothing-here`)
  expect(unknown.status).toBe(404)
  expect(await unknown.text()).toContain('Oops! Page not found')
  for (const [path, type] of [
    ['/samples/picture-1.svg', 'image/svg+xml'],
    ['/samples/video.mp4', 'video/mp4'],
    ['/voices/sarah.mp3', 'audio/mpeg']
  ] as const) {
    const { status, headers } = await fetch(`${inject('siteOrigin')}${path}`)
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, type])
  }
})
