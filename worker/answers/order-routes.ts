// The order of the list of chats: what is pinned, in the archive, in which folder. Other pages of the user hear of each change.
import type { Hono } from 'hono'
import * as chats from '#contract/chats.ts'
import * as calls from '#contract/folders.ts'
import type { LiveMessage } from '#contract/live.ts'
import { findConversation } from '#data/history/chats.ts'
import * as folders from '#data/history/folders.ts'
import { folderBytes } from '#domain/stored-bytes.ts'
import { publish } from '#durable-objects/publish.ts'
import { whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitChatChanges, limitChatWrites } from '../http/limit.ts'
import { serve, sessionByObject } from '../http/serve.ts'

const tellPages = (c: AppContext, message: LiveMessage) => publish(c.env, c.var.caller.userId, message)

export function mountOrder(app: Hono<HonoEnv>) {
  serve(
    app,
    chats.readConversation,
    sessionByObject
  )(async ({ id }, c) => {
    const conversation = await whileAdmitted(c, () => findConversation(historyOf(c), c.var.caller.userId, id))
    if (!conversation) throw new AppError('NOT_FOUND')
    return { conversation }
  })

  serve(
    app,
    chats.placeConversation
  )(async (place, c) => {
    await limitChatChanges(c)
    const { userId } = c.var.caller
    const conversation = await folders.placeConversation(historyOf(c), userId, { ...place, now: Date.now() })
    if (conversation === null) throw new AppError('PINNED_FULL')
    if (!conversation) throw new AppError('NOT_FOUND')
    await tellPages(c, { type: 'conversation', id: place.id, change: 'updated' })
    return { conversation }
  })
}

export function mountFolders(app: Hono<HonoEnv>) {
  serve(
    app,
    calls.listFolders,
    sessionByObject
  )(async ({ service }, c) => ({
    folders: await whileAdmitted(c, () => folders.foldersOf(historyOf(c), c.var.caller.userId, service))
  }))

  serve(
    app,
    calls.createFolder
  )(async ({ name }, c) => {
    await limitChatWrites(c, folderBytes(name))
    const { userId } = c.var.caller
    const folder = await folders.addFolder(historyOf(c), { userId, name, now: Date.now() })
    if (!folder) throw new AppError('FOLDERS_FULL')
    await tellPages(c, { type: 'folders' })
    return { folder }
  })

  serve(
    app,
    calls.renameFolder
  )(async ({ id, name }, c) => {
    await limitChatWrites(c, folderBytes(name))
    if (!(await folders.retitleFolder(historyOf(c), c.var.caller.userId, id, name))) throw new AppError('NOT_FOUND')
    await tellPages(c, { type: 'folders' })
    return {}
  })

  serve(
    app,
    calls.deleteFolder
  )(async ({ id }, c) => {
    // It goes through all chats of the user.
    await limitChatChanges(c)
    if (!(await folders.removeFolder(historyOf(c), c.var.caller.userId, id))) throw new AppError('NOT_FOUND')
    await tellPages(c, { type: 'folders' })
    return {}
  })
}
