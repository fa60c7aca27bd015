// One line of the journal: its row, what the rules see of it, and its texts.
import type { JournalLine } from '#domain/ledger-invariants.ts'
import type { EntryKind } from '#domain/ledger.ts'

/** The texts of a line. The first line of an operation names service and model; the last one says how it ended. */
export interface LineDetails {
  fingerprint: string | null
  service: string | null
  action: string | null
  model: string | null
  outcome: string
  reason: string
  upstreamModel: string | null
  attempts: number
}

export const noDetails: LineDetails = {
  fingerprint: null,
  service: null,
  action: null,
  model: null,
  outcome: '',
  reason: '',
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
