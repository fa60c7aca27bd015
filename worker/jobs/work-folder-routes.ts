import type { Hono } from 'hono'
import * as library from '#contract/library.ts'
import * as folders from '#data/history/work-folders.ts'
import { folderBytes } from '#domain/stored-bytes.ts'
import { whileAdmitted } from '../http/admitted.ts'
import { historyOf, type HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitChatWrites } from '../http/limit.ts'
import { serve, sessionByObject } from '../http/serve.ts'
import { limitLibraryChanges } from './limit-library.ts'

export function mountWorkFolders(app: Hono<HonoEnv>) {
  serve(
    app,
    library.listWorkFolders,
    sessionByObject
  )(async (_, c) => ({
    folders: await whileAdmitted(c, () => folders.workFoldersOf(historyOf(c), c.var.caller.userId))
  }))

  serve(
    app,
    library.createWorkFolder
  )(async ({ name }, c) => {
    await limitChatWrites(c, folderBytes(name))
    const { userId } = c.var.caller
    const folder = await folders.addWorkFolder(historyOf(c), { userId, name, now: Date.now() })
    if (!folder) throw new AppError('FOLDERS_FULL')
    return { folder }
  })

  serve(
    app,
    library.renameWorkFolder
  )(async ({ id, name }, c) => {
    await limitChatWrites(c, folderBytes(name))
    const isThere = await folders.renameWorkFolder(historyOf(c), c.var.caller.userId, id, name)
    if (!isThere) throw new AppError('NOT_FOUND')
    return {}
  })

  serve(
    app,
    library.deleteWorkFolder
  )(async ({ id }, c) => {
    await limitLibraryChanges(c)
    if (!(await folders.removeWorkFolder(historyOf(c), c.var.caller.userId, id))) throw new AppError('NOT_FOUND')
    return {}
  })
}
