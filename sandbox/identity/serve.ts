// A call to a stand-in: written to the list of calls, with the usual delay and the faults of the switch `fault`. What is written of a call
// has neither codes nor tokens.
import { takeFault } from '../base/controls.ts'
import { createPace, rejectWhenAborted } from '../base/clock.ts'
import type { Context } from 'hono'
import { namesOf } from '../base/scopes.ts'
import type { SandboxEnvironment } from '../base/state.ts'
import type { IdentityState } from './desk.ts'

const LATENCY_MS = 100

/** Those that these calls can have: 500, no answer, and a page in place of JSON. */
const FAULTS = ['server-error', 'no-answer', 'page', 'bad-gateway'] as const

const page = (status: number) =>
  new Response('<!doctype html><title>502</title>', { status, headers: { 'content-type': 'text/html' } })

export function serveIdentity(
  state: IdentityState,
  provider: string,
  answer: (fields: URLSearchParams, headers: Headers) => Response
) {
  return async (c: Context<SandboxEnvironment>): Promise<Response> => {
    const call = state.calls.begin(provider, c.req.path, state.clock.now())
    const fault = takeFault(state.scopes.of(namesOf(c.req.path, c.req.raw.headers, null)), 'fault', FAULTS)
    call.fault = fault
    const fields = new URLSearchParams(c.req.method === 'POST' ? await c.req.text() : c.req.url.split('?')[1])
    call.body = { fields: [...fields.keys()] }
    const signal = c.req.raw.signal
    try {
      await createPace(state.clock, () => state.controls.speed, signal).wait(LATENCY_MS)
      if (fault === 'no-answer') await rejectWhenAborted(signal)
    } catch (error) {
      if (!signal.aborted) throw error
      call.outcome = 'aborted'
      return new Response(null, { status: 499 })
    }
    const response = fault === null ? answer(fields, c.req.raw.headers) : faulty(fault)
    Object.assign(call, { status: response.status, outcome: response.ok ? 'completed' : 'error' })
    return response
  }
}

function faulty(fault: string): Response {
  if (fault === 'server-error') return Response.json({ error: 'server_error' }, { status: 500 })
  return page(fault === 'page' ? 200 : 502)
}
