// Calls of the API in a user's object. Rules are in domain/metering, rows in store.ts; tokens move in the wallet alone, where a tab is one
// reservation. All that moves money is synchronous and one commit: what a call holds, what its tab has reserved and every limit agree in it.
import { assertHolds } from '#domain/ledger-invariants.ts'
import type { OwnerOutcome } from '#domain/ledger-overdue.ts'
import { admissionOf, givesBackAt, withoutIdle } from '#domain/metering/admission.ts'
import { dayMs } from '#domain/billing-calendar.ts'
import { afterEnd, afterHold, closed, closesAt } from '#domain/metering/tab.ts'
import { costOf, noUsage } from '#domain/metering/usage.ts'
import { report } from '#notices/report.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { AdmitCallCommand, AdmitCallResult, EndCallCommand, EndedCall, MeteringView } from './calls.ts'
import { type OrderWorksCommand, orderWorks, type OrderWorksResult } from './order-works.ts'
import { meteringRows, restoreMetering } from './backup.ts'
import { canCarry, resizeBlock } from './block.ts'
import { callRoomOf } from './call-room.ts'
import type { MeteringRows } from '../wallet/backup-calls.ts'
import { acceptCorrection, meterDifferences, wholeViolations } from './agreement.ts'
import { KeyWorks } from './key-works.ts'
import { Repeats } from './repeats.ts'
import { admittedBefore, endedOf, viewOf } from './views.ts'
import type { OpenCall, StoredMeter } from './rows.ts'
import { MeterStore } from './store.ts'

/** Longer than a call can take. Then its hold is freed: the Worker that ran it has died. */
const callMaxMs = 20 * 60_000
/** Of six looks of a Worker that lives: one that cannot reach the object for as long gives its answer away. */
const lookedAfterMs = 60_000

const isOver = ({ meter: { tab } }: StoredMeter, now: number): boolean => tab !== null && closesAt(tab) <= now

export interface MeteringSurroundings {
  storage: DurableObjectStorage
  wallet: Wallet
  userId: () => string
}

export class Metering {
  readonly store: MeterStore
  readonly repeats: Repeats
  readonly works: KeyWorks
  readonly #sql: SqlStorage
  readonly #wallet: Wallet
  readonly #userId: () => string

  constructor({ storage, wallet, userId }: MeteringSurroundings) {
    this.#sql = storage.sql
    this.works = new KeyWorks(storage.sql, (id) => wallet.standingOf(id))
    this.store = new MeterStore(storage.sql, this.works)
    this.repeats = new Repeats(storage.sql)
    this.#wallet = wallet
    this.#userId = userId
  }

  /** @throws RangeError on bad numbers, and for a call that has ended */
  admit = (command: AdmitCallCommand): AdmitCallResult => this.#commit(() => this.#admit(command))

  /** Few calls are sent to the object again, so that none is looked for before there is a sign of it. */
  #admit(command: AdmitCallCommand): AdmitCallResult {
    const { callId, keyId, model, repeat, isLookedAfter } = command
    const now = Date.now()
    const of = repeat && this.repeats.find(keyId, repeat, now)
    if (of) return admittedBefore(this.store, callId) ?? { state: 'repeated', of }
    const stored = this.#closeDue(this.store.read(), now)
    const room = callRoomOf(this.#wallet, this.store.sums, command, now)
    // A tab that waits for its open calls takes no more of them, or it might wait for ever.
    if (isOver(stored, now)) room.openMax = 0
    const admission = admissionOf(stored.meter, command, room)
    if (admission.state === 'refused') return admittedBefore(this.store, callId) ?? admission
    const { outputTokensMax, holdMicros, growTokens } = admission
    const terms = 'fixedMicros' in command ? command : { ...command, outputTokensMax }
    const call = { ...terms, callId, keyId, model, holdMicros, beganAt: now }
    const isNew = this.store.begin(call, now + (isLookedAfter ? lookedAfterMs : callMaxMs))
    const before = isNew ? undefined : admittedBefore(this.store, callId)
    if (before) return before
    const meter = afterHold(stored.meter, holdMicros, growTokens, now)
    const blockId = growTokens === 0 ? stored.blockId : resizeBlock(this.#wallet, stored.blockId, meter.tab)
    if (repeat) {
      this.repeats.begin(keyId, repeat, callId, now)
      this.store.noteDue(now + dayMs)
    }
    this.#write({ ...stored, meter, blockId })
    return { state: 'admitted', outputTokensMax }
  }

  /** Reserves for works of a key. @throws RangeError */
  order = (command: OrderWorksCommand): OrderWorksResult =>
    this.#commit(() => orderWorks({ wallet: this.#wallet, sums: this.store.sums, works: this.works }, command))

  /** @throws RangeError on bad numbers */
  end(command: EndCallCommand): EndedCall | null {
    const { callId, outcome, upstreamModel = null, ms, kept } = command
    return this.#commit(() => {
      const call = this.store.openCall(callId)
      if (!call) {
        const ended = this.store.receipt(callId)
        return ended && endedOf(ended)
      }
      const { lossMicros, ...cost } = costOf(call, command)
      if (lossMicros > 0) report(this.#userId(), { event: 'api-call-above-hold', callId, lossMicros })
      this.#end(call, cost, { outcome, upstreamModel, ms }, Date.now())
      this.repeats.end(callId, kept)
      return { costMicros: cost.costMicros, estimated: cost.estimated, ...cost.usage }
    })
  }

