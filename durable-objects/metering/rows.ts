// The rows of metering as they are stored, and as the rules take them.
import type { Meter } from '#domain/metering/tab.ts'
import type { CallOutcome, CallTerms } from '#domain/metering/usage.ts'
import type { CallReceipt } from './calls.ts'
import { type TermColumns, termsOf } from './terms.ts'

/** What was ever charged for calls by closed tabs, and what those calls cost. */
interface Closings {
  chargedTokens: number
  costMicros: number
}

export interface StoredMeter extends Closings {
  meter: Meter
  /** The reservation of the tab in the wallet; null: it has none. */
  blockId: string | null
  /** What the sums have beyond what tabs have spent; 0 unless an operator has corrected the wallet. */
  unmatchedMicros: number
}

export interface MeterRow extends Record<string, SqlStorageValue> {
  remainder_micros: number
  charged_tokens: number
  cost_micros: number
  block_id: string | null
  block_tokens: number
  spent_micros: number
  calls: number
  opened_at: number | null
  moved_at: number | null
  unmatched_micros: number
  /** Of the rows of open calls. */
  heldMicros: number
  openCalls: number
}

export type OpenCall = CallTerms & {
  callId: string
  keyId: string
  model: string
  holdMicros: number
  beganAt: number
}

export interface CallRow extends TermColumns, Record<string, SqlStorageValue> {
  id: string
  key_id: string
  model: string
  began_at: number
  ended_at: number | null
  outcome: CallOutcome | 'interrupted' | null
  upstream_model: string | null
  estimated: number
  input_tokens: number
  cached_tokens: number
  written_tokens: number
  output_tokens: number
  cost_micros: number
  ms: number | null
}

export const openCallOf = (row: CallRow): OpenCall => ({
  ...termsOf(row),
  callId: row.id,
  keyId: row.key_id,
  model: row.model,
  holdMicros: row.hold_micros,
  beganAt: row.began_at
})

export const receiptOf = (row: CallRow): CallReceipt => ({
  callId: row.id,
  keyId: row.key_id,
  model: row.model,
  upstreamModel: row.upstream_model,
  outcome: row.outcome ?? 'running',
  inputTokens: row.input_tokens,
  cachedInputTokens: row.cached_tokens,
  cacheWriteTokens: row.written_tokens,
  outputTokens: row.output_tokens,
  costMicros: row.cost_micros,
  estimated: row.estimated === 1,
  ms: row.ms,
  createdAt: row.began_at
})
