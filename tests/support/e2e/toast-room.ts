// Where toasts stand: they move nothing and cover nothing that can be pressed, but for the bars of a phone.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const text = 'Не удалось загрузить файл. Проверьте интернет и попробуйте ещё раз, или выберите другой файл'

/** Shows a toast of three lines, as long as our texts are, with the site's own code. */
async function showLongToast(page: Page): Promise<void> {
  const toaster = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => /\/toaster-.*\.js$/.test(name))?.name
  )
  const address = await toaster.jsonValue()
  // As a text: Vitest would rewrite an `import` here into one of its own.
  await page.evaluate(
    `import(${JSON.stringify(address)}).then(({ showToast }) => showToast('error', ${JSON.stringify(text)}))`
  )
  // The newest is the first. One that it replaces is cut short.
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: text }).first()
  await toast.waitFor()
  await toast.evaluate((element) =>
    Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished))
  )
}

const noToast = 'no toast'
const controlsOfPage = '#root :is(a, button, input, textarea, label)'
/** Over these toasts may stand on a phone, so that they leave the fields below free. */
const barsOfPhone = ':is(header, aside) *, [aria-label="Назад"], [aria-label="На главную"]'

/** The names of those of these controls that toasts lie over. */
const coveredByToasts = (page: Page, controls: string) =>
  page.evaluate(
    ([absent, selector]) => {
      const toasts = [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.getBoundingClientRect())
      if (toasts.length === 0) return [absent]
      return [...document.querySelectorAll(selector)]
        .filter((control) => {
          const { left, right, top, bottom, width } = control.getBoundingClientRect()
          const isUnder = toasts.some(
            (over) => !(right <= over.left || left >= over.right || bottom <= over.top || top >= over.bottom)
          )
          return width > 1 && isUnder && getComputedStyle(control).visibility === 'visible'
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent)
    },
    [noToast, controls] as const
  )

/** A busy machine may look only when the toast has left, after five seconds. */
async function coveredByLongToast(page: Page, controls: string) {
  const names = await coveredByToasts(page, controls)
  if (names[0] === noToast) await showLongToast(page)
  return names
}

/** Expects that a toast stands at the edge of a phone while a dialog is open, and leaves the button free that closes it. */
export async function expectToastAboveDialog(page: Page): Promise<void> {
  await showLongToast(page)
  const look = async () => {
    const covered = await coveredByLongToast(page, '[role=dialog] > button')
    const front = page.locator('[data-sonner-toast][data-front=true]')
    const tops = await front.evaluateAll((toasts) => toasts.map((toast) => toast.getBoundingClientRect().y))
    return [covered, tops.length > 0 && tops.every((top) => top >= 0 && top < 8)]
  }
  await expect.poll(look).toEqual([[], true])
}

/**
 * Expects that a toast covers none of these controls, at desktop and, but for the bars, at phone width. Leaves the page at its own width.
 * @param controls default: all of the page
 */
export async function expectRoomForToasts(page: Page, controls = controlsOfPage): Promise<void> {
  const before = page.viewportSize()
  await page.evaluate(() => window.scrollTo(0, 0))
  // A still page loads them when its visitor uses something.
  await page.locator('header a:visible, main header button:visible').first().hover()
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 }
  ]) {
    await page.setViewportSize(size)
    await page.evaluate(() => window.scrollTo(0, 0))
    await showLongToast(page)
    const looked = size.width === 390 ? `:is(${controls}):not(${barsOfPhone})` : controls
    // The toast before it takes its place in the stack a moment later.
    const covered = async () => [page.url(), size.width, await coveredByLongToast(page, looked)]
    await expect.poll(covered).toEqual([page.url(), size.width, []])
  }
  if (before) await page.setViewportSize(before)
}
