// Where a chat stands in the list: pinned, in the archive, in which folder. Each change is sent to the user's other pages.
import type { Hono } from 'hono'
import * as chats from '#contract/chats.ts'
import type { Conversation } from '#contract/chats.ts'
import { findConversation } from '#data/history/chats.ts'
import { type ConversationPlace, placeConversations } from '#data/history/folders.ts'
import { publish } from '#durable-objects/publish.ts'
import { whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { limitChatChanges } from '../http/limit.ts'
import { serve, sessionByObject } from '../http/serve.ts'
import { changingProject } from './project-change.ts'

/** Changes the places of conversations. @throws AppError as the contract says, also RATE_LIMITED */
async function place(c: AppContext, wanted: ConversationPlace & { ids: readonly number[] }): Promise<Conversation[]> {
  await limitChatChanges(c)
  const change = () => placeConversations(historyOf(c), c.var.caller.userId, { ...wanted, now: Date.now() })
  // The next question is one of another project, or of none.
  const placed = await (wanted.folderId === undefined ? change() : changingProject(c, change))
  if (placed === null) throw new AppError('PINNED_FULL')
  return expectFound(placed)
}

export function mountOrder(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(chats.readConversation), async ({ id }, c) => {
    return {
      conversation: expectFound(await whileAdmitted(c, () => findConversation(historyOf(c), c.var.caller.userId, id)))
    }
  })

  serve(app, chats.placeConversation, async ({ id, ...to }, c) => {
    const conversation = expectFound((await place(c, { ...to, ids: [id] }))[0])
    await publish(c.env, c.var.caller.userId, { type: 'conversation', id, change: 'updated' })
    return { conversation }
  })

  serve(app, chats.placeConversations, async (wanted, c) => {
    const ids = (await place(c, wanted)).map(({ id }) => id)
    if (ids.length > 0) await publish(c.env, c.var.caller.userId, { type: 'conversations', ids })
    return { ids }
  })
}
