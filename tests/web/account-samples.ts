import type { Payment } from '#contract/payments.ts'
import type { BalanceCheck, UsageHistory, UsageRecord } from '#contract/wallet.ts'

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

/** The history of a user who has done nothing else. */
export function historyOf(usage: UsageRecord[], running: UsageRecord[] = [], carriedTokens = 0): UsageHistory {
  const spent = usage.reduce((sum, { cost_in_tokens: cost }) => sum + cost, 0)
  const held = running.reduce((sum, { reserved_tokens: tokens }) => sum + tokens, 0)
  const free = carriedTokens - spent - held
  return {
    usage,
    running,
    hasMore: carriedTokens !== 0,
    carriedTokens,
    tokens: Math.max(0, free),
    debtTokens: Math.max(0, 0 - free)
  }
}

/** A balance of which nothing is missing. */
export const balanceCheck: BalanceCheck = {
  agrees: true,
  purchasedTokens: 550,
  grantedTokens: 10,
  correctedTokens: 0,
  takenBackTokens: 0,
  chargedTokens: 23,
  reservedTokens: 5,
  tokens: 532,
  debtTokens: 0,
  operations: 9,
  checkedAt: 1_795_000_000_000
}

/** A package that was paid for. */
export const payment: Payment = {
  id: 'payment-1',
  tokens_amount: 550,
  amount_rub: 500,
  package_id: 'tokens-500',
  status: 'completed',
  created_at: 1_795_000_000_000,
  completed_at: 1_795_000_060_000,
  confirmation_token: null,
  decline_reason: null,
  receipt: 'sent',
  refunded_rub: 0,
  refunded_tokens: 0
}
