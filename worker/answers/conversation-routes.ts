import type { Hono } from 'hono'
import { defaultChatModel, findChatModel } from '#contract/catalogue/chat-models.ts'
import type { ChatModel, ChatService } from '#contract/catalogue/chat.ts'
import { tools } from '#contract/catalogue/menu.ts'
import * as chats from '#contract/chats.ts'
import { addConversation, findConversation, type MessageRow, pageOfConversations } from '#data/history/chats.ts'
import { conversationBytes, messageBytes } from '#domain/stored-bytes.ts'
import { inTurnOrder } from '#domain/turn-order.ts'
import type { UnsavedTurn } from '#durable-objects/answer/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { askerOf, foundBy, whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitChatWrites } from '../http/limit.ts'
import { serve, sessionByObject } from '../http/serve.ts'

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

/** Questions whose answers are still being written. They have no row yet, so their ids are invented, and negative. */
function unsavedQuestions(turns: UnsavedTurn[], saved: readonly MessageRow[]): chats.Message[] {
  const known = new Set(saved.map(({ operationId }) => operationId))
  return turns
    .filter(({ operationId }) => !known.has(operationId))
    .map(({ operationId, prompt, model, askedAt }, index) => ({
      id: -1 - index,
      role: 'user',
      content: prompt,
      model,
      created_at: askedAt,
      operation_id: operationId,
      outcome: null,
      upstream_model: null,
      billing: null
    }))
}

/** The object is asked first: a turn that is saved meanwhile is then found in D1. */
async function newestOf<Found>(c: AppContext, conversationId: number, read: () => Promise<Found>) {
  const user = userOf(c.env, c.var.caller.userId)
  const { turns } = foundBy(await user.readUnsavedTurns(askerOf(c), conversationId))
  return { unsaved: turns, found: await read() }
}

export function mountChats(app: Hono<HonoEnv>) {
  serve(
    app,
    chats.listConversations,
    sessionByObject
  )((input, c) => whileAdmitted(c, () => pageOfConversations(historyOf(c), c.var.caller.userId, input)))

  serve(
    app,
    chats.createConversation
  )(async ({ title, service, model: id }, c) => {
    const model = modelFor(service, id)
    const given = title || titleFor(model)
    await limitChatWrites(c, conversationBytes(given))
    const conversation = await addConversation(historyOf(c), {
      userId: c.var.caller.userId,
      title: given,
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
    await limitChatWrites(c, conversationBytes(title))
    const conversation = await userOf(c.env, c.var.caller.userId).retitleConversation(id, title)
    if (!conversation) throw new AppError('NOT_FOUND')
    return { conversation }
  })

  serve(
    app,
    chats.deleteConversation
  )(async ({ id }, c) => {
    if (!(await userOf(c.env, c.var.caller.userId).removeConversation(id))) throw new AppError('NOT_FOUND')
    return {}
  })

  serve(
    app,
    chats.listMessages,
    sessionByObject
  )(async ({ id, limit, before }, c) => {
    const { userId } = c.var.caller
    const read = () => findConversation(historyOf(c), userId, id, { limit, before })
    // Older pages have no unsaved turns.
    const { unsaved, found } =
      before === undefined ? await newestOf(c, id, read) : { unsaved: [], found: await whileAdmitted(c, read) }
    if (!found) throw new AppError('NOT_FOUND')
    const saved = inTurnOrder(found.messages.toReversed())
    return { messages: [...saved.map(view), ...unsavedQuestions(unsaved, saved)], hasMore: found.hasMore }
  })

  serve(
    app,
    chats.addMessage
  )(async ({ id, content, role, model }, c) => {
    await limitChatWrites(c, messageBytes(content, model ?? ''))
    const { userId } = c.var.caller
    const row = await userOf(c.env, userId).addMessage({ conversationId: id, role, content, model, at: Date.now() })
    if (!row) throw new AppError('NOT_FOUND')
    return { message: view(row) }
  })
}
