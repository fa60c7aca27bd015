// Prepares a text answer: parses and prices it. The user's object then begins it.
import { type AnswerExtras, answerPrice, webSearchTokens } from '#contract/catalogue/answer-extras.ts'
import type { ChatModel, ChatService, ChatUpstream } from '#contract/catalogue/chat.ts'
import { defaultChatModel, findChatModel } from '#contract/catalogue/chat-models.ts'
import { pricedModel } from '#contract/catalogue/prices.ts'
import { beforeTheFirst, type TurnPlace } from '#domain/turn-place.ts'
import { resolveUpstream } from '#domain/upstreams/chat-upstreams.ts'
import { upstreamPriceOf } from '#domain/upstreams/list-prices.ts'
import { digestOf } from '../crypto/digest.ts'
import type { AskCommand } from '#durable-objects/answer/calls.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { textLimit } from '../http/limit.ts'
import { inForce } from '../http/prices.ts'
import { shownTokensOf } from '../http/shown-price.ts'

export interface Asked {
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
}

function modelOf({ service, model }: Asked): ChatModel {
  const found = model === undefined ? defaultChatModel(service) : findChatModel(service, model)
  if (!found) throw new AppError('UNKNOWN_MODEL')
  return found
}

/** @throws AppError: the model does not offer them */
function extrasOf({ webSearch = false, thinking = false }: Asked, { offers }: ChatModel): AnswerExtras {
  if (webSearch && !offers.webSearch) throw new AppError('MODEL_CANNOT_SEARCH')
  if (thinking && !offers.thinking) throw new AppError('MODEL_SHOWS_NO_THINKING')
  return { webSearch, thinking }
}

/** What the upstream is asked for. A model that stands in for the usual one may not think: then there is nothing to show. */
const askedOf = ({ webSearch, thinking }: AnswerExtras, upstream: ChatUpstream) => ({
  ...(webSearch && { webSearch: { tokens: webSearchTokens } }),
  ...(thinking && upstreamPriceOf(upstream.model).takesEffort && { showsThinking: true as const })
})

/** Undefined: after what is shown. @throws AppError: two places, or one in no conversation */
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
export async function prepareAnswer(asked: Asked, operationId: string, c: AppContext): Promise<AskCommand> {
  const { environment, caller } = c.var
  const model = modelOf(asked)
  const { prices, upstreams } = await inForce(c)
  const upstream = resolveUpstream(model, upstreams)
  const extras = extrasOf(asked, model)
  const { service, prompt, maxTokens, conversationId } = asked
  const attachments = [...new Set(asked.attachments)]
  const place = placeOf(asked)
  const identity = [
    service,
    model.id,
    prompt,
    maxTokens ?? null,
    conversationId ?? null,
    ...(place ? [place] : []),
    ...(extras.webSearch || extras.thinking ? [extras] : []),
    ...(attachments.length > 0 ? [{ attachments }] : [])
  ]
  return {
    sessionId: caller.sessionId,
    request: {
      userTag: userTagOf(caller.userId),
      operationId,
      fingerprint: digestOf(JSON.stringify(identity)),
      service,
      model: model.id,
      priceTokens: answerPrice(pricedModel(model, prices), extras),
      ...askedOf(extras, upstream),
      referenceLength: model.referenceLength,
      upstream: { ...upstream, outputTokensMax: Math.min(maxTokens ?? Infinity, upstream.outputTokensMax) },
      conversationId: conversationId ?? null,
      place,
      prompt
    },
    attachments,
    shownTokens: shownTokensOf(c),
    isBasicModel: model.basic,
    runningMax: environment.LIMIT_RUNNING_ANSWERS,
    limit: textLimit(environment)
  }
}
