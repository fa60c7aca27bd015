// With SLOW_MOTION=1 a read takes up to 0.6 s longer, any other call up to 0.3 s, and the user holds a button as long as people do.
// Whatever works only because all is fast fails then: a button that moves while it is pressed, an answer that is older than the
// change after it.
import type { BrowserContext, Locator, Route } from 'playwright-core'

const isWanted = process.env['SLOW_MOTION'] === '1'
const pressMs = 150
const halfWayMs = 300

const halfWay = () => new Promise((resolve) => setTimeout(resolve, Math.random() * halfWayMs))

async function answerSlowly(route: Route): Promise<void> {
  const request = route.request()
  await halfWay()
  // A stream has to arrive in its own pieces.
  const isWhole =
    request.method() === 'GET' && request.resourceType() === 'fetch' && !request.url().includes('/answers/')
  if (!isWhole) return route.continue()
  const response = await route.fetch()
  await halfWay()
  await route.fulfill({ response })
}

export async function slowDownNetwork(context: BrowserContext): Promise<void> {
  if (!isWanted) return
  // A page that is left, or closed, meanwhile wants no answer.
  await context.route(/\/api\//, (route) =>
    answerSlowly(route).catch(() => route.abort('aborted').catch(() => undefined))
  )
}

let hasSlowHands = false

/** @param any one of Playwright's locators, whose prototype all of them share */
export function slowDownHands(any: Locator): void {
  if (!isWanted || hasSlowHands) return
  hasSlowHands = true
  const locators = Object.getPrototypeOf(any) as Pick<Locator, 'click'>
  const { click } = locators
  locators.click = function (this: Locator, options) {
    return click.call(this, { delay: pressMs, ...options })
  }
}
