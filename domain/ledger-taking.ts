// How many tokens an operator may take from a wallet. Pure.
import type { Account } from './ledger.ts'

/** `mayOwe`: spent tokens may become a debt, but never more than the user was given. */
export const canTake = (account: Omit<Account, 'creditedTokens'>, amountTokens: number, mayOwe: boolean): boolean => {
  const { availableTokens, reservedTokens, usedTokens, debtTokens } = account
  const creditedTokens = availableTokens + reservedTokens + usedTokens - debtTokens
  return amountTokens <= (mayOwe ? creditedTokens : availableTokens)
}
