import type { Context, Hono } from 'hono'
import * as answers from '#contract/answers.ts'
import type { FinishedAnswer } from '#durable-objects/answer/calls.ts'
import type { KeptExtras } from '#durable-objects/answer/chunk.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { HonoEnv } from '../http/context.ts'
import { askerOf } from '../http/admitted.ts'
import { prepareAnswer } from './ask.ts'
import { deliveredEnd } from './delivered.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { refused } from '../premium/refused.ts'
import { orSignedOut, serve, serveRaw, sessionByObject, succeed } from '../http/serve.ts'

/** How long a client waits before it asks again about a running operation. */
const retrySoon = { retryAfter: 3 }

const extrasOf = ({ thinking, sources }: KeptExtras) => ({
  ...(thinking !== null && { thinking }),
  ...(sources !== null && { sources })
})

/** The answer as one JSON body; an answer that failed is a failed call. */
function finishedBody(finished: FinishedAnswer, request: { operationId: string; model: string }) {
  const { content } = finished
  const end = deliveredEnd(finished)
  return {
    result: { content },
    generatedText: content,
    ...extrasOf(finished),
    billing: end.billing,
    operationId: request.operationId,
    model: request.model,
    upstreamModel: end.upstreamModel,
    outcome: end.outcome,
    balance: end.settlement.balanceTokens
  }
}

const wantsStream = (c: Context) => (c.req.header('accept') ?? '').includes('text/event-stream')

const streamed = (c: Context, stream: ReadableStream) =>
  c.body(stream, 200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no'
  })

/** The id of the last event that a returning reader has received; -1 asks for all. */
function lastEventIdOf(c: Context): number {
  const sent = c.req.header('last-event-id') ?? ''
  return /^\d{1,9}$/.test(sent) ? Number(sent) : -1
}

export function mountAnswers(app: Hono<HonoEnv>) {
  serveRaw(
    app,
    answers.generateText,
    sessionByObject
  )(async (input, c) => {
    const command = await orSignedOut(c, () => prepareAnswer(input, operationIdOf(c), c))
    const { request } = command
    const user = userOf(c.env, c.var.caller.userId)
    if (wantsStream(c)) {
      const asked = await user.askAndRead(command)
      if (asked.state === 'refused') throw refused(asked, retrySoon, request.priceTokens)
      return streamed(c, asked.stream)
    }
    const finished = await user.askAndWait(command)
    if (finished.state === 'refused') throw refused(finished, retrySoon, request.priceTokens)
    return succeed(c, finishedBody(finished, request))
  })

  serveRaw(
    app,
    answers.readAnswer,
    sessionByObject
  )(async ({ id }, c) => {
    const user = userOf(c.env, c.var.caller.userId)
    if (wantsStream(c)) {
      const read = await user.readAnswer(askerOf(c), id, lastEventIdOf(c))
      if (read.state === 'refused') throw refused(read, retrySoon)
      return streamed(c, read.stream)
    }
    const found = await user.viewAnswer(askerOf(c), id)
    if (found.state === 'refused') throw refused(found, retrySoon)
    const { running, content, end } = found
    return succeed(c, { state: running ? 'running' : 'finished', content, ...extrasOf(found), end })
  })

  serve(
    app,
    answers.stopAnswer,
    sessionByObject
  )(async ({ id }, c) => {
    const { userId, sessionId } = c.var.caller
    const stopped = await userOf(c.env, userId).stopAnswer({ sessionId }, id)
    if (stopped.state === 'refused') throw refused(stopped, retrySoon)
    const { outcome, settlement } = stopped.end
    const billing = stopped.end.type === 'done' ? stopped.end.billing : { siteTokens: settlement.chargedTokens }
    return { outcome, billing, settlement }
  })
}
