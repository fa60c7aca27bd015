import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { log } from '#notices/report.ts'
import type { HonoEnv } from './context.ts'

/** Logs one line for each request: the route's pattern, never its parameters, which hold tokens of links. */
export const logRequest = createMiddleware<HonoEnv>(async (c, next) => {
  const startedAt = Date.now()
  await next()
  log({
    event: 'request',
    requestId: c.var.requestId,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    ms: Date.now() - startedAt
  })
})
