import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { HonoEnv } from './context.ts'

export type LogEvent =
  | { event: 'request'; requestId: string; method: string; route: string; status: number; ms: number }
  | { event: 'bug' | 'unavailable'; requestId: string; name: string; stack: string }
  | { event: 'bad-environment'; text: string }
  | { event: 'end-live-failed' | 'session-reused'; requestId: string }
  | { event: 'mail-failed'; requestId: string; kind: string }

/** Structured and closed: no member can carry a prompt, a token or an address. */
export const log = (entry: LogEvent) => {
  // oxlint-disable-next-line no-console -- the one place that writes to the Workers log
  console.log(JSON.stringify(entry))
}

/**
 * Where an error came from, without its message: a failed statement's message quotes its parameters and a JSON parser's
 * the text, which are prompts and addresses.
 */
export const framesOf = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n')

/** One line a request. The route's pattern, never its parameters: they hold tokens of links. */
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
