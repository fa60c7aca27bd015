// Tickets that open one socket each. Stored as hashes, because a ticket travels in a URL and URLs are logged.
import { prepareOnce } from '../base/tables.ts'
import { createHash, randomBytes } from 'node:crypto'

/** More than the reconnecting pages of one user need at once. */
const ticketsMax = 50

const table =
  'create table if not exists tickets (hash text not null unique, session_id text not null, expires_at integer not null)'

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')

export class SocketTickets {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    prepareOnce(storage.sql, 'tickets', table)
  }

  issue(sessionId: string, { now, expiresAt }: { now: number; expiresAt: number }): string {
    const ticket = randomBytes(32).toString('base64url')
    this.#storage.transactionSync(() => {
      const { sql } = this.#storage
      sql.exec('delete from tickets where expires_at <= ?', now)
      sql.exec(
        'insert into tickets (hash, session_id, expires_at) values (?, ?, ?)',
        hashOf(ticket),
        sessionId,
        expiresAt
      )
      sql.exec(
        'delete from tickets where rowid not in (select rowid from tickets order by rowid desc limit ?)',
        ticketsMax
      )
    })
    return ticket
  }

  /** The session of an unused ticket, which this call uses up; null for an unknown, used or expired one. */
  take(ticket: string, now: number): string | null {
    const [row] = this.#storage.sql
      .exec<{ session_id: string; expires_at: number }>(
        'delete from tickets where hash = ? returning session_id, expires_at',
        hashOf(ticket)
      )
      .toArray()
    return row && row.expires_at > now ? row.session_id : null
  }

  forgetSession(sessionId: string) {
    this.#storage.sql.exec('delete from tickets where session_id = ?', sessionId)
  }
}
