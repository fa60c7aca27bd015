// What there is for a call: the user's tokens and limits, and what the limits of its key leave.
import type { CallRoom } from '#domain/metering/admission.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { AdmitCallCommand } from './calls.ts'
import type { MeterSums } from './sums.ts'

const nothingTaken = { day: 0, month: 0, total: 0 }

/** To be read in the commit that holds. */
export function callRoomOf(
  wallet: Wallet,
  sums: MeterSums,
  { keyId, keyBudgets = {}, openMax }: AdmitCallCommand,
  now: number
): CallRoom {
  const budgets = wallet.budgets()
  const { availableTokens, debtTokens, reservedTokens } = wallet.view()
  const roomTokens = budgets.room(now)
  // Most keys have no limits: six statements less.
  const hasLimits = Object.values(keyBudgets).some((limit) => limit !== undefined)
  return {
    isFrozen: wallet.isFrozen(),
    freeTokens: availableTokens - debtTokens,
    userBudget:
      roomTokens === Infinity
        ? null
        : { period: budgets.tightest(now).period, leftTokens: roomTokens - reservedTokens },
    keyBudgets,
    keySpentMicros: hasLimits ? sums.takenOf(keyId, now) : nothingTaken,
    openMax
  }
}
