// The API for programs: paths, headers and refusals as clients of OpenAI's API expect them. A key opens it, a session never.
import type { Hono } from 'hono'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { getPath } from 'hono/utils/url'
import { begin, withFiles } from '../http/begin.ts'
import type { HonoEnv } from '../http/context.ts'
import { isUnavailable } from '../http/errors.ts'
import { logFailure } from '../http/log-failure.ts'
import { logRequest } from '../http/log-requests.ts'
import { requestId } from '../http/request-id.ts'
import { newRouter } from '../http/router.ts'
import { secureHeaders } from '../http/secure-headers.ts'
import { mountBalance } from './balance.ts'
import { mountChatCompletions } from './chat/completions.ts'
import { internalRefusal, isAnthropic, refusalOf, refuseCall } from './base/errors.ts'
import { mountTranscriptions } from './audio/transcriptions.ts'
import { mountImages } from './works/images.ts'
import { mountSpeech } from './works/speech.ts'
import { mountMessages } from './messages/messages.ts'
import { mountModels } from './models.ts'
import { apiPathOf } from './paths.ts'
import { mountResponses } from './responses/responses.ts'

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

/** As clients of Anthropic's API look for it. */
const anthropicRequestId = createMiddleware<HonoEnv>(async (c, next) => {
  await next()
  if (isAnthropic(c)) c.res.headers.set('request-id', c.var.requestId)
})

/** Allows what a page asks for: SDKs send headers of their own, which `*` does not cover beside `authorization` by the standard. */
const beforehand = cors({ origin: '*', maxAge: 86_400 })

/** Lets pages read the answer. Headers that are set before an answer is made are copied into it, which costs more than the answer. */
const forPages = createMiddleware<HonoEnv>(async (c, next) => {
  if (c.req.method === 'OPTIONS') return beforehand(c, next)
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
  c.res.headers.set('access-control-expose-headers', exposed)
})

export function createApi(): Hono<HonoEnv> {
  // Another spelling of the path is the same call: worker/api/paths.ts.
  const app = newRouter({ getPath: (request) => apiPathOf(getPath(request)) ?? '/' })
  app.use(requestId, anthropicRequestId, logRequest, secureHeaders, forPages, begin(), withFiles)
  mountModels(app)
  mountBalance(app)
  mountChatCompletions(app)
  mountResponses(app)
  mountMessages(app)
  mountTranscriptions(app)
  mountImages(app)
  mountSpeech(app)
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
