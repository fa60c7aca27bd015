// Folders of chats and of jobs. Other pages of the user hear of each change of those of chats.
import type { Hono } from 'hono'
import type { z } from 'zod'
import type { ChatService } from '#contract/catalogue/chat.ts'
import { chatFolders } from '#contract/chats.ts'
import type { FolderCalls } from '#contract/folders.ts'
import { libraryFolders } from '#contract/library.ts'
import { addFolder, type FolderKind, foldersOf, removeFolder, renameFolder } from '#data/history/folders.ts'
import { folderBytes } from '#domain/stored-bytes.ts'
import { publish } from '#durable-objects/publish.ts'
import { whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitChatChanges, limitChatWrites } from '../http/limit.ts'
import { serve, sessionByObject } from '../http/serve.ts'
import { limitLibraryChanges } from '../jobs/limit-library.ts'
import { endingProject } from './project-change.ts'

function mountFolders<Wanted extends z.ZodType<{ service?: ChatService | undefined }>>(
  app: Hono<HonoEnv>,
  calls: FolderCalls<Wanted>,
  kind: FolderKind
) {
  const tellPages = async (c: AppContext) => {
    if (kind === 'chat') await publish(c.env, c.var.caller.userId, { type: 'folders' })
  }

  serve(app, sessionByObject(calls.list), async ({ service }, c) => ({
    folders: await whileAdmitted(c, () => foldersOf(historyOf(c), c.var.caller.userId, kind, service))
  }))

  serve(app, calls.create, async ({ name }, c) => {
    await limitChatWrites(c, folderBytes(name))
    const { userId } = c.var.caller
    const folder = await addFolder(historyOf(c), { userId, kind, name, now: Date.now() })
    if (!folder) throw new AppError('FOLDERS_FULL')
    await tellPages(c)
    return { folder }
  })

  serve(app, calls.rename, async ({ id, name }, c) => {
    await limitChatWrites(c, folderBytes(name))
    const { userId } = c.var.caller
    if (!(await renameFolder(historyOf(c), { userId, kind, id }, name))) throw new AppError('NOT_FOUND')
    await tellPages(c)
    return {}
  })

  serve(app, calls.remove, async ({ id }, c) => {
    // It goes through all chats or jobs of the user.
    await (kind === 'chat' ? limitChatChanges(c) : limitLibraryChanges(c))
    const { userId } = c.var.caller
    const remove = () => removeFolder(historyOf(c), { userId, kind, id })
    if (!(await (kind === 'chat' ? endingProject(c, id, remove) : remove()))) throw new AppError('NOT_FOUND')
    await tellPages(c)
    return {}
  })
}

export const mountChatFolders = (app: Hono<HonoEnv>) => mountFolders(app, chatFolders, 'chat')
export const mountLibraryFolders = (app: Hono<HonoEnv>) => mountFolders(app, libraryFolders, 'library')
