// What the end of a reservation tells the caller.
import type { Decision } from '#domain/ledger.ts'
import type { EndResult, WalletView } from './calls.ts'
import type { StoredOperation } from './stored-operation.ts'

interface Ended {
  /** The operation as it was stored before this call; null: unknown. */
  stored: StoredOperation | null
  /** The outcome with which this call ends it. */
  outcome: string
  account: WalletView
}

/** A repeated call gets what the first one has stored. */
export function endResultOf(decision: Decision, { stored, outcome, account }: Ended): EndResult {
  const state = decision.state === 'applied' ? 'ended' : decision.state === 'known' ? 'known' : 'missing'
  const operation = state === 'missing' ? null : stored
  const ending =
    decision.state === 'applied' ? { chargedTokens: decision.entry.chargedTokens, outcome } : operation?.ending
  const heldTokens = operation?.tokens ?? 0
  const chargedTokens = ending?.chargedTokens ?? 0
  return {
    state,
    outcome: ending?.outcome ?? 'missing',
    priceTokens: Math.max(heldTokens, operation?.planTokens ?? 0),
    chargedTokens,
    returnedTokens: heldTokens - chargedTokens,
    balanceTokens: account.availableTokens
  }
}
