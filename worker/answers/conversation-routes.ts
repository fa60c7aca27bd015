import type { Hono } from 'hono'
import * as chats from '#contract/chats.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { findModel } from '#contract/catalogue/models.ts'
import { addConversation, pageOfConversations } from '#data/history/chats.ts'
import { chatSettingsIn, chatSettingsQuery } from '#data/history/chat-settings.ts'
import { jobView } from '#data/history/job-view.ts'
import { worksOf } from '#data/history/card-works.ts'
import { addBranch, findPath, measurePath, type PathRow } from '#data/history/message-paths.ts'
import { defaultTitle } from '#domain/chat-title.ts'
import { conversationBytes, copiesBytes, instructionBytes, messageBytes } from '#domain/stored-bytes.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { deleteRemoved } from '#queues/attachments.ts'
import { askerOf, besideAnswers, foundBy, whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { limitChatChanges, limitChatWrites } from '../http/limit.ts'
import { inForce } from '../http/in-force.ts'
import { serve, sessionByObject } from '../http/serve.ts'
import { viewFiles } from './attachment-view.ts'
import { messageView, type Views, withUnsaved } from './message-view.ts'
import { deleteCopiesOf } from './share-copies.ts'
import { modelFor } from './sold-model.ts'

/** The title of a branch, which is not longer than a title may be. */
const branchTitle = (title: string): string => `${beginningOf(title, 190)} (ветка)`

/** Reads the works of all cards among the messages, at once. */
async function viewsOf(c: AppContext, messages: readonly PathRow[]): Promise<Views> {
  const [settings, now] = [c.var.environment, Date.now()]
  const named = messages.flatMap(({ works }) => works ?? [])
  const rows = await worksOf(historyOf(c), c.var.caller.userId, named)
  const viewed = (id: string) => {
    const row = rows.get(id)
    return row ? [jobView(row, settings, now)] : []
  }
  return { files: viewFiles(settings, now), works: (ids) => ids.flatMap(viewed) }
}

/** The newest page. The object is asked first: a turn that is saved meanwhile is then found in D1. */
async function newestPage(c: AppContext, id: number, limit: number) {
  const { userId } = c.var.caller
  const { turns } = foundBy(await userOf(c.env, userId).readUnsavedTurns(askerOf(c), id))
  const newest = turns.at(-1)
  const found = await findPath(historyOf(c), userId, id, { limit, place: newest?.place, chatQuery: chatSettingsQuery })
  if (!found) return undefined
  const { messages, hasMore, chat } = found
  const shown = withUnsaved(messages, turns, await viewsOf(c, messages))
  return { messages: shown, hasMore, settings: chatSettingsIn(chat) }
}

async function earlierPage(c: AppContext, id: number, page: { limit: number; before: number }) {
  const found = await whileAdmitted(c, () => findPath(historyOf(c), c.var.caller.userId, id, page))
  if (!found) return undefined
  return { messages: withUnsaved(found.messages, [], await viewsOf(c, found.messages)), hasMore: found.hasMore }
}

/** Copies a path into a conversation of its own, within the user's limits. */
async function branch(c: AppContext, conversationId: number, messageId: number): Promise<chats.Conversation> {
  const { userId } = c.var.caller
  const history = historyOf(c)
  const size = expectFound(await measurePath(history, userId, { conversationId, messageId }))
  const title = branchTitle(size.title)
  const { messages, textBytes, role, instruction } = size
  const instructed = instruction === null ? 0 : instructionBytes({ name: role, instruction })
  await limitChatWrites(c, conversationBytes(title) + copiesBytes(messages, textBytes) + instructed)
  return expectFound(await addBranch(history, userId, { conversationId, messageId, title, now: Date.now() }))
}

export function mountChats(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(chats.listConversations), async (input, c) => {
    const read = () => pageOfConversations(historyOf(c), c.var.caller.userId, input)
    const { found, running } = await besideAnswers(c, read)
    return { ...found, running }
  })

  serve(app, chats.createConversation, async ({ title, service, model: id, role }, c) => {
    const shop = await inForce(c)
    // «By default» means the default of the service.
    const isAny = id === chats.anyServiceDefaultModel && !findModel(shop.models, service, id)
    const model = modelFor(shop, service, isAny ? undefined : id)
    const now = Date.now()
    const given = title || defaultTitle(model.page, now)
    await limitChatWrites(c, conversationBytes(given) + (role ? instructionBytes(role) : 0))
    const row = { userId: c.var.caller.userId, title: given, service, model: model.id, now }
    const conversation = await addConversation(historyOf(c), row, role)
    return { conversation }
  })

  serve(app, chats.renameConversation, async ({ id, title }, c) => {
    await limitChatWrites(c, conversationBytes(title))
    return { conversation: expectFound(await userOf(c.env, c.var.caller.userId).retitleConversation(id, title)) }
  })

  serve(app, chats.deleteConversation, async ({ id, if: condition }, c) => {
    const { userId } = c.var.caller
    if (condition === 'empty') {
      // Nothing was said there, so nothing hangs on it: no files, no copies that were shared.
      if (!(await userOf(c.env, userId).removeEmptyConversation(id))) throw new AppError('CONFLICT')
      return {}
    }
    await deleteCopiesOf(c, [id])
    if (!(await userOf(c.env, userId).removeConversation(id))) throw new AppError('NOT_FOUND')
    c.executionCtx.waitUntil(deleteRemoved(c.env, userId))
    return {}
  })

  serve(app, chats.deleteConversations, async ({ ids }, c) => {
    const { userId } = c.var.caller
    await deleteCopiesOf(c, ids)
    // One after the other, by the call that objects have always had: none holds up its object for long, and pages hear of each.
    for (const id of ids) await userOf(c.env, userId).removeConversation(id)
    c.executionCtx.waitUntil(deleteRemoved(c.env, userId))
    return {}
  })
}

export function mountMessages(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(chats.listMessages), async ({ id, limit, before }, c) => {
    return expectFound(await (before === undefined ? newestPage(c, id, limit) : earlierPage(c, id, { limit, before })))
  })

  serve(app, chats.addMessage, async ({ id, content, role, model }, c) => {
    await limitChatWrites(c, messageBytes(content, model ?? ''))
    const { userId } = c.var.caller
    const row = expectFound(
      await userOf(c.env, userId).addMessage({ conversationId: id, role, content, model, at: Date.now() })
    )
    return { message: messageView(row) }
  })

  serve(app, chats.showVersion, async ({ id, messageId }, c) => {
    await limitChatChanges(c)
    const user = userOf(c.env, c.var.caller.userId)
    if (!(await user.showVersion({ conversationId: id, messageId }))) throw new AppError('NOT_FOUND')
    return {}
  })

  serve(app, chats.branchConversation, async ({ id, messageId }, c) => ({
    conversation: await branch(c, id, messageId)
  }))
}
