// Prepares a text answer: parses and prices it. The user's object then begins it.
import type { ChatModel, ChatService } from '#contract/catalogue/chat.ts'
import { defaultChatModel, findChatModel } from '#contract/catalogue/chat-models.ts'
import { resolveUpstream } from '#domain/upstreams/chat-upstreams.ts'
import { digestOf } from '../crypto/digest.ts'
import type { AskCommand } from '#durable-objects/answer/calls.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { textLimit } from '../http/limit.ts'

export interface Asked {
  service: ChatService
  prompt: string
  model?: string | undefined
  maxTokens?: number | undefined
  conversationId?: number | undefined
}

function modelOf({ service, model }: Asked): ChatModel {
  const found = model === undefined ? defaultChatModel(service) : findChatModel(service, model)
  if (!found) throw new AppError('UNKNOWN_MODEL')
  return found
}

/**
 * The request to the user's object, which checks the session, the plan, the limit and the conversation.
 * @throws AppError: unknown model
 */
export function prepareAnswer(asked: Asked, operationId: string, c: AppContext): AskCommand {
  const { environment, caller } = c.var
  const model = modelOf(asked)
  const upstream = resolveUpstream(model, environment.UPSTREAM_MODELS)
  const { service, prompt, maxTokens, conversationId } = asked
  return {
    sessionId: caller.sessionId,
    request: {
      userTag: userTagOf(caller.userId),
      operationId,
      fingerprint: digestOf(JSON.stringify([service, model.id, prompt, maxTokens ?? null, conversationId ?? null])),
      service,
      model: model.id,
      priceTokens: model.priceTokens,
      referenceLength: model.referenceLength,
      upstream: { ...upstream, outputTokensMax: Math.min(maxTokens ?? Infinity, upstream.outputTokensMax) },
      conversationId: conversationId ?? null,
      prompt
    },
    isBasicModel: model.basic,
    runningMax: environment.LIMIT_RUNNING_ANSWERS,
    limit: textLimit(environment)
  }
}
