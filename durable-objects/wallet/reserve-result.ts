// What a reservation tells the caller.
import type { SpentBudget } from '#contract/budget-words.ts'
import type { Decision } from '#domain/ledger.ts'
import type { ReserveResult, WalletView } from './calls.ts'
import type { StoredOperation } from './stored-operation.ts'

/** Also of what a plan covers, for which nothing is reserved. */
const reservedPrice = ({ tokens, planTokens }: StoredOperation): number => tokens + planTokens

/** Null: no reservation, or an ended one. */
export const openPriceOf = (stored: StoredOperation | null): number | null =>
  stored?.kind === 'reserve' && !stored.ending ? reservedPrice(stored) : null

interface Facts {
  stored: StoredOperation | null
  view: () => WalletView
  /** The limit that lets the least through. */
  budget: () => SpentBudget
  isOnPlan: boolean
}

/**
 * @param stored the operation as it was stored before
 * @throws RangeError on a bad amount
 */
export function reserveResultOf({ state }: Decision, { stored, view, budget, isOnPlan }: Facts): ReserveResult {
  switch (state) {
    case 'applied':
      return { state: 'reserved', account: view(), ...(isOnPlan ? { isOnPlan: true } : {}) }
    case 'known':
      if (stored?.ending) {
        const { outcome, chargedTokens } = stored.ending
        return { state: 'closed', outcome, chargedTokens }
      }
      if (!stored) throw new Error('A reservation was known and is not stored')
      return {
        state: 'known',
        status: 'open',
        priceTokens: reservedPrice(stored),
        ...(stored.planTokens > 0 ? { isOnPlan: true } : {})
      }
    case 'insufficient':
      return { state, availableTokens: view().availableTokens }
    case 'over-budget':
      return { state, budget: budget() }
    case 'conflict':
    case 'too-many-running':
    case 'plan-exhausted':
    case 'frozen':
      return { state }
    case 'invalid':
    case 'missing':
      throw new RangeError(`A reservation was refused: ${state}`)
    default:
      return state satisfies never
  }
}
