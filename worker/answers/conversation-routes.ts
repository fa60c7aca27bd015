import type { Hono } from 'hono'
import { defaultChatModel, findChatModel } from '#contract/catalogue/chat-models.ts'
import type { ChatModel, ChatService } from '#contract/catalogue/chat.ts'
import { tools } from '#contract/catalogue/menu.ts'
import * as chats from '#contract/chats.ts'
import {
  addConversation,
  findConversation,
  type MessageRow,
  pageOfConversations,
  removeConversation,
  retitleConversation
} from '#data/chats.ts'
import { addMessage } from '#data/turns.ts'
import { inTurnOrder } from '#domain/turn-order.ts'
import type { HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitChatWrites } from '../http/limit.ts'
import { serve } from '../http/serve.ts'

const today = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow' })

/** The model of a new conversation. The general default stands for the default of the service. */
function modelFor(service: ChatService, id: string): ChatModel {
  const model = findChatModel(service, id)
  if (!model && id !== chats.anyServiceDefaultModel) throw new AppError('UNKNOWN_MODEL')
  return model ?? defaultChatModel(service)
}

const titleFor = ({ page }: ChatModel): string => `${tools[page].title} чат ${today.format(Date.now())}`

const view = (row: MessageRow): chats.Message => ({
  id: row.id,
  role: row.role,
  content: row.content,
  model: row.model,
  created_at: row.createdAt,
  operation_id: row.operationId,
  outcome: row.outcome,
  upstream_model: row.upstreamModel,
  billing:
    row.chargedTokens === null
      ? null
      : {
          siteTokens: row.chargedTokens,
          ...(row.usdMicros === null ? {} : { usdWithMarkup: row.usdMicros / 1_000_000 })
        }
})

export function mountChats(app: Hono<HonoEnv>) {
  serve(app, chats.listConversations)((input, c) => pageOfConversations(c.var.database, c.var.caller.userId, input))

  serve(
    app,
    chats.createConversation
  )(async ({ title, service, model: id }, c) => {
    const model = modelFor(service, id)
    await limitChatWrites(c)
    const conversation = await addConversation(c.var.database, {
      userId: c.var.caller.userId,
      title: title || titleFor(model),
      service,
      model: model.id,
      now: Date.now()
    })
    return { conversation }
  })

  serve(
    app,
    chats.renameConversation
  )(async ({ id, title }, c) => {
    await limitChatWrites(c)
    const conversation = await retitleConversation(c.var.database, c.var.caller.userId, id, title)
    if (!conversation) throw new AppError('NOT_FOUND')
    return { conversation }
  })

  serve(
    app,
    chats.deleteConversation
  )(async ({ id }, c) => {
    if (!(await removeConversation(c.var.database, c.var.caller.userId, id))) throw new AppError('NOT_FOUND')
    return {}
  })

  serve(
    app,
    chats.listMessages
  )(async ({ id, limit, before }, c) => {
    const found = await findConversation(c.var.database, c.var.caller.userId, id, { limit, before })
    if (!found) throw new AppError('NOT_FOUND')
    return { messages: inTurnOrder(found.messages.toReversed()).map(view), hasMore: found.hasMore }
  })

  serve(
    app,
    chats.addMessage
  )(async ({ id, content, role, model }, c) => {
    await limitChatWrites(c)
    const { userId } = c.var.caller
    const row = await addMessage(c.var.database, { userId, conversationId: id, role, content, model, at: Date.now() })
    if (!row) throw new AppError('NOT_FOUND')
    return { message: view(row) }
  })
}
