// Folders of chats as projects: their instructions and their files, and what a question would send of them.
import type { Hono } from 'hono'
import { fileLimits } from '#contract/catalogue/plans.ts'
import * as contract from '#contract/projects.ts'
import { findAttachment } from '#data/history/attachments.ts'
import {
  addProjectFile,
  changeProject,
  findProject,
  type ProjectRow,
  removeProjectFile
} from '#data/history/projects.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import { attachmentFailures } from '#domain/attachment.ts'
import { projectBytes, projectFileBytes } from '#domain/stored-bytes.ts'
import { publish } from '#durable-objects/publish.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { limitChatChanges, limitChatWrites } from '../http/limit.ts'
import { serve } from '../http/serve.ts'
import { callerAccount } from '../http/session.ts'
import { attachmentView } from './attachment-view.ts'
import { changingProject } from './project-change.ts'
import { sendingOf, type Shown } from './project-sending.ts'

async function viewOf(c: AppContext, row: ProjectRow, shown: Shown): Promise<contract.Project> {
  const { folderId, instruction, isMemoryOff, files, fileBytes: bytes } = row
  const now = Date.now()
  const { bytesMax } = fileLimits[accountPlanOf(callerAccount(c), now)]
  return {
    folderId,
    instruction,
    memory: !isMemoryOff,
    files: files.map((file) => attachmentView(file, c.var.environment, now)),
    room: { bytes, bytesMax },
    sending: await sendingOf(c, row, shown)
  }
}

const projectOf = async (c: AppContext, id: number, shown: Shown = {}): Promise<{ project: contract.Project }> => {
  const row = expectFound(await findProject(historyOf(c), c.var.caller.userId, id))
  return { project: await viewOf(c, row, shown) }
}

const pictureText = 'В проект можно добавить документ или текстовый файл. Картинку приложите к вопросу'

/** Why a file was not added. */
async function expectAdded(c: AppContext, fileId: string, { files }: contract.Project): Promise<void> {
  if (files.some(({ id }) => id === fileId)) return
  const row = await findAttachment(historyOf(c), c.var.caller.userId, fileId)
  if (!row || (row.expiresAt !== null && row.expiresAt <= Date.now())) throw new AppError('ATTACHMENT_NOT_FOUND')
  if (row.kind === 'picture') throw new AppError('VALIDATION_FAILED', { text: pictureText })
  if (row.failure) throw new AppError('VALIDATION_FAILED', { text: attachmentFailures[row.failure] })
  throw new AppError('PROJECT_FULL')
}

export function mountProjects(app: Hono<HonoEnv>) {
  serve(app, contract.readProject, ({ id, ...shown }, c) => projectOf(c, id, shown))

  serve(app, contract.changeProject, async ({ id, instruction, memory }, c) => {
    await (instruction ? limitChatWrites(c, projectBytes(instruction)) : limitChatChanges(c))
    const { userId } = c.var.caller
    const change = { instruction, isMemoryOff: memory === undefined ? undefined : !memory }
    if (!(await changingProject(c, () => changeProject(historyOf(c), userId, id, change))))
      throw new AppError('NOT_FOUND')
    await publish(c.env, userId, { type: 'folders' })
    return projectOf(c, id)
  })

  serve(app, contract.addProjectFile, async ({ id: folderId, attachment: fileId }, c) => {
    await limitChatWrites(c, projectFileBytes)
    const { userId } = c.var.caller
    await changingProject(c, () => addProjectFile(historyOf(c), { userId, folderId, fileId }, Date.now()))
    const found = await projectOf(c, folderId)
    await expectAdded(c, fileId, found.project)
    await publish(c.env, userId, { type: 'folders' })
    return found
  })

  serve(app, contract.removeProjectFile, async ({ id: folderId, file: fileId }, c) => {
    await limitChatChanges(c)
    const { userId } = c.var.caller
    const remove = () => removeProjectFile(historyOf(c), { userId, folderId, fileId })
    const isRemoved = await changingProject(c, remove, [fileId])
    const found = await projectOf(c, folderId)
    if (!isRemoved) throw new AppError('NOT_FOUND')
    await publish(c.env, userId, { type: 'folders' })
    return found
  })
}
