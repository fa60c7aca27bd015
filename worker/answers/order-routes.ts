// Where a chat stands in the list: pinned, in the archive, in which folder. Each change is sent to the user's other pages.
import type { Hono } from 'hono'
import * as chats from '#contract/chats.ts'
import { findConversation } from '#data/history/chats.ts'
import { placeConversation } from '#data/history/folders.ts'
import { publish } from '#durable-objects/publish.ts'
import { whileAdmitted } from '../http/admitted.ts'
import { historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { limitChatChanges } from '../http/limit.ts'
import { serve, sessionByObject } from '../http/serve.ts'
import { changingProject } from './project-change.ts'

export function mountOrder(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(chats.readConversation), async ({ id }, c) => {
    return {
      conversation: expectFound(await whileAdmitted(c, () => findConversation(historyOf(c), c.var.caller.userId, id)))
    }
  })

  serve(app, chats.placeConversation, async (place, c) => {
    await limitChatChanges(c)
    const { userId } = c.var.caller
    const change = () => placeConversation(historyOf(c), userId, { ...place, now: Date.now() })
    // The next question is one of another project, or of none.
    const conversation = await (place.folderId === undefined ? change() : changingProject(c, change))
    if (conversation === null) throw new AppError('PINNED_FULL')
    if (!conversation) throw new AppError('NOT_FOUND')
    await publish(c.env, userId, { type: 'conversation', id: place.id, change: 'updated' })
    return { conversation }
  })
}
