// The reservation of a tab in the wallet. All of it is called within the commit of the step that needs it.
import { apiCalls } from '#contract/api-key-words.ts'
import { dayMs } from '#domain/billing-calendar.ts'
import { grown } from '#domain/ledger-attempts.ts'
import type { Tab } from '#domain/metering/tab.ts'
import type { Wallet } from '../wallet/wallet.ts'

/** Longer than a tab can be open: a tab ends with its day, and its last calls soon after. */
const tabMaxMs = 2 * dayMs

function reserve(wallet: Wallet, priceTokens: number): string {
  const id = `api-${crypto.randomUUID()}`
  const { state } = wallet.reserve({
    id,
    fingerprint: id,
    priceTokens,
    owner: 'api',
    operation: { service: apiCalls.service, model: null, action: { kind: 'api' } },
    lifetimeMs: tabMaxMs,
    runningMax: 1,
    dispatches: true
  })
  if (state !== 'reserved') throw new Error(`A tab was refused: ${state}`)
  return id
}

/**
 * Reserves anew, because a reservation in the journal never changes. The history shows only the last one.
 * @param blockId null: none is open @returns the id of the new one; null: nothing is to be reserved
 */
export function resizeBlock(wallet: Wallet, blockId: string | null, tab: Tab | null): string | null {
  if (blockId !== null) wallet.release({ id: blockId, outcome: grown })
  return tab?.blockTokens ? reserve(wallet, tab.blockTokens) : null
}

/** Whether the wallet reserves a part of what it releases: not while it is frozen or in debt, or a limit was set below what runs. */
export function canCarry(wallet: Wallet, now: number): boolean {
  const { reservedTokens, debtTokens } = wallet.view()
  return !wallet.isFrozen() && debtTokens === 0 && wallet.budgets().room(now) >= reservedTokens
}
