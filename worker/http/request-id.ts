import { createMiddleware } from 'hono/factory'
import type { HonoEnv } from './context.ts'

/** Uses the client's `x-request-id` when it is well formed, otherwise a new one; returns it and logs it. */
export const requestId = createMiddleware<HonoEnv>(async (c, next) => {
  const sent = c.req.header('x-request-id')
  const id = sent && /^[\w-]{1,64}$/.test(sent) ? sent : crypto.randomUUID()
  c.set('requestId', id)
  await next()
  // `c.header` would copy the finished response.
  c.res.headers.set('x-request-id', id)
})
