// How long the copy of the ledger is kept, as stated in the privacy policy.
import { sql } from 'drizzle-orm'
import type { History } from '../database.ts'

/** Usage data, counted from the last activity. */
const usageKeptMs = 2 * 365 * 24 * 60 * 60 * 1000
const rowsMax = 500

/** Deletes some old rows. @returns how many */
export async function purgeOldUsage(history: History, now: number): Promise<number> {
  const old = sql`select rowid from usage where user_id in
    (select user_id from usage group by user_id having max(finished_at) <= ${now - usageKeptMs} limit 20) limit ${rowsMax}`
  return (await history.run(sql`delete from usage where rowid in (${old})`)).meta.changes
}
