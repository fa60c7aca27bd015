// A chat of many messages: they come page by page while the user scrolls up, and a found one is shown wherever it is.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { showsFound } from '../support/e2e/chatting.ts'
import { test } from '../support/e2e/test.ts'
import { givenMessage } from '../support/node/given-message.ts'

const count = 230
const messageOf = (id: number) =>
  id % 2
    ? givenMessage(id, 'user', `Вопрос ${id}`, null)
    : givenMessage(id, 'assistant', `Ответ ${id}. ${'Слова ответа идут подряд. '.repeat(12 + (id % 5) * 8)}`, null)

const succeed = (data: object) => ({ json: { success: true, data } })

/** Gives the chat its messages, as the API pages them. @param held is awaited before an earlier page is given */
async function giveMessages(page: Page, held: () => Promise<void>) {
  const asked: number[] = []
  const conversation = { id: 7, title: 'Чат', service: 'chatgpt', model: 'gpt-4o-mini', created_at: 1, updated_at: 1 }
  await page.route('**/api/chat/conversations/7', (route) => route.fulfill(succeed({ conversation })))
  await page.route('**/api/chat/conversations/7/**', async (route) => {
    const url = new URL(route.request().url())
    if (!url.pathname.endsWith('/messages')) return route.fulfill(succeed({}))
    const before = Number(url.searchParams.get('before') ?? count + 1)
    const from = Math.max(1, before - Number(url.searchParams.get('limit')))
    asked.push(before)
    if (before <= count) await held()
    const messages = Array.from({ length: before - from }, (_, index) => messageOf(from + index))
    return route.fulfill(succeed({ messages, hasMore: from > 1 }))
  })
  return asked
}

/** No part of the font of all text is left unloaded: the fonts of formulas would have all of it laid out anew. */
const partsOfFont = (page: Page) =>
  page.evaluate(() => {
    const [first = ''] = getComputedStyle(document.body).fontFamily.replaceAll('"', '').split(',')
    return [...document.fonts].filter(({ family }) => family.includes(first)).map(({ status }) => status)
  })

test('earlier messages come while the user scrolls up, what is read stays in its place, and a found one is shown', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, moving: true })
  const { promise: held, resolve: give } = Promise.withResolvers<void>()
  const asked = await giveMessages(page, () => held)
  await page.goto('/chatgpt?chat=7')
  await page.getByText(`Ответ ${count}.`).waitFor()
  expect(asked).toEqual([count + 1])
  await expect.poll(() => partsOfFont(page)).toEqual(['loaded', 'loaded'])
  await page.mouse.move(400, 300)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -4000)
      return asked.length
    })
    .toBe(2)
  await page.locator('[data-thread] > :first-child[data-undrawn]').waitFor({ state: 'detached' })
  // Where the message is once ten frames show it in the same place: a wheel that a busy page has not heard yet moves none at first.
  const restingTop = () =>
    page.locator(`[data-message="${count - 99}"]`).evaluate(async (message) => {
      let top = message.getBoundingClientRect().top
      for (let still = 0; still < 10; still += 1) {
        await new Promise(requestAnimationFrame)
        const now = message.getBoundingClientRect().top
        if (now !== top) still = 0
        top = now
      }
      return top
    })
  const before = await restingTop()
  give()
  await expect.poll(() => page.locator('[data-thread] > *').count()).toBe(200)
  // Until all that is near the window is drawn.
  const undrawnAbove = page.locator(`[data-undrawn]:has(+ :not([data-undrawn]) [data-message="${count - 99}"])`)
  await undrawnAbove.waitFor({ state: 'detached' })
  expect(Math.abs((await restingTop()) - before)).toBeLessThan(4)

  // As a link of the search leads there, far from all that is drawn.
  await page.evaluate(() => {
    history.pushState(null, '', '/chatgpt?chat=7&message=10')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await showsFound(page.locator('[data-message="10"]'))
})
