import type { Page } from 'playwright-core'

// Chromium logs this for every error status; the response itself is checked below.
const refusedRequest = /^Failed to load resource/
// A session may end between a ticket and its use: the socket is refused with 401, which Chromium logs as an error.
const refusedSocket = /^WebSocket connection to '[^']*\/api\/live\?/
// A navigation, a reload or a closed tab aborts requests that are still running.
const cutByThePage = 'net::ERR_ABORTED'
/** What Chromium says about everything that it asks for while the test has taken the network away. */
const withoutNetwork = 'net::ERR_INTERNET_DISCONNECTED'

/** Asked of any page while another test makes password hashing queue: the form answers it by itself. */
const proofRequired = 428

interface Expected {
  /** Error statuses. */
  refusals: number[]
  /** Requests without a network. */
  offline: boolean
}

/** Reports exceptions, console errors, failed requests and unexpected error statuses. */
export function watchPage(page: Page, { refusals, offline }: Expected, report: (problem: string) => void) {
  page.on('pageerror', (error) => report(`exception: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    const isExpected =
      refusedRequest.test(text) || refusedSocket.test(text) || (offline && text.includes(withoutNetwork))
    if (message.type() === 'error' && !isExpected) report(`console: ${text}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== cutByThePage && !(offline && reason === withoutNetwork))
      report(`failed: ${request.method()} ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    const status = response.status()
    if (status >= 400 && status !== proofRequired && !refusals.includes(status))
      report(`answered ${status}: ${response.request().method()} ${response.url()}`)
  })
}
