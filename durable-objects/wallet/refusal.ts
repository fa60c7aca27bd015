import { overBudgetText } from '#contract/budget-words.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { ReserveResult } from './calls.ts'

/** Why the wallet reserves nothing. */
interface WalletRefusal {
  state: 'refused'
  code: ErrorCode
  /** With INSUFFICIENT_TOKENS: the tokens that the user has available. */
  availableTokens?: number
  /** Replaces the text of the code. */
  text?: string
}

type Granted = Extract<ReserveResult, { state: 'reserved' | 'known' }>

/** The refusal that a user gets for the wallet's result; null when the tokens are reserved. */
export function refusalOf(reserved: Exclude<ReserveResult, Granted>): WalletRefusal
export function refusalOf(reserved: ReserveResult): WalletRefusal | null
export function refusalOf(reserved: ReserveResult): WalletRefusal | null {
  switch (reserved.state) {
    case 'reserved':
      return null
    case 'known':
      return null
    case 'closed':
      return { state: 'refused', code: 'ANSWER_EXPIRED' }
    case 'conflict':
      return { state: 'refused', code: 'IDEMPOTENCY_MISMATCH' }
    case 'insufficient':
      return { state: 'refused', code: 'INSUFFICIENT_TOKENS', availableTokens: reserved.availableTokens }
    case 'too-many-running':
      return { state: 'refused', code: 'TOO_MANY_RUNNING' }
    case 'plan-exhausted':
      return { state: 'refused', code: 'FAIR_USE_EXCEEDED' }
    case 'over-budget':
      return { state: 'refused', code: 'BUDGET_EXCEEDED', text: overBudgetText(reserved.budget) }
    case 'frozen':
      return { state: 'refused', code: 'ACCOUNT_FROZEN' }
    default:
      return reserved satisfies never
  }
}
