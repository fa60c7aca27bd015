import type { UsageRecord } from '#contract/wallet.ts'

/** An answer of Claude that was charged in full. */
export const usageRecord: UsageRecord = {
  id: 'operation-1',
  service: 'claude',
  action: 'Ответ в чате',
  model: 'claude-3-sonnet',
  cost_in_tokens: 2,
  created_at: 1_795_000_000_000,
  upstream_model: null,
  outcome: 'complete',
  price_tokens: 2,
  reserved_tokens: 2,
  returned_tokens: 0,
  attempts: 1,
  balance_after: 8
}
