// `POST /v1/messages` and `POST /v1/messages/count_tokens`: the form of Anthropic's API.
import type { Hono } from 'hono'
import { messageCount, type MessageRequest, messageRequest } from '#contract/v1/messages.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { withBody } from '../base/body.ts'
import { modelFor } from '../base/callable.ts'
import { expectKey, sentKeyOf } from '../base/caller.ts'
import { errorBodyFor } from '../base/errors.ts'
import { beginModelCall } from '../calls/begin-call.ts'
import { inputEstimateOf } from '../calls/input-bound.ts'
import type { AskedCall, ModelCall } from '../calls/model-call.ts'
import { streamed, whole } from '../calls/respond.ts'
import { askedCallOf, sentOf } from './asked.ts'
import { eventOf, EventsOfMessage, WholeMessage } from './writing.ts'

export function mountMessages(app: Hono<HonoEnv>) {
  app.post('/v1/messages', async (c) => {
    const key = await sentKeyOf(c)
    return withBody(c, messageRequest, async (sent, keepUntil) => {
      const { shop, model } = await modelFor(c, sent.model)
      const asked = askedCallOf(sent, model)
      const call = await beginModelCall(c, key, shop, asked)
      keepUntil(call.ended())
      return answered(c, sent, asked, call)
    })
  })

  // No supplier is asked, so it costs nothing.
  app.post('/v1/messages/count_tokens', async (c) => {
    await sentKeyOf(c)
    return withBody(c, messageCount, async (sent) => {
      const [{ model }] = await Promise.all([modelFor(c, sent.model), expectKey(c, 'chat', sent.model)])
      return c.json({ input_tokens: inputEstimateOf(sentOf(sent, model)) })
    })
  })
}

const ping = eventOf({ type: 'ping' })

function answered(c: AppContext, { stream }: MessageRequest, { request }: AskedCall, call: ModelCall) {
  const named = { id: `msg_${call.id}`, model: call.model }
  if (stream) {
    const events = new EventsOfMessage(named, inputEstimateOf(request))
    return streamed(c, call, {
      begin: events.begin,
      piece: (piece) => events.piece(piece),
      end: (end) => events.end(end),
      error: (refusal) => `event: error\ndata: ${JSON.stringify(errorBodyFor(c, refusal))}\n\n`,
      ping
    })
  }
  const message = new WholeMessage()
  return whole(
    c,
    call,
    (piece) => message.add(piece),
    (end) => message.body(named, end)
  )
}
