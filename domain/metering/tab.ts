// The tab of one user: many calls of the API, metered in millionths of a site token (µ), and one reservation of whole tokens in the wallet.
// When it closes, whole tokens are charged and what they pay beyond the calls is carried to the next tab. Pure.
import { dayAround } from '../billing-calendar.ts'
import { microsPerToken } from './prices.ts'

export interface Tab {
  /** Reserved in the wallet for this tab: whole site tokens. 0: the remainder pays for all so far. */
  blockTokens: number
  /** What its ended calls cost, in µ. */
  spentMicros: number
  /** What its open calls may cost at most. */
  heldMicros: number
  openCalls: number
  /** Ended ones. */
  calls: number
  /** Milliseconds since the epoch. */
  openedAt: number
  /** When a call began or ended last. */
  movedAt: number
}

export interface Meter {
  /** Charged and not yet used: from 0 to below one site token. Belongs to the user and not to a key. */
  remainderMicros: number
  /** Null: none is open. */
  tab: Tab | null
}

const idleMs = 10 * 60_000
const callsMax = 200

/** What a further hold may take without more tokens. */
export const slackOf = ({ remainderMicros, tab }: Meter): number =>
  remainderMicros + (tab ? tab.blockTokens * microsPerToken - tab.spentMicros - tab.heldMicros : 0)

const emptyTab = (now: number): Tab => ({
  blockTokens: 0,
  spentMicros: 0,
  heldMicros: 0,
  openCalls: 0,
  calls: 0,
  openedAt: now,
  movedAt: now
})

/** A call begins. @param growTokens that the wallet has reserved above what the tab had */
export function afterHold(meter: Meter, holdMicros: number, growTokens: number, now: number): Meter & { tab: Tab } {
  const tab = meter.tab ?? emptyTab(now)
  return {
    ...meter,
    tab: {
      ...tab,
      blockTokens: tab.blockTokens + growTokens,
      heldMicros: tab.heldMicros + holdMicros,
      openCalls: tab.openCalls + 1,
      movedAt: now
    }
  }
}

/** A call ends, also one that was interrupted. @throws Error without a tab: a hold always has one */
export function afterEnd(
  meter: Meter,
  { holdMicros, costMicros }: { holdMicros: number; costMicros: number },
  now: number
): Meter & { tab: Tab } {
  const { tab } = meter
  if (!tab) throw new Error('No tab is open')
  return {
    ...meter,
    tab: {
      ...tab,
      heldMicros: tab.heldMicros - holdMicros,
      spentMicros: tab.spentMicros + costMicros,
      openCalls: tab.openCalls - 1,
      calls: tab.calls + 1,
      movedAt: now
    }
  }
}

/** When the tab is to be closed. A tab with open calls does not wait for the pause, but its day and its number of calls end it too. */
export function closesAt({ calls, openCalls, openedAt, movedAt }: Tab): number {
  const { end } = dayAround(openedAt)
  if (calls >= callsMax) return movedAt
  return openCalls > 0 ? end : Math.min(end, movedAt + idleMs)
}

export interface Closed {
  chargeTokens: number
  /** After it. With open calls a next tab has begun, whose block is a part of the one before: never more than is released. */
  meter: Meter
}

/** Closes the tab. Open calls go on in the next one. @throws Error without a tab */
export function closed({ remainderMicros, tab }: Meter, now: number): Closed {
  if (!tab) throw new Error('No tab is open')
  const chargeTokens = Math.max(0, Math.ceil((tab.spentMicros - remainderMicros) / microsPerToken))
  const remainder = remainderMicros + chargeTokens * microsPerToken - tab.spentMicros
  if (tab.openCalls === 0) return { chargeTokens, meter: { remainderMicros: remainder, tab: null } }
  const { heldMicros, openCalls } = tab
  const blockTokens = Math.max(0, Math.ceil((heldMicros - remainder) / microsPerToken))
  return {
    chargeTokens,
    meter: { remainderMicros: remainder, tab: { ...emptyTab(now), blockTokens, heldMicros, openCalls } }
  }
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** What must hold after every step, like the invariants of the ledger; empty: all does. */
export function meterViolations(meter: Meter): string[] {
  const { remainderMicros, tab } = meter
  const violations: string[] = []
  if (!isWhole(remainderMicros) || remainderMicros >= microsPerToken)
    violations.push('the remainder of metering is not from 0 to below one token')
  if (!tab) return violations
  const { blockTokens, spentMicros, heldMicros, openCalls, calls } = tab
  if (![blockTokens, spentMicros, heldMicros, openCalls, calls].every(isWhole))
    violations.push('an amount of the tab is not a whole number from zero up')
  if (slackOf(meter) < 0) violations.push('calls have spent and hold more than is reserved for them')
  if (heldMicros > 0 && openCalls === 0) violations.push('tokens are held and no call is open')
  return violations
}

/** A meter without open calls that agrees with what is reserved for it, nearest to what it was: never more spent than is reserved. */
export function repairedMeter({ remainderMicros, tab }: Meter, blockTokens: number): Meter {
  const remainder = isWhole(remainderMicros) && remainderMicros < microsPerToken ? remainderMicros : 0
  if (!tab) return { remainderMicros: remainder, tab: null }
  const most = blockTokens * microsPerToken + remainder
  const spentMicros = Math.min(Math.max(0, Math.trunc(tab.spentMicros)), most)
  return { remainderMicros: remainder, tab: { ...tab, blockTokens, spentMicros, heldMicros: 0, openCalls: 0 } }
}

/** All that was ever metered: the charges pay the costs, and the remainder is what they pay beyond. */
export const chargeViolations = (all: {
  chargedTokens: number
  costMicros: number
  remainderMicros: number
}): string[] =>
  all.chargedTokens * microsPerToken - all.costMicros === all.remainderMicros
    ? []
    : ['what was charged for calls is not their cost and the remainder']
