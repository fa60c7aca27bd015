import { openDirectory, openHistories } from './database.ts'
import { purgeDirectory } from './directory/retention.ts'
import { purgeOldUsage } from './history/retention.ts'

/** A run of the cron has other duties and must be over within its minute. */
const runMaxMs = 15_000

/** Deletes what is kept no longer, portion after portion until nothing is left or the time is over. @returns how many rows */
export async function purgeOld(env: Env, now: number): Promise<number> {
  let rows = await purgeDirectory(openDirectory(env), now, Date.now() + runMaxMs)
  for (const { history } of openHistories(env)) rows += await purgeOldUsage(history, now)
  return rows
}
