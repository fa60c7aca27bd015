// Takes tokens for other reasons than a refund. Synchronous, so no other call comes between the account and the line.
import { canTake } from '#domain/ledger-taking.ts'
import type { CreditCommand } from './calls.ts'
import type { Wallet } from './wallet.ts'

export interface TakeTokensCommand extends CreditCommand {
  /** Whether tokens that are spent may become a debt. */
  mayOwe: boolean
}

export interface TakeTokensResult {
  state: 'debited' | 'known' | 'conflict' | 'insufficient'
}

export function takeTokens(wallet: Wallet, { mayOwe, ...command }: TakeTokensCommand): TakeTokensResult {
  const isKnown = wallet.operation(command.id) !== null
  if (!isKnown && !canTake(wallet.view(), command.amountTokens, mayOwe)) return { state: 'insufficient' }
  const { state } = wallet.debit(command)
  return { state: state === 'excess' ? 'insufficient' : state }
}

/**
 * Takes what is available, at most the amount: never a debt. The first line with the id stands. Nothing is taken from a frozen
 * wallet, whose numbers an operator has yet to judge.
 */
export function takeUpTo(wallet: Wallet, command: CreditCommand): { takenTokens: number } {
  const known = wallet.operation(command.id)
  if (known) return { takenTokens: known.row.costTokens }
  if (wallet.isFrozen()) return { takenTokens: 0 }
  const takenTokens = Math.min(command.amountTokens, wallet.view().availableTokens)
  if (takenTokens > 0) wallet.debit({ ...command, amountTokens: takenTokens })
  return { takenTokens }
}
