import { anthropic } from './anthropic/anthropic.ts'
import { openai } from './responses/openai.ts'
import { resellerOf } from './chat/reseller.ts'
import { mountLists } from './lists.ts'
import { serveText } from './serve.ts'
import { xai } from './responses/xai.ts'
import type { Hono } from 'hono'
import type { BaseState, SandboxEnvironment } from '../base/state.ts'

const unknownUrl = (asked: string) => {
  const message = `Unknown request URL: ${asked}. Please check the URL for typos.`
  return { error: { message, type: 'invalid_request_error', param: null, code: 'unknown_url' } }
}

/** Mounts the text upstreams, and each one's answer to an unknown path. */
export function mountText(app: Hono<SandboxEnvironment>, state: BaseState): void {
  app.post('/openai/v1/responses', serveText(state, openai))
  app.post('/xai/v1/responses', serveText(state, xai))
  app.post('/anthropic/v1/messages', serveText(state, anthropic))
  app.post('/resellers/:name/v1/chat/completions', (c) => serveText(state, resellerOf(c.req.param('name')))(c))
  mountLists(app, state)

  const strays: Record<string, (asked: string, path: string) => object> = {
    openai: unknownUrl,
    resellers: unknownUrl,
    xai: (_, path) => ({ error: `The requested resource was not found: ${path}` }),
    anthropic: () => ({ type: 'error', error: { type: 'not_found_error', message: 'Not found' } })
  }
  for (const [provider, bodyOf] of Object.entries(strays))
    app.all(`/${provider}/*`, (c) => {
      const { method, path } = c.req
      Object.assign(state.calls.begin(provider, path, state.clock.now()), { status: 404, outcome: 'error' })
      return c.json(bodyOf(`${method} ${path}`, path), 404)
    })
}
