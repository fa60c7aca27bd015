// The rows of metering in a user's object: the tab, and the calls with what they hold. What is held, and how many calls are open, follows from
// the rows of calls: no hold without a row.
import { dayMs } from '#domain/billing-calendar.ts'
import type { CallCost, CallOutcome } from '#domain/metering/usage.ts'
import type { CallReceipt } from './calls.ts'
import { prepareMetering } from './schema.ts'
import type { KeyWorks } from './key-works.ts'
import { MeterSums } from './sums.ts'
import { type CallRow, type MeterRow, type OpenCall, openCallOf, receiptOf, type StoredMeter } from './rows.ts'
import { termColumns } from './terms.ts'

const keptMs = 30 * dayMs
/** Of one alarm. */
const deletedAtOnce = 1000

/** With what open calls hold: a sum of their rows each time. */
const readColumns = `*, (select coalesce(sum(hold_micros), 0) from metered_calls where ended_at is null) as heldMicros,
  (select count(*) from metered_calls where ended_at is null) as openCalls`

export class MeterStore {
  readonly sums: MeterSums
  readonly #sql: SqlStorage
  /** Stays in memory once it was read or written: the object is the only writer. After each change of a call it is read anew. */
  #row: MeterRow | undefined
  /** Open calls that were begun since the rows were read anew; others are looked up in the rows. */
  readonly #begun = new Map<string, OpenCall>()
  /** Not later than the first row is due; null: none is; undefined: not read. A time that is too early costs a look, a later one leaves work undone. */
  #dueAt: number | null | undefined

  constructor(sql: SqlStorage, works: KeyWorks) {
    prepareMetering(sql)
    this.#sql = sql
    this.sums = new MeterSums(sql, works)
  }

  read(): StoredMeter {
    const row = (this.#row ??= this.#sql.exec<MeterRow>(`select ${readColumns} from meter`).one())
    const { opened_at: openedAt, moved_at: movedAt, heldMicros, openCalls } = row
    const tab =
      openedAt === null
        ? null
        : {
            blockTokens: row.block_tokens,
            spentMicros: row.spent_micros,
            heldMicros,
            openCalls,
            calls: row.calls,
            openedAt,
            movedAt: movedAt ?? openedAt
          }
    return {
      meter: { remainderMicros: row.remainder_micros, tab },
      chargedTokens: row.charged_tokens,
      costMicros: row.cost_micros,
      blockId: row.block_id,
      unmatchedMicros: row.unmatched_micros
    }
  }

  /** What is in memory may differ from the rows: a commit was undone, or rows came from elsewhere. */
  reread(): void {
    this.#row = undefined
    this.#begun.clear()
    this.forgetDue()
  }

  write({ meter: { remainderMicros, tab }, chargedTokens, costMicros, blockId, unmatchedMicros }: StoredMeter): void {
    this.#row = this.#sql
      .exec<MeterRow>(
        `update meter set remainder_micros = ?, charged_tokens = ?, cost_micros = ?, block_id = ?, block_tokens = ?,
          spent_micros = ?, calls = ?, opened_at = ?, moved_at = ?, unmatched_micros = ? returning ${readColumns}`,
        remainderMicros,
        chargedTokens,
        costMicros,
        blockId,
        tab?.blockTokens ?? 0,
        tab?.spentMicros ?? 0,
        tab?.calls ?? 0,
        tab?.openedAt ?? null,
        tab?.movedAt ?? null,
        unmatchedMicros
      )
      .one()
  }

  /** @returns whether the call is new */
  begin(call: OpenCall, deadlineAt: number): boolean {
    this.#row = undefined
    const begun = this.#sql.exec(
      `insert into metered_calls (id, key_id, model, began_at, deadline_at, per_million, input_bound, output_max, hold_micros)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing returning 1`,
      call.callId,
      call.keyId,
      call.model,
      call.beganAt,
      deadlineAt,
      ...termColumns(call),
      call.holdMicros
    )
    if (begun.toArray().length === 0) return false
    this.#begun.set(call.callId, call)
    this.noteDue(deadlineAt)
    return true
  }

