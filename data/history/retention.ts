// How long the copy of the ledger is kept, as stated in the privacy policy: usage for two years after the last operation,
// the ledger for good.
import { sql } from 'drizzle-orm'
import type { History } from '../base/database.ts'

/** Notes that the files of a user's usage are deleted. */
export async function forgetUsageFiles(history: History, userId: string): Promise<void> {
  await history.run(sql`delete from archived_books where user_id = ${userId} and kind = 'usage'`)
}

/** Deletes a user's first operations, as long as they are old. @returns how many */
export async function deleteOldUsage(
  history: History,
  userId: string,
  { before, limit }: { before: number; limit: number }
): Promise<number> {
  const first = sql`select rowid from usage where user_id = ${userId} and finished_at <= ${before}
    order by finished_at limit ${limit}`
  return (await history.run(sql`delete from usage where rowid in (${first})`)).meta.changes
}
