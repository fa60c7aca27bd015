// Text answers: computes the price, has the user's object begin the answer, and passes on what it writes.
import type { Context, Hono } from 'hono'
import * as answers from '#contract/answers.ts'
import { type AnswerExtras, answerPrice, webSearchTokens } from '#contract/catalogue/answer-extras.ts'
import { defaultChatModel } from '#contract/catalogue/chat-models.ts'
import type { ChatService } from '#contract/catalogue/chat.ts'
import { pricedModel } from '#contract/catalogue/prices.ts'
import { beforeTheFirst, type TurnPlace } from '#domain/turn-place.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import type { FinishedAnswer, AskCommand } from '#durable-objects/answer/calls.ts'
import type { KeptExtras } from '#durable-objects/answer/chunk.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import { deliveredEnd } from './delivered.ts'
import { digestOf } from '../crypto/digest.ts'
import { askerOf, sessionOf } from '../http/admitted.ts'
import type { HonoEnv, AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { textLimit } from '../http/limit.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { inForce } from '../http/in-force.ts'
import { orSignedOut, serve, serveRaw, sessionByObject, succeed } from '../http/serve.ts'
import { shownTokensOf } from '../http/shown-price.ts'
import { refused } from '../premium/refused.ts'
import { modelFor, routingFacts } from './sold-model.ts'

interface Asked {
  service: ChatService
  prompt: string
  model?: string | undefined
  maxTokens?: number | undefined
  conversationId?: number | undefined
  parentMessageId?: number | null | undefined
  answersMessageId?: number | undefined
  webSearch?: boolean | undefined
  thinking?: boolean | undefined
  attachments?: string[] | undefined
  projectTokens?: number | undefined
}

/** @throws AppError: the model does not offer them */
function wantedExtras({ webSearch = false, thinking = false }: Asked, { offers }: SoldModel): AnswerExtras {
  if (webSearch && !offers.webSearch) throw new AppError('MODEL_CANNOT_SEARCH')
  if (thinking && !offers.thinking) throw new AppError('MODEL_SHOWS_NO_THINKING')
  return { webSearch, thinking }
}

/** The extras as the request has them. */
const askedOf = ({ webSearch, thinking }: AnswerExtras) => ({
  ...(webSearch && { webSearch: { tokens: webSearchTokens } }),
  ...(thinking && { showsThinking: true as const })
})

/** Undefined: at the end of the shown path. @throws AppError for two places, or for a place without a conversation */
function placeOf({ conversationId, parentMessageId, answersMessageId }: Asked): TurnPlace | undefined {
  if (parentMessageId === undefined && answersMessageId === undefined) return undefined
  if (conversationId === undefined || (parentMessageId !== undefined && answersMessageId !== undefined))
    throw new AppError('BAD_REQUEST')
  return answersMessageId === undefined ? { after: parentMessageId ?? beforeTheFirst } : { answers: answersMessageId }
}

/**
 * The request to the user's object, which checks the session, the plan, the limit and the conversation.
 * @throws AppError: unknown model, one that does not offer what is asked for, impossible place
 */
async function prepareAnswer(asked: Asked, operationId: string, c: AppContext): Promise<AskCommand> {
  const { environment, caller } = c.var
  const shop = await inForce(c)
  const model = modelFor(shop, asked.service, asked.model)
  const routing = routingFacts(model, shop, asked.maxTokens)
  const extras = wantedExtras(asked, model)
  const { service, prompt, maxTokens, conversationId } = asked
  const attachments = [...new Set(asked.attachments)]
  const place = placeOf(asked)
  // What the client has asked for: the same request stays the same when a successor answers it.
  const identity = [
    service,
    asked.model ?? defaultChatModel(service).id,
    prompt,
    maxTokens ?? null,
    conversationId ?? null,
    ...(place ? [place] : []),
    ...(extras.webSearch || extras.thinking ? [extras] : []),
    ...(attachments.length > 0 ? [{ attachments }] : [])
  ]
  return {
    caller: sessionOf(c),
    request: {
      userTag: userTagOf(caller.userId),
      operationId,
      fingerprint: digestOf(JSON.stringify(identity)),
      service,
      model: model.id,
      priceTokens: answerPrice(pricedModel(model, shop.prices), extras),
      ...askedOf(extras),
      referenceLength: model.referenceLength,
      ...routing.request,
      conversationId: conversationId ?? null,
      place,
      prompt
    },
    ...routing.command,
    attachments,
    shownTokens: shownTokensOf(c),
    projectTokens: asked.projectTokens,
    isBasicModel: model.basic,
    runningMax: environment.LIMIT_RUNNING_ANSWERS,
    limit: textLimit(environment)
  }
}

/** How long a client waits before it asks again about a running operation. */
const retrySoon = { retryAfter: 3 }

const extrasOf = ({ thinking, sources, read }: KeptExtras) => ({
  ...(thinking !== null && { thinking }),
  ...(sources !== null && { sources }),
  ...(read !== null && { read })
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
  serveRaw(app, sessionByObject(answers.generateText), async (input, c) => {
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

  serveRaw(app, sessionByObject(answers.readAnswer), async ({ id }, c) => {
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

  serve(app, sessionByObject(answers.stopAnswer), async ({ id }, c) => {
    const stopped = await userOf(c.env, c.var.caller.userId).stopAnswer({ caller: sessionOf(c) }, id)
    if (stopped.state === 'refused') throw refused(stopped, retrySoon)
    const { outcome, settlement } = stopped.end
    const billing = stopped.end.type === 'done' ? stopped.end.billing : { siteTokens: settlement.chargedTokens }
    return { outcome, billing, settlement }
  })
}
