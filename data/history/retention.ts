// How long the copy of the ledger is kept, as stated in the privacy policy: usage for two years after the last operation,
// the ledger for good.
import { sql } from 'drizzle-orm'
import type { History } from '../base/database.ts'

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
