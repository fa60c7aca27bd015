// With SLOW_MOTION=1 a call takes up to 0.6 s longer, messages of the live channel sometimes 0.3 s, and the user holds a button as long
// as people do. Whatever works only because all is fast fails then: a button that moves while it is pressed, an answer that is older than the
// change after it.
import type { BrowserContext, Locator, Route, WebSocketRoute } from 'playwright-core'

const isWanted = process.env['SLOW_MOTION'] === '1'
const pressMs = 150
const halfWayMs = 300

const halfWay = () => new Promise((resolve) => setTimeout(resolve, Math.random() * halfWayMs))

async function answerSlowly(route: Route): Promise<void> {
  await halfWay()
  const request = route.request()
  const isOfScripts = ['fetch', 'xhr'].includes(request.resourceType())
  // A stream has to arrive in its own pieces.
  if (!isOfScripts || request.headers()['accept']?.includes('text/event-stream')) return route.continue()
  const response = await route.fetch()
  await halfWay()
  await route.fulfill({ response })
}

/** In their order, each up to 0.3 s after the one before. */
function passSlowly(socket: WebSocketRoute): void {
  const server = socket.connectToServer()
  let last: Promise<unknown> = Promise.resolve()
  server.onMessage((message) => {
    last = last.then(halfWay).then(() => socket.send(message))
  })
}

export async function slowDownNetwork(context: BrowserContext): Promise<void> {
  if (!isWanted) return
  // A page that is left, or closed, meanwhile wants no answer.
  await context.route(/\/api\//, (route) =>
    answerSlowly(route).catch(() => route.abort('aborted').catch(() => undefined))
  )
  // The answer to a change comes sometimes before and sometimes after the messages that it has caused.
  await context.routeWebSocket(/\/api\/live/, (socket) =>
    Math.random() < 0.5 ? passSlowly(socket) : void socket.connectToServer()
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
