// A correction: when a wallet's lines or rows were damaged, an operator declares how many tokens are free, and one line
// brings the account in agreement with all lines. Pure. Must never charge, and never change what the open reservations hold.
import { type Account, balanceOf, type Movement } from './ledger.ts'

/** The sums of all movements in the journal, in tokens. */
export interface MovementTotals {
  balanceTokens: number
  reservedTokens: number
  chargedTokens: number
}

/**
 * The line's movement and the account after it.
 * @param freeTokens available tokens, or the debt when negative
 * @param heldTokens the sum of the open reservations
 * @returns null when no account has these amounts: a debt larger than all used and reserved tokens
 */
export function correctionOf(
  freeTokens: number,
  heldTokens: number,
  totals: MovementTotals
): { movement: Movement; after: Account } | null {
  const after: Account = {
    creditedTokens: freeTokens + heldTokens + totals.chargedTokens,
    availableTokens: Math.max(freeTokens, 0),
    reservedTokens: heldTokens,
    usedTokens: totals.chargedTokens,
    debtTokens: Math.max(0 - freeTokens, 0)
  }
  if (!Number.isSafeInteger(after.creditedTokens) || after.creditedTokens < 0) return null
  const balanceDelta = balanceOf(after) - totals.balanceTokens
  return { after, movement: { balanceDelta, reservedDelta: heldTokens - totals.reservedTokens, chargedTokens: 0 } }
}
