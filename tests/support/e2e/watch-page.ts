import type { Page } from 'playwright-core'

// Chromium writes this for every refused request; the response itself is judged below.
const refusedRequest = /^Failed to load resource/
// A navigation, a reload and a closed tab cut what is still loading.
const cutByThePage = 'net::ERR_ABORTED'

/** Reports everything that a user's console would show in red. */
export function watchPage(page: Page, refusals: number[], report: (problem: string) => void) {
  page.on('pageerror', (error) => report(`exception: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !refusedRequest.test(message.text())) report(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== cutByThePage) report(`failed: ${request.method()} ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    const status = response.status()
    if (status >= 400 && !refusals.includes(status))
      report(`answered ${status}: ${response.request().method()} ${response.url()}`)
  })
}
