// What every request is known by, and the line of the log that it leaves.
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { log } from '#notices/report.ts'
import type { AppContext, HonoEnv } from './context.ts'

/**
 * Uses the client's `x-request-id` when it is well formed, otherwise a new one; returns it and logs it. One line for each request: the
 * route's pattern, never its parameters, which hold tokens of links.
 * @param finish sets what else every answer says. `c.header` would copy the finished response.
 */
export const noteRequest =
  (finish?: (c: AppContext) => void): MiddlewareHandler<HonoEnv> =>
  async (c, next) => {
    const startedAt = Date.now()
    const sent = c.req.header('x-request-id')
    const requestId = sent && /^[\w-]{1,64}$/.test(sent) ? sent : crypto.randomUUID()
    c.set('requestId', requestId)
    await next()
    const { status, headers } = c.res
    headers.set('x-request-id', requestId)
    finish?.(c)
    log({
      event: 'request',
      requestId,
      method: c.req.method,
      route: routePath(c, -1),
      status,
      ms: Date.now() - startedAt
    })
  }
