// The rows of a user's answers in the SQLite database of the user's object: what was asked, the text up to the last
// checkpoint, and how it ended. Every method is synchronous, so that one commit joins its writes with those of the wallet.
import { prepareOnce } from '../base/tables.ts'
import type { AnswerEnd } from '#contract/answers.ts'
import type { Ending } from '#domain/answer.ts'
import type { RouteAttempt } from '#domain/models/route-attempt.ts'
import type { AnswerRequest } from './calls.ts'
import type { Chunk } from './chunk.ts'

/**
 * running: tokens are reserved and the provider was called. ended: the outcome is decided, but its turn is not in D1
 * yet. closed: nothing left to do; the row and its text are kept for replays and late readers.
 */
type AnswerState = 'running' | 'ended' | 'closed'

export interface AnswerRow {
  state: AnswerState
  request: AnswerRequest
  /** True when the plan covers the answer: the user is charged nothing. */
  isOnPlan: boolean
  startedAt: number
  ending: Ending | null
  /** The cost by the rules; the wallet decides what is charged. */
  costTokens: number
  attempts: number
  upstreamModel: string | null
  /** Who answered, or was asked last; null: not known. */
  supplier: string | null
  usdMicros: number | null
  /** The calls of routes that D1 does not have yet. */
  routeAttempts: RouteAttempt[]
  /** Stored when the tokens are settled. */
  end: AnswerEnd | null
  endedAt: number | null
}

interface StoredRow extends Record<string, SqlStorageValue> {
  state: AnswerState
  request: string
  is_on_plan: number
  started_at: number
  ending: string | null
  cost_tokens: number
  attempts: number
  upstream_model: string | null
  supplier: string | null
  usd_micros: number | null
  route_attempts: string | null
  end_event: string | null
  ended_at: number | null
}

const tables = `
  create table if not exists answers (
    operation_id text primary key, state text not null check (state in ('running', 'ended', 'closed')),
    request text not null, conversation_id integer, is_on_plan integer not null, started_at integer not null,
    ending text, cost_tokens integer not null default 0, attempts integer not null default 1, upstream_model text,
    supplier text, usd_micros integer, route_attempts text, end_event text, ended_at integer
  ) without rowid;
  create index if not exists answers_open on answers (started_at) where state <> 'closed';
  create index if not exists answers_closed on answers (ended_at) where state = 'closed';
  create index if not exists answers_uncounted on answers (ended_at) where state = 'closed' and route_attempts is not null;
  create table if not exists answer_texts (
    operation_id text not null, first_seq integer not null, texts text not null, primary key (operation_id, first_seq)
  ) without rowid;`

/** How the provider's work ended, and its cost by the rules. */
export interface Decision {
  ending: Ending
  costTokens: number
  attempts: number
  upstreamModel: string | null
  supplier: string | null
  usdMicros: number | null
  routeAttempts: RouteAttempt[]
}

const rowOf = (row: StoredRow): AnswerRow => ({
  state: row.state,
  request: JSON.parse(row.request) as AnswerRequest,
  isOnPlan: row.is_on_plan === 1,
  startedAt: row.started_at,
  ending: row.ending === null ? null : (JSON.parse(row.ending) as Ending),
  costTokens: row.cost_tokens,
  attempts: row.attempts,
  upstreamModel: row.upstream_model,
  supplier: row.supplier,
  usdMicros: row.usd_micros,
  routeAttempts: row.route_attempts === null ? [] : (JSON.parse(row.route_attempts) as RouteAttempt[]),
  end: row.end_event === null ? null : (JSON.parse(row.end_event) as AnswerEnd),
  endedAt: row.ended_at
})

export class AnswerStore {
  readonly #sql: SqlStorage
  /** When the oldest closed answer ended; null: there is none; undefined: not read yet. */
  #oldestClosedAt: number | null | undefined
  /** Whether D1 lacks calls of closed answers; undefined: not read yet. */
  #hasUncounted: boolean | undefined

  constructor(sql: SqlStorage) {
    this.#sql = sql
    prepareOnce(sql, 'answers', tables)
  }

