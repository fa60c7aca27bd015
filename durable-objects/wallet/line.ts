// One line of the journal: its row, its form for the rules, and its other facts.
import type { OperationAction } from '#contract/operation-actions.ts'
import type { JournalLine } from '#domain/ledger-invariants.ts'
import type { ExpiryReason } from '#domain/ledger-overdue.ts'
import type { EntryKind } from '#domain/ledger.ts'

/** The first line of an operation says what it is for; the last one says how it ended. */
export interface LineDetails {
  fingerprint: string | null
  service: string | null
  action: OperationAction | null
  model: string | null
  outcome: string
  /** Why it expired. */
  reason: ExpiryReason | null
  upstreamModel: string | null
  attempts: number
}

export const noDetails: LineDetails = {
  fingerprint: null,
  service: null,
  action: null,
  model: null,
  outcome: '',
  reason: null,
  upstreamModel: null,
  attempts: 0
}

export interface LineRow extends Record<string, SqlStorageValue> {
  seq: number
  at: number
  operation_id: string
  kind: EntryKind
  balance_delta: number
  reserved_delta: number
  charged_tokens: number
  loss_tokens: number
  plan_tokens: number
  credited_after: number
  available_after: number
  reserved_after: number
  used_after: number
  debt_after: number
}

export const lineOf = (row: LineRow): JournalLine => ({
  seq: row.seq,
  kind: row.kind,
  operationId: row.operation_id,
  balanceDelta: row.balance_delta,
  reservedDelta: row.reserved_delta,
  chargedTokens: row.charged_tokens,
  lossTokens: row.loss_tokens,
  ...(row.plan_tokens > 0 ? { planTokens: row.plan_tokens } : {}),
  after: {
    creditedTokens: row.credited_after,
    availableTokens: row.available_after,
    reservedTokens: row.reserved_after,
    usedTokens: row.used_after,
    debtTokens: row.debt_after
  }
})
