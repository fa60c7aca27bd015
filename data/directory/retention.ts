// How long data is kept, as stated in the privacy policy. Every statement deletes a bounded number of rows, so that a
// large backlog does not block the database; the next run continues.
import { sql, type SQL } from 'drizzle-orm'
import type { Directory } from '../database.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Used or expired links, and unconfirmed registrations. */
const linksKeptMs = 30 * dayMs
/** Technical data: which device signed in from where. */
const sessionsKeptMs = 365 * dayMs
/** Rows that one statement deletes. A portion that deletes fewer altogether was the last. */
export const purgedAtOnce = 500

const boundedDelete = (table: string, condition: SQL): SQL =>
  sql`delete from ${sql.identifier(table)} where rowid in
    (select rowid from ${sql.identifier(table)} where ${condition} limit ${purgedAtOnce})`

/** The deletions that are due, ordered so that no row is left without its parent. */
const purges = (now: number): SQL[] => [
  // Accounts that were never confirmed are deleted with all their data: what is left would otherwise reveal which
  // addresses were registered.
  boundedDelete(
    'users',
    sql`verified_at is null and not exists (select 1 from email_links
      where email_links.user_id = users.id and email_links.created_at > ${now - linksKeptMs})
      and created_at <= ${now - linksKeptMs}`
  ),
  boundedDelete('email_links', sql`not exists (select 1 from users where users.id = email_links.user_id)`),
  boundedDelete('consents', sql`not exists (select 1 from users where users.id = consents.user_id)`),
  boundedDelete(
    'email_links',
    sql`coalesce(used_at, expires_at) <= ${now - linksKeptMs}
      and exists (select 1 from users where users.id = email_links.user_id and verified_at is not null)`
  ),
  // Mails that were sent or dropped. The plan only reads the mails of its last days.
  boundedDelete('outgoing_mails', sql`send_at is null and created_at <= ${now - linksKeptMs}`),
  boundedDelete('email_changes', sql`coalesce(closed_at, expires_at) <= ${now - linksKeptMs}`),
  boundedDelete('sessions', sql`coalesce(ended_at, min(expires_at, last_seen_at)) <= ${now - sessionsKeptMs}`)
]

/** @returns the number of deleted rows */
export async function purgeDirectory(directory: Directory, now: number): Promise<number> {
  let rows = 0
  for (const statement of purges(now)) rows += (await directory.run(statement)).meta.changes
  return rows
}
