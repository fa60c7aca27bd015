import { createMiddleware } from 'hono/factory'
import type { HonoEnv } from './context.ts'

/** Takes the client's `x-request-id` when it is tame, else makes one; echoes it and offers it to the log. */
export const requestId = createMiddleware<HonoEnv>(async (c, next) => {
  const sent = c.req.header('x-request-id')
  const id = sent && /^[\w-]{1,64}$/.test(sent) ? sent : crypto.randomUUID()
  c.set('requestId', id)
  await next()
  c.header('x-request-id', id)
})
