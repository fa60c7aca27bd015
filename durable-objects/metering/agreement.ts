// Whether metering agrees with itself and with the wallet, and how it does again after an operator has corrected the wallet.
import { microsPerToken } from '#domain/metering/prices.ts'
import { chargeViolations, meterViolations, repairedMeter } from '#domain/metering/tab.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { StoredMeter } from './rows.ts'
import type { MeterStore } from './store.ts'

const reservedFor = (blockId: string | null, wallet: Wallet): number =>
  blockId === null ? 0 : (wallet.openPrice(blockId) ?? 0)

/** What must hold after every step; empty: all does. */
export function meterDifferences(stored: StoredMeter, wallet: Wallet): string[] {
  const { meter, blockId } = stored
  const isReserved = reservedFor(blockId, wallet) === (meter.tab?.blockTokens ?? 0)
  return [
    ...meterViolations(meter),
    ...chargeViolations({ ...stored, remainderMicros: meter.remainderMicros }),
    ...(isReserved ? [] : ['the wallet has not reserved what the tab has'])
  ]
}

/** The same with all sums, which a check reads. */
export function wholeViolations(store: MeterStore, wallet: Wallet): string[] {
  const stored = store.read()
  const spentMicros = stored.costMicros + (stored.meter.tab?.spentMicros ?? 0)
  const isCounted = store.sums.ofDays() === spentMicros + stored.unmatchedMicros
  return [
    ...meterDifferences(stored, wallet),
    ...(isCounted ? [] : ['the sums of calls are not what the tabs have spent'])
  ]
}

/**
 * The wallet's reservations now are what its journal says: the tab takes what is reserved for it, open calls are free, and what did not add up
 * is noted and never charged.
 */
export function acceptCorrection(store: MeterStore, wallet: Wallet, now: number): void {
  for (const { callId } of store.openCalls(Number.MAX_SAFE_INTEGER)) store.drop(callId, now)
  const { meter: before, blockId, chargedTokens } = store.read()
  const blockTokens = reservedFor(blockId, wallet)
  const meter = repairedMeter(before, blockTokens)
  const costMicros = chargedTokens * microsPerToken - meter.remainderMicros
  const unmatchedMicros = store.sums.ofDays() - costMicros - (meter.tab?.spentMicros ?? 0)
  store.write({ meter, chargedTokens, costMicros, blockId: blockTokens === 0 ? null : blockId, unmatchedMicros })
}
