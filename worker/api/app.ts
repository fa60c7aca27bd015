// The API for programs: paths, headers and refusals as clients of OpenAI's API expect them. A key opens it, a session never.
import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { begin } from '../http/begin.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { isUnavailable } from '../http/errors.ts'
import { logFailure } from '../http/log-failure.ts'
import { noteRequest } from '../http/note-request.ts'
import { newRouter } from '../http/router.ts'
import { setSecureHeaders } from '../http/secure-headers.ts'
import { tellLimit } from './base/caller.ts'
import { internalRefusal, isAnthropic, refusalOf, refuseCall } from './base/errors.ts'
import { KnownPaths } from './known-paths.ts'
import { apiPathOf } from './paths.ts'

/** What pages of other sites may read of an answer; a key in a page is its owner's risk, and cookies open nothing here. */
const exposed = [
  'x-request-id',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'idempotent-replayed',
  'x-generation-id'
]
  .concat(['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}-requests`))
  .join(',')

/** Allows what a page asks for: SDKs send headers of their own, which `*` does not cover beside `authorization` by the standard. */
function beforehand(c: AppContext): Response {
  const asked = c.req.header('access-control-request-headers')
  return c.body(null, 204, {
    'access-control-max-age': '86400',
    'access-control-allow-methods': 'GET,HEAD,PUT,POST,DELETE,PATCH,QUERY',
    ...(asked && { 'access-control-allow-headers': asked, vary: 'access-control-request-headers' })
  })
}

/**
 * What every answer says, also to pages. Set at once on the finished answer: each middleware costs several promises, and headers that are
 * set before an answer is made are copied into it.
 */
function finish(c: AppContext): void {
  const { headers } = c.res
  const requests = c.get('requests')
  if (requests) tellLimit(headers, requests)
  // As clients of Anthropic's API look for it.
  if (isAnthropic(c)) headers.set('request-id', c.get('requestId'))
  setSecureHeaders(c)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', exposed)
}

/** @param mount the calls of a room of the API */
export function createApi(mount: (app: Hono<HonoEnv>) => void): Hono<HonoEnv> {
  // Another spelling of the path is the same call: worker/api/paths.ts.
  const app = newRouter({ router: new KnownPaths(), getPath: (request) => apiPathOf(getPath(request)) ?? '/' })
  app.use(noteRequest(finish))
  const beginning = begin()
  app.use(async (c, next) => (c.req.method === 'OPTIONS' ? beforehand(c) : beginning(c, next)))
  mount(app)
  app.notFound((c) =>
    refuseCall(c, {
      status: 404,
      type: 'invalid_request_error',
      code: 'unknown_url',
      message: `Такого адреса нет: ${c.req.method} ${getPath(c.req.raw).slice(0, 200)}`
    })
  )
  app.onError((error, c) => {
    const refusal = refusalOf(error)
    if (!refusal || isUnavailable(error)) logFailure(c, error)
    return refuseCall(c, refusal ?? internalRefusal)
  })
  return app
}
