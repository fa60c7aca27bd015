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

// What Chromium says of a hostile document that it keeps from running or loading something. The test itself looks whether anything came through.
const blockedByPolicy = /^(Blocked |Refused to |Unsafe attempt to )|Content Security Policy/
const blockedRequest = /csp|BLOCKED_BY_CSP/i

interface Expected {
  /** Error statuses. */
  refusals: number[]
  /** Requests without a network. */
  offline: boolean
  /** What a policy refuses. */
  hostile: boolean
}

/** Reports exceptions, console errors, failed requests and unexpected error statuses. */
export function watchPage(page: Page, { refusals, offline, hostile }: Expected, report: (problem: string) => void) {
  page.on('pageerror', (error) => report(`exception: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    const isExpected =
      refusedRequest.test(text) ||
      refusedSocket.test(text) ||
      (offline && text.includes(withoutNetwork)) ||
      (hostile && blockedByPolicy.test(text))
    if (message.type() === 'error' && !isExpected) report(`console: ${text}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    const isExpected = (offline && reason === withoutNetwork) || (hostile && blockedRequest.test(reason))
    if (reason !== cutByThePage && !isExpected) report(`failed: ${request.method()} ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    const status = response.status()
    if (status >= 400 && status !== proofRequired && !refusals.includes(status))
      report(`answered ${status}: ${response.request().method()} ${response.url()}`)
  })
}