  begin(request: AnswerRequest, isOnPlan: boolean, now: number): AnswerRow {
    this.#sql.exec(
      `insert into answers (operation_id, state, request, conversation_id, is_on_plan, started_at)
        values (?, 'running', ?, ?, ?, ?)`,
      request.operationId,
      JSON.stringify(request),
      request.conversationId,
      Number(isOnPlan),
      now
    )
    return {
      state: 'running',
      request,
      isOnPlan,
      startedAt: now,
      ending: null,
      costTokens: 0,
      attempts: 1,
      upstreamModel: null,
      supplier: null,
      usdMicros: null,
      routeAttempts: [],
      end: null,
      endedAt: null
    }
  }

  replaceRequest(request: AnswerRequest) {
    this.#sql.exec(
      'update answers set request = ? where operation_id = ?',
      JSON.stringify(request),
      request.operationId
    )
  }

  find(operationId: string): AnswerRow | null {
    const [row] = this.#sql.exec<StoredRow>('select * from answers where operation_id = ?', operationId).toArray()
    return row ? rowOf(row) : null
  }

  /** Answers that run or are not in D1 yet, oldest first. */
  open(): AnswerRow[] {
    return this.#sql
      .exec<StoredRow>("select * from answers where state <> 'closed' order by started_at")
      .toArray()
      .map(rowOf)
  }

  openCount(): number {
    return this.#sql.exec<{ open: number }>("select count(*) as open from answers where state <> 'closed'").one().open
  }

  /** Stores chunks. @param firstSeq the number of the first one, from 1 */
  saveTexts(operationId: string, firstSeq: number, texts: readonly Chunk[]) {
    if (texts.length === 0) return
    this.#sql.exec('insert into answer_texts values (?, ?, ?)', operationId, firstSeq, JSON.stringify(texts))
  }

  /** The stored chunks in their order. */
  texts(operationId: string): Chunk[] {
    return this.#sql
      .exec<{ texts: string }>('select texts from answer_texts where operation_id = ? order by first_seq', operationId)
      .toArray()
      .flatMap(({ texts }) => JSON.parse(texts) as Chunk[])
  }

  /** Stores the decision, which is made once. */
  decide(operationId: string, { ending, routeAttempts, ...decision }: Decision, now: number) {
    this.#sql.exec(
      `update answers set state = 'ended', ending = ?, cost_tokens = ?, attempts = ?, upstream_model = ?,
        supplier = ?, usd_micros = ?, route_attempts = ?, ended_at = ? where operation_id = ? and state = 'running'`,
      JSON.stringify(ending),
      decision.costTokens,
      decision.attempts,
      decision.upstreamModel,
      decision.supplier,
      decision.usdMicros,
      routeAttempts.length > 0 ? JSON.stringify(routeAttempts) : null,
      now,
      operationId
    )
  }

  noteSettled(operationId: string, end: AnswerEnd) {
    this.#sql.exec('update answers set end_event = ? where operation_id = ?', JSON.stringify(end), operationId)
  }

  /** @param isCounted D1 has its calls of routes */
  close({ request: { operationId }, endedAt, routeAttempts }: AnswerRow, isCounted: boolean) {
    this.#sql.exec(
      `update answers set state = 'closed', route_attempts = iif(?, null, route_attempts)
        where operation_id = ? and state = 'ended'`,
      Number(isCounted),
      operationId
    )
    if (!isCounted && routeAttempts.length > 0) this.#hasUncounted = true
    if (this.#oldestClosedAt === undefined || endedAt === null) return
    this.#oldestClosedAt = Math.min(this.#oldestClosedAt ?? endedAt, endedAt)
  }

  /** Closed answers whose calls of routes D1 does not have yet, oldest first. */
  uncounted(limit: number): AnswerRow[] {
    return this.#sql
      .exec<StoredRow>(
        "select * from answers where state = 'closed' and route_attempts is not null order by ended_at limit ?",
        limit
      )
      .toArray()
      .map(rowOf)
  }

  hasUncounted = (): boolean => (this.#hasUncounted ??= this.uncounted(1).length > 0)

  noteCounted(operationIds: readonly string[]) {
    this.#hasUncounted = undefined
    const counted = 'update answers set route_attempts = null where operation_id in (select value from json_each(?))'
    this.#sql.exec(counted, JSON.stringify(operationIds))
  }

  /** When the oldest closed answer ended; null when there is none. */
  oldestClosedAt(): number | null {
    if (this.#oldestClosedAt === undefined)
      this.#oldestClosedAt = this.#sql
        .exec<{ oldest: number | null }>("select min(ended_at) as oldest from answers where state = 'closed'")
        .one().oldest
    return this.#oldestClosedAt
  }

  /** Deletes closed answers with their text. Their ids stay in the journal, so none of them can be charged again. */
  forgetClosed(endedBy: number, limit: number) {
    this.#oldestClosedAt = undefined
    const ids = this.#sql
      .exec<{ operation_id: string }>(
        "select operation_id from answers where state = 'closed' and ended_at <= ? order by ended_at limit ?",
        endedBy,
        limit
      )
      .toArray()
    for (const { operation_id: id } of ids) {
      this.#sql.exec('delete from answer_texts where operation_id = ?', id)
      this.#sql.exec('delete from answers where operation_id = ?', id)
    }
  }
}
