// The suppliers' lists of models, to the same keys as their answers. The switches `listPriceTimes` and `listWithout` change them, and
// faults of text fail them, for one supplier alone where they are set for its path.
import type { Context, Hono } from 'hono'
import { ANTHROPIC_MODELS } from './anthropic/check.ts'
import { anthropic } from './anthropic/anthropic.ts'
import { modelsOf, namesAlone, type ListPlay } from './chat/models.ts'
import { keyProblemOf, resellerOf } from './chat/reseller.ts'
import { openai } from './responses/openai.ts'
import { OPENAI_MODELS, XAI_MODELS } from './responses/models.ts'
import { xai } from './responses/xai.ts'
import { takeFault, type CallControls } from '../base/controls.ts'
import type { JsonObject } from '../base/json.ts'
import { bearerKeyOf, isWrongKey, type ErrorReply } from '../base/replies.ts'
import { namesOf } from '../base/scopes.ts'
import type { BaseState, SandboxEnvironment } from '../base/state.ts'
import type { TextRequest, TextUpstream } from './answer/upstream.ts'

interface List {
  upstream: TextUpstream
  keyProblemOf: (headers: Headers) => ErrorReply | null
  bodyOf: (play: ListPlay, query: URLSearchParams) => JsonObject
}

const wrongKey: ErrorReply = {
  status: 401,
  body: { error: { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' } }
}

const bearerProblem = (headers: Headers): ErrorReply | null => {
  const key = bearerKeyOf(headers)
  return key === undefined || isWrongKey(key) ? wrongKey : null
}

const without = (models: object, { listWithout }: ListPlay): string[] =>
  Object.keys(models).filter((id) => !listWithout.includes(id))

/** In pages, as long as `limit` says. */
function anthropicPage(play: ListPlay, query: URLSearchParams): JsonObject {
  const ids = without(ANTHROPIC_MODELS, play)
  const from = ids.indexOf(query.get('after_id') ?? '') + 1
  const page = ids.slice(from, from + Number(query.get('limit') ?? 20))
  return {
    data: page.map((id) => ({ type: 'model', id, display_name: nameOf(id), created_at: '2026-10-01T00:00:00Z' })),
    has_more: from + page.length < ids.length,
    first_id: page[0] ?? null,
    last_id: page.at(-1) ?? null
  }
}

/** `claude-haiku-5-5`: Claude Haiku 5.5. */
const nameOf = (id: string): string =>
  id
    .replace(/(\d)-(\d)/, '$1.$2')
    .replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => ` ${letter.toUpperCase()}`)
    .trim()

const anthropicProblem = (headers: Headers): ErrorReply | null => {
  const key = headers.get('x-api-key') ?? bearerKeyOf(headers)
  return key === undefined || isWrongKey(key)
    ? { status: 401, body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } } }
    : null
}

export function mountLists(app: Hono<SandboxEnvironment>, state: BaseState): void {
  const makers: Readonly<Record<string, List>> = {
    '/openai/v1/models': {
      upstream: openai,
      keyProblemOf: bearerProblem,
      bodyOf: (play) => namesAlone(without(OPENAI_MODELS, play))
    },
    '/xai/v1/models': {
      upstream: xai,
      keyProblemOf: bearerProblem,
      bodyOf: (play) => namesAlone(without(XAI_MODELS, play))
    },
    '/anthropic/v1/models': { upstream: anthropic, keyProblemOf: anthropicProblem, bodyOf: anthropicPage }
  }
  for (const [path, list] of Object.entries(makers)) app.get(path, (c) => send(c, state, list))
  app.get('/resellers/:name/v1/models', (c) => {
    const name = c.req.param('name')
    return send(c, state, {
      upstream: resellerOf(name),
      keyProblemOf: (headers) => keyProblemOf(name, headers),
      bodyOf: (play) => modelsOf(name, play)
    })
  })
}

/** What comes in place of the list. */
function faultyReply({ upstream }: List, fault: CallControls['fault']): Response | null {
  if (fault === null) return null
  if (fault === 'page' || fault === 'bad-gateway')
    return new Response('<!doctype html><html><body><h1>Sandbox</h1></body></html>', {
      status: fault === 'page' ? 200 : 502,
      headers: { 'content-type': 'text/html; charset=utf-8' }
    })
  if (fault === 'malformed') return new Response('{"object":"list","data":[{"id":', { status: 200 })
  if (fault === 'empty') return Response.json({ object: 'list', data: [] })
  const reply = upstream.replyTo(fault, { model: '' } as TextRequest, 'req_list')
  return reply && Response.json(reply.body, { status: reply.status, headers: reply.headers ?? {} })
}

function send(c: Context<SandboxEnvironment>, state: BaseState, list: List): Response {
  const { headers, url } = c.req.raw
  const call = state.calls.begin(list.upstream.provider, c.req.path, state.clock.now())
  const controls = state.scopes.of(namesOf(c.req.path, headers, null))
  const problem = list.keyProblemOf(headers)
  const refusal = problem && Response.json(problem.body, { status: problem.status })
  const reply = refusal ?? faultyReply(list, takeFault(controls, 'fault'))
  Object.assign(call, { status: reply?.status ?? 200, outcome: reply ? 'error' : 'completed' })
  return reply ?? c.json(list.bodyOf(controls, new URL(url).searchParams))
}
