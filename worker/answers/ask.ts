// Prepares a text answer: parse, price, limit. The answer's object then reserves the tokens.
import type { ChatModel, ChatService } from '#contract/catalogue/chat.ts'
import { defaultChatModel, findChatModel } from '#contract/catalogue/chat-models.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import { resolveUpstream } from '#domain/upstreams/chat-upstreams.ts'
import { findConversation } from '#data/chats.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import { contextMessagesMax, contextOf, type Turn } from '#domain/conversation-context.ts'
import { digestOf } from '../crypto/digest.ts'
import { inTurnOrder } from '#domain/turn-order.ts'
import type { AnswerRequest } from '#durable-objects/answer/store.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitText } from '../http/limit.ts'
import { coveringPlanOf } from '../premium/premium-plan.ts'

export interface Asked {
  service: ChatService
  prompt: string
  model?: string | undefined
  maxTokens?: number | undefined
  conversationId?: number | undefined
}

function modelOf({ service, model }: Asked, c: AppContext): ChatModel {
  const found = model === undefined ? defaultChatModel(service) : findChatModel(service, model)
  if (!found) throw new AppError('UNKNOWN_MODEL')
  if (!mayUse(accountPlanOf(c.var.account, Date.now()), found.basic)) throw new AppError('MODEL_NOT_IN_PLAN')
  return found
}

async function turnsOf({ conversationId, prompt }: Asked, c: AppContext): Promise<Turn[]> {
  if (conversationId === undefined) return contextOf([], prompt)
  const found = await findConversation(c.var.database, c.var.caller.userId, conversationId, {
    limit: contextMessagesMax
  })
  if (!found) throw new AppError('NOT_FOUND')
  const earlier = inTurnOrder(found.messages.toReversed())
  return contextOf(
    earlier.map(({ role, content }) => ({ role, text: content })),
    prompt
  )
}

/**
 * The request to the answer's object.
 * @throws AppError: unknown model, model not in the plan, limit, another user's conversation
 */
export async function prepareAnswer(asked: Asked, operationId: string, c: AppContext): Promise<AnswerRequest> {
  const { environment, caller } = c.var
  const model = modelOf(asked, c)
  const upstream = resolveUpstream(model, environment.UPSTREAM_MODELS)
  const [turns] = await Promise.all([turnsOf(asked, c), limitText(c)])
  const { service, prompt, maxTokens, conversationId } = asked
  return {
    userId: caller.userId,
    userTag: userTagOf(caller.userId),
    operationId,
    fingerprint: digestOf(JSON.stringify([service, model.id, prompt, maxTokens ?? null, conversationId ?? null])),
    service,
    model: model.id,
    priceTokens: model.priceTokens,
    referenceLength: model.referenceLength,
    upstream: { ...upstream, outputTokensMax: Math.min(maxTokens ?? Infinity, upstream.outputTokensMax) },
    conversationId: conversationId ?? null,
    prompt,
    turns,
    runningMax: environment.LIMIT_RUNNING_ANSWERS,
    plan: coveringPlanOf(c.var.account, Date.now())
  }
}