  /** Its Worker lives. The alarm stays as it is, and finds the later deadline when it rings: one alarm a minute, not one with each look. */
  keepOpen = (callId: string, now: number) => this.store.moveDeadline(callId, now + lookedAfterMs, callMaxMs)

  view = (): MeteringView => viewOf(this.store.read().meter)

  /** For the wallet, which asks about a reservation that is due. The tab's own alarm ends it much earlier. */
  outcomeOf = (operationId: string): OwnerOutcome => ({
    state: this.store.read().blockId === operationId ? 'running' : 'unknown'
  })

  nextDueAt(now: number): number | null {
    const { tab } = this.store.read().meter
    const tabAt = tab ? closesAt(tab) : Infinity
    // A tab that could not close waits for its open calls: each has a deadline.
    const waits = tab !== null && tab.openCalls > 0 && tabAt <= now
    const dueAt = Math.min(this.store.nextDueAt() ?? Infinity, waits ? Infinity : tabAt, this.#givesBackAt(now))
    return dueAt === Infinity ? null : dueAt
  }

  /** May be repeated at any time: whether a tab waits for its open calls is known only once it was tried to close. */
  performDue(now: number): void {
    const dueAt = Math.min(this.store.nextDueAt() ?? Infinity, this.#givesBackAt(now))
    if (!isOver(this.store.read(), now) && dueAt > now) return
    for (const call of this.store.openCalls(now)) this.#commit(() => this.#interrupt(call, now))
    this.#commit(() => this.#closeDue(this.store.read(), now))
    if (this.#givesBackAt(now) <= now) this.#commit(() => this.#giveBack())
    this.store.deleteOld(now)
    this.repeats.deleteOld(now)
    this.store.forgetDue()
  }

  /** What the check of the whole wallet finds here; empty: all agrees. */
  violations(): string[] {
    this.store.reread()
    return wholeViolations(this.store, this.#wallet)
  }

  /** An operator has corrected the wallet. */
  accept(now: number): void {
    this.#commit(() => acceptCorrection(this.store, this.#wallet, now))
    this.repeats.deleteRunning()
  }

  /** For a user who is erased. */
  forgetTexts(): void {
    this.store.deleteReceipts()
    this.repeats.deleteAll()
  }

  /** For a backup. */
  rows = (): MeteringRows => meteringRows(this.#sql)

  restore(rows: MeteringRows): void {
    restoreMetering(this.#sql, rows)
    this.store.reread()
    this.repeats.deleteAll()
  }

  /** A broken invariant undoes all of it and freezes the account. */
  #commit<Result>(work: () => Result): Result {
    try {
      return this.#wallet.atomically(work)
    } catch (error) {
      this.store.reread()
      throw error
    }
  }

  #write(stored: StoredMeter): StoredMeter {
    this.store.write(stored)
    const now = this.store.read()
    assertHolds(meterDifferences(now, this.#wallet))
    return now
  }

  #givesBackAt(now: number): number {
    if (this.#wallet.isFrozen()) return Infinity
    const at = givesBackAt(this.store.read().meter, this.#wallet.view().availableTokens)
    return at < Infinity && canCarry(this.#wallet, now) ? at : Infinity
  }

  /** Like a next tab, the rest is a part of what is released. */
  #giveBack(): void {
    const stored = this.store.read()
    const meter = withoutIdle(stored.meter, this.#wallet.view().availableTokens)
    this.#write({ ...stored, meter, blockId: resizeBlock(this.#wallet, stored.blockId, meter.tab) })
  }

  #end(
    call: OpenCall,
    cost: Parameters<MeterStore['end']>[1],
    told: Parameters<MeterStore['end']>[2],
    now: number
  ): void {
    const stored = this.store.read()
    const meter = afterEnd(stored.meter, { ...cost, holdMicros: call.holdMicros }, now)
    this.store.end(call, cost, told, now)
    this.#closeDue(this.#write({ ...stored, meter }), now)
  }

  #interrupt(call: OpenCall, now: number): void {
    this.repeats.end(call.callId, undefined)
    const cost = { costMicros: 0, estimated: false, usage: noUsage }
    this.#end(call, cost, { outcome: 'interrupted', upstreamModel: null, ms: now - call.beganAt }, now)
  }

  /** Charges whole tokens for the tab if it is due. Open calls go on in the next tab, once the wallet can reserve for it. */
  #closeDue(stored: StoredMeter, now: number): StoredMeter {
    const { tab } = stored.meter
    if (!tab || closesAt(tab) > now || (tab.openCalls > 0 && !canCarry(this.#wallet, now))) return stored
    const { chargeTokens, meter } = closed(stored.meter, now)
    if (stored.blockId !== null)
      this.#wallet.settle({
        id: stored.blockId,
        chargedTokens: chargeTokens,
        outcome: 'metered',
        upstreamModel: null,
        attempts: tab.calls
      })
    return this.#write({
      ...stored,
      meter,
      chargedTokens: stored.chargedTokens + chargeTokens,
      costMicros: stored.costMicros + tab.spentMicros,
      blockId: resizeBlock(this.#wallet, null, meter.tab)
    })
  }
}
