import type { Locator, Page } from 'playwright-core'

/** Puts a finger on an element and leaves it there. @returns what moves it by so many pixels, and what lifts it */
export async function putFinger(page: Page, target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('The element is not on the page')
  const browser = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const touch = (type: 'touchStart' | 'touchMove', x = 0, y = 0) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: at.x + x, y: at.y + y }] })
  await touch('touchStart')
  return {
    move: async (x: number, y: number) => {
      // A finger goes through what lies between.
      for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', x * share, y * share)
    },
    lift: async () => {
      await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await browser.detach()
    }
  }
}
