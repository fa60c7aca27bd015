import type { MiddlewareHandler } from 'hono'
import type { AppContext, HonoEnv } from './context.ts'

/** What every answer says to browsers. Headers that have no effect on JSON and files are not among them. */
const headers = Object.entries({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // As in web/public/_headers: pages and API share a host, and a browser keeps the last value received.
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
})

/** Sets them on an answer that is made. */
export function setSecureHeaders({ res }: AppContext): void {
  for (const [name, value] of headers) res.headers.set(name, value)
}

/** Sets them on each answer, refusals and failures included. */
export const secureHeaders: MiddlewareHandler<HonoEnv> = async (c, next) => {
  await next()
  setSecureHeaders(c)
}
