// Takes tokens as an operator asked. Synchronous like the wallet: nothing comes between looking at the account and the line.
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