  /** Of an open call. Not further than it may take at most. */
  moveDeadline(callId: string, deadlineAt: number, callMaxMs: number): void {
    const moved = 'update metered_calls set deadline_at = min(?, began_at + ?) where id = ? and ended_at is null'
    this.#sql.exec(moved, deadlineAt, callMaxMs, callId)
  }

  /** Turns the hold into its cost, and adds it to the sums of the day on which the call ends. */
  end(
    { callId, keyId, model }: OpenCall,
    { costMicros, estimated, usage }: Pick<CallCost, 'costMicros' | 'estimated' | 'usage'>,
    told: { outcome: CallOutcome | 'interrupted'; upstreamModel: string | null; ms: number },
    now: number
  ): void {
    this.#row = undefined
    const counts = [
      usage.inputTokens,
      usage.cachedInputTokens,
      usage.cacheWriteTokens,
      usage.outputTokens,
      costMicros
    ] as const
    this.#sql.exec(
      `update metered_calls set ended_at = ?, outcome = ?, upstream_model = ?, ms = ?, estimated = ?, input_tokens = ?,
        cached_tokens = ?, written_tokens = ?, output_tokens = ?, cost_micros = ? where id = ?`,
      now,
      told.outcome,
      told.upstreamModel,
      told.ms,
      Number(estimated),
      ...counts,
      callId
    )
    this.sums.add({ keyId, model, counts }, now)
    this.#hasEnded(callId, now)
  }

  /** The call is over, and its hold is gone. */
  drop(callId: string, now: number): void {
    this.#row = undefined
    this.#sql.exec("update metered_calls set ended_at = ?, outcome = 'interrupted' where id = ?", now, callId)
    this.#hasEnded(callId, now)
  }

  #hasEnded(callId: string, now: number): void {
    this.#begun.delete(callId)
    this.noteDue(now + keptMs)
  }

  /** An open call; null: there is none, or it has ended. */
  openCall(callId: string): OpenCall | null {
    const begun = this.#begun.get(callId)
    if (begun) return begun
    const [row] = this.#calls('where id = ? and ended_at is null', callId)
    return row ? openCallOf(row) : null
  }

  /** Those whose deadline is not later than that. */
  openCalls = (now: number): OpenCall[] =>
    this.#calls('where ended_at is null and deadline_at <= ?', now).map(openCallOf)

  receipt(callId: string): CallReceipt | null {
    const [row] = this.#calls('where id = ?', callId)
    return row ? receiptOf(row) : null
  }

  /** When the first open call is overdue, when the first receipt is to be deleted, and when the first name of a call is a day old; or before. */
  nextDueAt(): number | null {
    if (this.#dueAt === undefined) this.#dueAt = this.#readDueAt()
    return this.#dueAt
  }

  /** A row was written that is due then. */
  noteDue(at: number): void {
    if (this.#dueAt !== undefined) this.#dueAt = Math.min(this.#dueAt ?? at, at)
  }

  /** What was due is done. */
  forgetDue(): void {
    this.#dueAt = undefined
  }

  #readDueAt(): number | null {
    const { deadline, ended, repeat } = this.#sql
      .exec<{ deadline: number | null; ended: number | null; repeat: number | null }>(
        `select (select min(deadline_at) from metered_calls where ended_at is null) as deadline,
          (select min(ended_at) from metered_calls where ended_at is not null) as ended,
          (select min(began_at) from metered_repeats) as repeat`
      )
      .one()
    const dueAt = Math.min(deadline ?? Infinity, (ended ?? Infinity) + keptMs, (repeat ?? Infinity) + dayMs)
    return dueAt === Infinity ? null : dueAt
  }

  /** A portion of the receipts that are too old. */
  deleteOld(now: number): void {
    this.#sql.exec(
      `delete from metered_calls where id in
        (select id from metered_calls where ended_at is not null and ended_at <= ? order by ended_at limit ?)`,
      now - keptMs,
      deletedAtOnce
    )
  }

  /** For a user who is erased. What is open is still to be ended. */
  deleteReceipts(): void {
    this.#sql.exec('delete from metered_calls where ended_at is not null')
  }

  #calls = (where: string, ...values: SqlStorageValue[]): CallRow[] =>
    this.#sql.exec<CallRow>(`select * from metered_calls ${where}`, ...values).toArray()
}
