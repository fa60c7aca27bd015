// How long data is kept, as stated in the privacy policy. Every statement deletes a bounded number of rows, so that a
// large backlog does not block the database; the next run continues.
import { sql, type SQL } from 'drizzle-orm'
import { type Database, openDirectory, openHistories } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Used or expired links, and unconfirmed registrations. */
const linksKeptMs = 30 * dayMs
/** Technical data: devices and places of sign-ins. */
const sessionsKeptMs = 365 * dayMs
/** The record names the operators who used the console; these rows only have the cookies. */
const operatorSessionsKeptMs = 30 * dayMs
/** Ended alarms. */
const alarmsKeptMs = 365 * dayMs
/** Messages that were given up, dealt with or not: their jobs and rows have ended long ago. */
const deadLettersKeptMs = 90 * dayMs
/** A month of calls of routes, and some days to look back from its end. */
const attemptsKeptMs = 35 * dayMs
/** Rows of one statement: it takes some milliseconds, for which other queries wait. */
const rowsMax = 1000

const boundedDelete = (table: string, condition: SQL): SQL =>
  sql`delete from ${sql.identifier(table)} where rowid in
    (select rowid from ${sql.identifier(table)} where ${condition} limit ${rowsMax})`

/** Unconfirmed registrations whose last link is old, oldest first: the same ones within a transaction. */
const unconfirmed = (before: number): SQL => sql`select id from users where verified_at is null
    and created_at <= ${before} and not exists (select 1 from email_links
      where email_links.user_id = users.id and email_links.created_at > ${before})
    order by created_at, id limit ${rowsMax}`

const isSessionOld = (now: number): SQL =>
  sql`coalesce(ended_at, min(expires_at, last_seen_at)) <= ${now - sessionsKeptMs}`

/**
 * What is deleted together, in one transaction; the number of rows that the last statement of each deletes says whether
 * there may be more. Every condition is the one of an index.
 */
export const purges = (now: number): SQL[][] => [
  // Accounts that were never confirmed are deleted with all their data: what is left would otherwise reveal which
  // addresses were registered.
  ['email_links', 'consents']
    .map((table) => sql`delete from ${sql.identifier(table)} where user_id in (${unconfirmed(now - linksKeptMs)})`)
    .concat(sql`delete from users where id in (${unconfirmed(now - linksKeptMs)})`),
  [boundedDelete('email_links', sql`coalesce(used_at, expires_at) <= ${now - linksKeptMs}`)],
  // Mails that were sent or dropped. The plan only reads the mails of its last days.
  [boundedDelete('outgoing_mails', sql`send_at is null and created_at <= ${now - linksKeptMs}`)],
  [boundedDelete('ready_messages', sql`send_at is null and created_at <= ${now - linksKeptMs}`)],
  // The record keeps what operators did about them.
  [boundedDelete('alarms', sql`resolved_at <= ${now - alarmsKeptMs}`)],
  [boundedDelete('email_changes', sql`coalesce(closed_at, expires_at) <= ${now - linksKeptMs}`)],
  [boundedDelete('operator_sessions', sql`coalesce(ended_at, expires_at) <= ${now - operatorSessionsKeptMs}`)],
  [boundedDelete('dead_letters', sql`at <= ${now - deadLettersKeptMs}`)],
  // A browser gets messages only while its session lives.
  [
    sql`delete from push_devices where session_id in (select id from sessions where ${isSessionOld(now)} limit ${rowsMax})`,
    boundedDelete('sessions', isSessionOld(now))
  ]
]

/** The same of each history. */
export const historyPurges = (now: number): SQL[][] => [
  [boundedDelete('route_attempts', sql`at <= ${now - attemptsKeptMs}`)]
]

/** The next run, an hour later, continues. */
const runMaxMs = 15_000

/**
 * Deletes what is kept no longer, portion after portion, of everything in turn, until nothing is left or the time is over. Usage is
 * deleted with the walk over old books (worker/clock/move-old-books.ts).
 * @returns the number of deleted rows
 */
export async function purgeOld(env: Env, now: number): Promise<number> {
  const ofHistories = openHistories(env).flatMap(({ history }) =>
    historyPurges(now).map((statements) => ({ database: history, statements }))
  )
  const database = openDirectory(env)
  const endsAt = Date.now() + runMaxMs
  let rows = 0
  let left: { database: Database; statements: SQL[] }[] = [
    ...purges(now).map((statements) => ({ database, statements })),
    ...ofHistories
  ]
  while (left.length > 0 && Date.now() <= endsAt) {
    const full: typeof left = []
    for (const purge of left) {
      const { $client } = purge.database
      const deleted = await $client.batch(purge.statements.map((statement) => prepared(purge.database, statement)))
      const changes = deleted.map(({ meta }) => meta.changes)
      rows += changes.reduce((sum, one) => sum + one, 0)
      if ((changes.at(-1) ?? 0) >= rowsMax) full.push(purge)
    }
    left = full
  }
  return rows
}
