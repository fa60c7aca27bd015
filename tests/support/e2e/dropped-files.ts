// Files of the computer that are dropped on a page, which a browser opens where the page does not prevent it.
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { untilLoaded } from './loaded.ts'

/** Drags over the middle of a thing and lets go there, as the browser does it: without the page's script it would open a file. */
async function dropOn(target: Locator, data: { items: object[]; files: string[] }) {
  const page = target.page()
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { dragOperationsMask: 1, ...data, items: data.items as [] }
    })
  await browser.detach()
}

/** A file that nothing takes is not opened, also where the application does not come; a text goes into a field. */
export async function dropsInVain(page: Page) {
  const opened: string[] = []
  page.context().on('page', (one) => opened.push(one.url()))
  const file = { items: [], files: [fileURLToPath(import.meta.url)] }
  const text = { items: [{ mimeType: 'text/plain', data: 'Лиса' }], files: [] }
  const field = page.getByLabel('Ваш запрос')
  // As after a reload that brought nothing.
  await page.evaluate(() => sessionStorage.setItem('reloadedForMissingChunkAt', String(Date.now())))
  await page.route(/\/assets\/start-.*\.js$/, (route) => route.abort('aborted'))
  for (const path of ['/user-agreement', '/pricing', '/chatgpt']) {
    await page.goto(path)
    await untilLoaded(page)
    if (path === '/chatgpt') await field.fill('Первые слова ')
    await dropOn(page.getByRole('heading', { level: 1 }), file)
    expect(await page.locator('#root[data-prerendered]').count()).toBe(1)
  }
  await dropOn(field, file)
  await dropOn(field, text)
  await expect.poll(() => field.inputValue()).toContain('Лиса')
  await expect.poll(() => field.inputValue()).toContain('Первые слова')
  await page.unroute(/\/assets\/start-.*\.js$/)

  await page.goto('/login')
  const email = page.getByLabel('Email')
  await dropOn(page.getByRole('heading').first(), file)
  await dropOn(email, file)
  await dropOn(email, text)
  await expect.poll(() => email.inputValue()).toBe('Лиса')
  expect(opened).toEqual([])
}
