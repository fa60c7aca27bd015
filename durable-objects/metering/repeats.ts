// Calls with an `Idempotency-Key`: within 24 hours the same request of the same key gets the first one's answer, and pays nothing. A call that
// failed leaves nothing, so its repetition begins anew. Not a part of backups: what is lost with them is only that a repetition pays.
import { dayMs } from '#domain/billing-calendar.ts'
import { type FoundRepeat, keptLengthMax, type RepeatKey } from './calls.ts'

interface Row extends Record<string, SqlStorageValue> {
  call_id: string
  digest: string
  is_kept: number
  answer: string | null
}

/** Of all answers of a user together: beyond it the oldest are forgotten before their day is over. */
const allLengthMax = 32_000_000
const rowsMax = 10_000
/** Of one alarm. */
const deletedAtOnce = 1000

const statements = `
  create table if not exists metered_repeats (
    key_id text not null,
    name text not null,
    digest text not null,
    call_id text not null unique,
    began_at integer not null,
    is_kept integer not null default 0,
    answer text,
    length integer not null default 0,
    primary key (key_id, name)
  );
  create index if not exists metered_repeats_began on metered_repeats (began_at);
`

export class Repeats {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    sql.exec(statements)
    this.#sql = sql
  }

  find(keyId: string, { name, digest }: RepeatKey, now: number): FoundRepeat | null {
    const [row] = this.#sql
      .exec<Row>(
        'select call_id, digest, is_kept, answer from metered_repeats where key_id = ? and name = ? and began_at > ?',
        keyId,
        name,
        now - dayMs
      )
      .toArray()
    if (!row) return null
    if (row.digest !== digest) return { state: 'other-request' }
    return this.#found(row)
  }

  /** Of a call that another request waits for; null: it has failed. */
  ofCall(callId: string): FoundRepeat | null {
    const [row] = this.#sql.exec<Row>('select * from metered_repeats where call_id = ?', callId).toArray()
    return row ? this.#found(row) : null
  }

  begin(keyId: string, { name, digest }: RepeatKey, callId: string, now: number): void {
    this.#sql.exec(
      'insert or replace into metered_repeats (key_id, name, digest, call_id, began_at) values (?, ?, ?, ?, ?)',
      keyId,
      name,
      digest,
      callId,
      now
    )
  }

  /** The call has ended. @param answer what its repetitions get; null: it was too long; undefined: it has failed */
  end(callId: string, answer: string | null | undefined): void {
    if (answer === undefined) {
      this.#sql.exec('delete from metered_repeats where call_id = ?', callId)
      return
    }
    const kept = answer !== null && answer.length <= keptLengthMax ? answer : null
    this.#sql.exec(
      'update metered_repeats set is_kept = 1, answer = ?, length = ? where call_id = ?',
      kept,
      kept?.length ?? 0,
      callId
    )
    this.#makeRoom()
  }

  /** When the first one is a day old. */
  nextDueAt(): number | null {
    const { first } = this.#sql
      .exec<{ first: number | null }>('select min(began_at) as first from metered_repeats')
      .one()
    return first === null ? null : first + dayMs
  }

  /** A portion of those that are a day old. */
  deleteOld(now: number): void {
    this.#sql.exec(
      `delete from metered_repeats where rowid in
        (select rowid from metered_repeats where began_at <= ? order by began_at limit ?)`,
      now - dayMs,
      deletedAtOnce
    )
  }

  /** For a user who is erased. What still runs keeps nothing then. */
  deleteAll(): void {
    this.#sql.exec('delete from metered_repeats')
  }

  #found = ({ call_id: callId, is_kept: isKept, answer }: Row): FoundRepeat =>
    isKept === 1 ? { state: 'kept', callId, answer } : { state: 'running', callId }

  #makeRoom(): void {
    const { length, rows } = this.#sql
      .exec<{ length: number; rows: number }>(
        'select coalesce(sum(length), 0) as length, count(*) as rows from metered_repeats where is_kept = 1'
      )
      .one()
    if (length <= allLengthMax && rows <= rowsMax) return
    this.#sql.exec(
      `delete from metered_repeats where rowid in
        (select rowid from metered_repeats where is_kept = 1 order by began_at limit max(1, ?))`,
      Math.ceil(rows / 20)
    )
  }
}
