// Calls with an `Idempotency-Key`: within 24 hours the same request of the same key gets the first one's answer, and pays nothing. A call that
// failed leaves nothing, so its repetition begins anew. Not a part of backups: what is lost with them is only that a repetition pays.
import { prepareOnce } from '../base/tables.ts'
import { dayMs } from '#domain/billing-calendar.ts'
import { type FoundRepeat, type KeptCall, keptLengthMax, type RepeatKey } from './calls.ts'

/** Of all answers of a user together: beyond it the oldest are forgotten before their day is over. */
const allLengthMax = 32_000_000
const rowsMax = 10_000
/** Of one alarm. */
const deletedAtOnce = 1000

// `answer` is the last column: SQLite would read the whole text to reach a column behind it.
const statements = `
  create table if not exists metered_repeats (
    key_id text not null,
    name text not null,
    digest text not null,
    call_id text not null unique,
    began_at integer not null,
    is_kept integer not null default 0,
    length integer not null default 0,
    answer text,
    primary key (key_id, name)
  );
  create index if not exists metered_repeats_began on metered_repeats (began_at);
`

export class Repeats {
  readonly #sql: SqlStorage
  /** True: surely none; most users repeat no call, and each of their calls would look for its name. Undefined: not read yet. */
  #hasNone: boolean | undefined

  constructor(sql: SqlStorage) {
    prepareOnce(sql, 'repeats', statements)
    this.#sql = sql
  }

  find(keyId: string, { name, digest }: RepeatKey, now: number): FoundRepeat | null {
    const [row] = this.#sql
      .exec<{ callId: string; digest: string }>(
        'select call_id as callId, digest from metered_repeats where key_id = ? and name = ? and began_at > ?',
        keyId,
        name,
        now - dayMs
      )
      .toArray()
    if (!row) return null
    return row.digest === digest ? { state: 'made', callId: row.callId } : { state: 'other-request' }
  }

  /** What came of a call that another request waits for; null: it has failed. */
  ofCall(callId: string): KeptCall | null {
    const [row] = this.#sql
      .exec<{ isKept: number; answer: string | null }>(
        'select is_kept as isKept, answer from metered_repeats where call_id = ?',
        callId
      )
      .toArray()
    return row ? { isKept: row.isKept === 1, answer: row.answer } : null
  }

  begin(keyId: string, { name, digest }: RepeatKey, callId: string, now: number): void {
    this.#hasNone = false
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
    this.#hasNone ??= this.#sql.exec('select 1 from metered_repeats limit 1').toArray().length === 0
    if (this.#hasNone) return
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

  /** A portion of those that are a day old. */
  deleteOld(now: number): void {
    this.#sql.exec(
      `delete from metered_repeats where rowid in
        (select rowid from metered_repeats where began_at <= ? order by began_at limit ?)`,
      now - dayMs,
      deletedAtOnce
    )
  }

  /** Calls that were dropped. */
  deleteRunning(): void {
    this.#sql.exec('delete from metered_repeats where is_kept = 0')
  }

  /** For a user who is erased. What still runs keeps nothing then. */
  deleteAll(): void {
    this.#sql.exec('delete from metered_repeats')
  }

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
