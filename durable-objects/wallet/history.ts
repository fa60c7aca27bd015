// The journal as a user's history: one row for every ended operation and one for every open reservation. Reads only;
// every read is bounded by its page or by one operation.
import type { OperationAction } from '#contract/operation-actions.ts'
import { grown } from '#domain/ledger-attempts.ts'
import type { LineRow } from './line.ts'
import type { HistoryPage, HistoryRow, OperationSteps } from './calls.ts'

/** A line together with the line that opened its operation. */
export interface ChainedRow extends LineRow {
  service: string
  /** JSON. */
  action: string
  model: string | null
  outcome: string
  reason: string | null
  upstream_model: string | null
  attempts: number
  begun_at: number
  price_tokens: number
  plan_price_tokens: number
}

/** The caller appends conditions on `line`. */
export const chainedLines = `select line.*, opening.service, opening.action, opening.model, opening.at as begun_at,
    opening.balance_delta + opening.reserved_delta as price_tokens, opening.plan_tokens as plan_price_tokens
  from journal line
  join journal opening on opening.operation_id = line.operation_id and opening.kind in ('credit', 'debit', 'reserve', 'correct')`

export const actionOf = (row: ChainedRow) => JSON.parse(row.action) as OperationAction

export const balanceAfter = (row: LineRow) => row.available_after + row.reserved_after - row.debt_after

/** The history row of the operation that this line ended; for a `reserve` line, of the operation while it runs. */
export function historyRowOf(row: ChainedRow): HistoryRow {
  const isMovement = row.kind === 'credit' || row.kind === 'debit' || row.kind === 'correct'
  const reservedTokens = isMovement ? 0 : row.price_tokens
  return {
    operationId: row.operation_id,
    seq: row.seq,
    service: row.service,
    action: actionOf(row),
    model: row.model,
    upstreamModel: row.upstream_model,
    outcome: row.outcome,
    priceTokens: Math.max(reservedTokens, row.plan_price_tokens),
    reservedTokens,
    costTokens: 0 - row.balance_delta,
    returnedTokens: row.kind === 'reserve' ? 0 : reservedTokens - row.charged_tokens,
    planTokens: row.kind === 'reserve' ? 0 : row.plan_tokens,
    attempts: row.attempts,
    balanceAfter: balanceAfter(row),
    createdAt: row.begun_at,
    finishedAt: row.at
  }
}

/** What has ended, as `isShownEnd` says. */
const isShown = `line.kind <> 'reserve' and line.outcome <> '${grown}'`

/** Whether the history has a row for what this line ends: not where a tab of calls has only changed its reservation. */
export const isShownEnd = ({ kind, outcome }: ChainedRow): boolean => kind !== 'reserve' && outcome !== grown

/** Ended operations, newest first. */
export const endedOperations = (sql: SqlStorage, { beforeSeq, limit }: HistoryPage): HistoryRow[] =>
  sql
    .exec<ChainedRow>(
      `${chainedLines} where ${isShown} and line.seq < ? order by line.seq desc limit ?`,
      beforeSeq ?? Number.MAX_SAFE_INTEGER,
      limit
    )
    .toArray()
    .map(historyRowOf)

// SQLite uses the two indexes of operations only where a query repeats their conditions word for word; with any other
// condition on `kind`, it would read the whole journal. `cross join`: the few reservations are read first.
const isBeginning = "kind in ('credit', 'debit', 'reserve', 'correct')"
const isEnding = "kind in ('settle', 'release', 'expire')"

/** Operations with an open reservation, newest first. */
export const runningOperations = (sql: SqlStorage): HistoryRow[] =>
  sql
    .exec<ChainedRow>(
      `${chainedLines} where line.seq in
          (select seq from reservations cross join journal using (operation_id) where ${isBeginning})
        order by line.seq desc`
    )
    .toArray()
    .map(historyRowOf)

/** One operation with its journal lines, oldest first; null when there is no such operation. */
export function operationSteps(sql: SqlStorage, operationId: string): OperationSteps | null {
  const rows = sql
    .exec<ChainedRow>(
      `${chainedLines} where line.seq in (
          select seq from journal where operation_id = ?1 and ${isBeginning}
          union all select seq from journal where operation_id = ?1 and ${isEnding})
        order by line.seq`,
      operationId
    )
    .toArray()
  const last = rows.at(-1)
  if (!last) return null
  return {
    row: historyRowOf(last),
    steps: rows.map((row) => ({
      kind: row.kind,
      at: row.at,
      balanceDelta: row.balance_delta,
      reservedDelta: row.reserved_delta,
      availableAfter: row.available_after,
      reservedAfter: row.reserved_after,
      debtAfter: row.debt_after
    }))
  }
}
