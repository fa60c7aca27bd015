// Changes of projects. The user's object keeps copies of what questions find there, so it hears of each change before and after it.
import { fileIdsOf } from '#data/history/projects.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { deleteRemoved } from '#queues/attachments.ts'
import { type AppContext, historyOf } from '../http/context.ts'

/** @param gone files that are not in the project any more afterwards: their words are forgotten, and their bytes if nothing else has them */
export async function changingProject<Result>(
  c: AppContext,
  change: () => Promise<Result>,
  gone: readonly string[] = []
): Promise<Result> {
  const user = userOf(c.env, c.var.caller.userId)
  await user.forgetProjects([])
  try {
    return await change()
  } finally {
    await user.forgetProjects(gone)
    if (gone.length > 0) c.executionCtx.waitUntil(deleteRemoved(c.env, c.var.caller.userId))
  }
}

/** Deletes a folder of chats, with the files that no question has. */
export async function endingProject<Result>(
  c: AppContext,
  folderId: number,
  remove: () => Promise<Result>
): Promise<Result> {
  const files = await fileIdsOf(historyOf(c), c.var.caller.userId, folderId)
  return changingProject(c, remove, files)
}
