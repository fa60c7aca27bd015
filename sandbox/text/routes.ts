import { anthropic } from './anthropic/anthropic.ts'
import { openai } from './responses/openai.ts'
import { serveText } from './serve.ts'
import { xai } from './responses/xai.ts'
import type { Hono } from 'hono'
import type { BaseState, SandboxEnvironment } from '../base/state.ts'

/** Mounts the text upstreams, and each one's answer to an unknown path. */
export function mountText(app: Hono<SandboxEnvironment>, state: BaseState): void {
  app.post('/openai/v1/responses', serveText(state, openai))
  app.post('/xai/v1/responses', serveText(state, xai))
  app.post('/anthropic/v1/messages', serveText(state, anthropic))

  app.all('/openai/*', (c) => {
    noteStray(state, 'openai', c.req.path)
    const message = `Unknown request URL: ${c.req.method} ${c.req.path}. Please check the URL for typos.`
    return c.json({ error: { message, type: 'invalid_request_error', param: null, code: 'unknown_url' } }, 404)
  })
  app.all('/xai/*', (c) => {
    noteStray(state, 'xai', c.req.path)
    return c.json({ error: `The requested resource was not found: ${c.req.path}` }, 404)
  })
  app.all('/anthropic/*', (c) => {
    noteStray(state, 'anthropic', c.req.path)
    return c.json({ type: 'error', error: { type: 'not_found_error', message: 'Not found' } }, 404)
  })
}

function noteStray(state: BaseState, provider: string, path: string): void {
  Object.assign(state.calls.begin(provider, path, state.clock.now()), { status: 404, outcome: 'error' })
}
