import { openDirectory, openHistories } from './database.ts'
import { purgeDirectory } from './directory/retention.ts'
import { purgeOldUsage } from './history/retention.ts'

/** Deletes a portion of what is kept no longer, in all databases. @returns the number of deleted rows */
export async function purgeOld(env: Env, now: number): Promise<number> {
  let rows = await purgeDirectory(openDirectory(env), now)
  for (const { history } of openHistories(env)) rows += await purgeOldUsage(history, now)
  return rows
}

export { purgedAtOnce } from './directory/retention.ts'
