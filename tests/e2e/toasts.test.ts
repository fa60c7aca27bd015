// Toasts on the page: they move nothing and cover nothing that can be pressed.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { test } from '../support/e2e/test.ts'

const text = 'Не удалось загрузить файл. Проверьте интернет и попробуйте ещё раз, или выберите другой файл'

/** Shows a toast of three lines, as long as our texts are, with the site's own code. */
async function showLongToast(page: Page) {
  const toaster = await page.evaluate(
    () => performance.getEntriesByType('resource').find(({ name }) => /\/toaster-.*\.js$/.test(name))?.name ?? ''
  )
  // As a text: Vitest would rewrite an `import` here into one of its own.
  await page.evaluate(
    `import(${JSON.stringify(toaster)}).then(({ showToast }) => showToast('error', ${JSON.stringify(text)}))`
  )
  const toast = page.getByRole('listitem').filter({ hasText: text })
  await toast.waitFor()
  await toast.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished))
  )
  return toast
}

/** The names of the controls that the toast lies over. */
const coveredBy = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('[data-sonner-toast]')
    const over = toast?.getBoundingClientRect()
    if (!over) return ['no toast']
    return [...document.querySelectorAll('#root :is(a, button, input, textarea, label)')]
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect()
        const apart = right <= over.left || left >= over.right || bottom <= over.top || top >= over.bottom
        return width > 1 && !apart && getComputedStyle(control).visibility === 'visible'
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent)
  })

// The theme moves nothing, so one is enough.
test.for([390, 1440])('a toast covers no control, %i pixels wide', async (width, { openPage }) => {
  const { tokens } = await createAccount()
  const visitor = await openPage({ width })
  const user = await openPage({ width, tokens })
  for (const page of [visitor, user])
    for (const path of ['/', '/pricing', '/chatgpt']) {
      await page.goto(path)
      await untilLoaded(page)
      // On phones a chat has no banner, only its own bar.
      await page.locator('header a:visible, main header button:visible').first().hover()
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /\/toaster-.*\.js$/.test(name))
      )
      await showLongToast(page)
      expect([path, await coveredBy(page)]).toEqual([path, []])
      const close = page.getByRole('button', { name: 'Понятно, скрыть' })
      if (path !== '/' || !(await close.isVisible())) continue
      // Without the notice the toast lies higher.
      await close.click()
      await close.waitFor({ state: 'detached' })
      expect([path, await coveredBy(page)]).toEqual([path, []])
      await page.evaluate(() => localStorage.removeItem('cookie-notice'))
    }
})
