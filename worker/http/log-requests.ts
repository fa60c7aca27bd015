import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { HonoEnv } from './context.ts'

export type LogEvent =
  | { event: 'request'; requestId: string; method: string; route: string; status: number; ms: number }
  | { event: 'bug' | 'unavailable'; requestId: string; name: string; stack: string }
  | { event: 'bad-environment'; text: string }
  | { event: 'end-live-failed' | 'session-reused'; requestId: string }
  | { event: 'mail-failed'; requestId: string; kind: string }

/** Structured, with a fixed set of fields: none can carry a prompt, a token or an address. */
export const log = (entry: LogEvent) => {
  // oxlint-disable-next-line no-console -- the one place that writes to the Workers log
  console.log(JSON.stringify(entry))
}

/**
 * The stack frames of an error without its message: the message of a failed SQL statement quotes its parameters and
 * that of a JSON parser its input, which may be prompts and addresses.
 */
export const framesOf = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n')

/** Logs one line per request, with the route's pattern instead of its parameters, which hold the tokens of links. */
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
