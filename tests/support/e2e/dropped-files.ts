// Files of the computer that are dropped on a page, which a browser opens where the page does not prevent it.
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { untilLoaded } from './loaded.ts'

interface Carried {
  items: { mimeType: string; data: string }[]
  /** Paths. */
  files: string[]
}

/** Drags over the middle of a thing and lets go there, as the browser does it. @returns whether the page has taken that from the browser */
async function dropOn(target: Locator, data: Carried) {
  const page = target.page()
  await page.evaluate(() =>
    window.addEventListener('dragover', (event) => Object.assign(window, { dragged: event }), {
      capture: true,
      once: true
    })
  )
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { dragOperationsMask: 1, ...data }
    })
  await browser.detach()
  return page.evaluate(() => (window as unknown as { dragged: Event }).dragged.defaultPrevented)
}

/** A file that nothing takes is not opened, also where the application does not come; a text goes into a field. */
export async function dropsInVain(page: Page) {
  const file: Carried = { items: [], files: [fileURLToPath(import.meta.url)] }
  const text: Carried = { items: [{ mimeType: 'text/plain', data: 'Лиса' }], files: [] }
  const field = page.getByLabel('Ваш запрос')
  // As after a reload that brought nothing.
  await page.evaluate(() => sessionStorage.setItem('reloadedForMissingChunkAt', String(Date.now())))
  await page.route(/\/assets\/start-.*\.js$/, (route) => route.abort('aborted'))
  for (const path of ['/pricing', '/chatgpt']) {
    await page.goto(path)
    await untilLoaded(page)
    if (path === '/chatgpt') await field.fill('Первые слова ')
    expect([path, await dropOn(page.getByRole('heading', { level: 1 }), file)]).toEqual([path, true])
  }
  expect([await dropOn(field, file), await dropOn(field, text)]).toEqual([true, false])
  await expect.poll(() => field.inputValue()).toContain('Лиса')
  await expect.poll(() => field.inputValue()).toContain('Первые слова')
  await page.unroute(/\/assets\/start-.*\.js$/)

  for (const path of ['/user-agreement', '/pricing']) {
    await page.goto(path)
    await page.locator('header').getByRole('link', { name: 'Войти' }).hover()
    expect([path, await dropOn(page.getByRole('heading', { level: 1 }), file)]).toEqual([path, true])
  }
  const amount = page.getByLabel('Сколько токенов')
  await amount.fill('')
  expect([
    await dropOn(amount, file),
    await dropOn(amount, { items: [{ mimeType: 'text/plain', data: '250' }], files: [] })
  ]).toEqual([true, false])
  await expect.poll(() => amount.inputValue()).toBe('250')
}
