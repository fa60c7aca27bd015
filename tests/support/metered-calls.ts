// Random calls of the API against the rules of metering and of the ledger, with every invariant checked after each step. A Worker that dies
// leaves its call open until the deadline; a commit that is lost leaves nothing.
import { accountViolations, lineViolations, type JournalLine } from '#domain/ledger-invariants.ts'
import { type Account, applyCommand, type Command, emptyAccount, type Operation } from '#domain/ledger.ts'
import { dayAround } from '#domain/billing-calendar.ts'
import { admissionOf, type AskedCall, givesBackAt, type KeyBudgets, withoutIdle } from '#domain/metering/admission.ts'
import type { PerMillion } from '#domain/metering/prices.ts'
import {
  afterEnd,
  afterHold,
  chargeViolations,
  closed,
  closesAt,
  type Meter,
  meterViolations,
  slackOf
} from '#domain/metering/tab.ts'
import { costOf } from '#domain/metering/usage.ts'
import { expectedOf, luna, noTotals, type OpenCall, prices, usageOf } from './metered-terms.ts'
import { randomOf } from './random.ts'

const callMaxMs = 15 * 60_000

export class MeteredUser {
  readonly totals = { ...noTotals }
  account: Account = emptyAccount
  meter: Meter = { remainderMicros: 0, tab: null }
  now = 1_800_000_000_000
  readonly #random: () => number
  readonly #calls = new Map<number, OpenCall>()
  readonly #spent = [0, 0, 0]
  readonly #held = [0, 0, 0]
  readonly #keyBudgets: KeyBudgets[] = [{}, { total: 40 }, {}]
  /** The user's own: what may be spent in all, and what was spent when it was set. */
  #limit: { tokens: number; usedBefore: number } | null = null
  #block: { id: string; operation: Operation } | null = null
  #last: JournalLine | null = null
  #nextId = 0

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  pick = (below: number): number => Math.floor(this.#random() * below)

  /** One random step. @throws Error with the first invariant that does not hold */
  step(): void {
    const kind = this.pick(100)
    this.now += this.pick(20) === 0 ? this.pick(12 * 60_000) : this.pick(3000)
    this.#alarm()
    if (kind < 52) this.admit(this.pick(8) === 0 ? null : (prices[this.pick(prices.length)] ?? luna), this.pick(3))
    else if (kind < 97) this.endSome()
    else if (kind < 99) this.credit(1 + this.pick(30))
    else if (this.pick(2) === 0) this.#debit()
    else this.limit(this.pick(3) === 0 ? 1 + this.pick(40) : null)
    this.check()
  }

  credit(amountTokens: number): void {
    this.#book({ kind: 'credit', id: this.#id(), fingerprint: 'f', amountTokens }, null)
  }

  /** @param tokens null: none */
  limit(tokens: number | null): void {
    this.#limit = tokens === null ? null : { tokens, usedBefore: this.account.usedTokens }
  }

  /** What the limit lets be spent and reserved together. */
  #room = (): number =>
    this.#limit ? this.#limit.tokens - this.account.usedTokens + this.#limit.usedBefore : Number.POSITIVE_INFINITY

  /** @param perMillion null: the price is fixed */
  admit(
    perMillion: PerMillion | null,
    key: number,
    outputTokensAsked: number | null = this.pick(2) ? this.pick(900) + 1 : null
  ): boolean {
    this.#close()
    const asked: AskedCall = perMillion
      ? { perMillion, inputTokensBound: this.pick(4000), outputTokensAsked, outputTokensCap: 4096 }
      : { fixedMicros: 1 + this.pick(3_000_000) }
    const taken = (this.#spent[key] ?? 0) + (this.#held[key] ?? 0)
    const { availableTokens, debtTokens, reservedTokens } = this.account
    const admission = admissionOf(this.meter, asked, {
      isFrozen: false,
      freeTokens: availableTokens - debtTokens,
      userBudget: this.#limit && { period: 'total', leftTokens: this.#room() - reservedTokens },
      keyBudgets: this.#keyBudgets[key] ?? {},
      keySpentMicros: { day: taken, month: taken, total: taken },
      // A tab that is over waits for its open calls.
      openMax: this.meter.tab && closesAt(this.meter.tab) <= this.now ? 0 : 100
    })
    if (admission.state === 'refused') {
      this.totals.refused += 1
      return false
    }
    // The object dies before the commit: nothing of it is stored.
    if (this.pick(200) === 0) return false
    const { outputTokensMax, holdMicros, growTokens } = admission
    this.meter = afterHold(this.meter, holdMicros, growTokens, this.now)
    if (growTokens > 0) this.#resize(this.meter.tab?.blockTokens ?? 0)
    const terms = 'fixedMicros' in asked ? asked : { ...asked, outputTokensMax }
    this.#calls.set(this.#nextId++, { ...terms, key, holdMicros, deadlineAt: this.now + callMaxMs })
    this.#held[key] = (this.#held[key] ?? 0) + holdMicros
    this.totals.admitted += 1
    this.#checkAdmitted()
    return true
  }

  /** What was just begun is within the limit and covered by no debt, unless it is paid already. */
  #checkAdmitted(): void {
    const { remainderMicros, tab } = this.meter
    const newMicros = (tab?.spentMicros ?? 0) + (tab?.heldMicros ?? 0) - remainderMicros
    if (newMicros <= 0) return
    const { reservedTokens, debtTokens } = this.account
    if (newMicros > (reservedTokens - debtTokens) * 1_000_000) throw new Error('A call has begun on a debt')
    if (newMicros > this.#room() * 1_000_000) throw new Error('A call has begun beyond the limit of its user')
  }

  /** Ends a random call as clients and suppliers do; one in fifty never ends, because its Worker has died. */
  endSome(): void {
    const ids = [...this.#calls.keys()]
    const id = ids[this.pick(ids.length)]
    const call = id === undefined ? undefined : this.#calls.get(id)
    if (id === undefined || !call || this.pick(50) === 0) return
    const outcome =
      (['complete', 'complete', 'complete', 'stopped', 'failed', 'refused'] as const)[this.pick(6)] ?? 'complete'
    const usage = this.pick(5) === 0 ? null : usageOf(call, this.pick)
    const cost = costOf(call, { usage, deliveredCharacters: this.pick(8) === 0 ? 0 : this.pick(9000), outcome })
    if (cost.lossMicros > 0) throw new Error('A bounded usage cost more than its hold')
    const expected = expectedOf(call, usage)
    if (cost.costMicros > 0 && expected !== null && cost.costMicros !== expected)
      throw new Error('A call did not cost what it used')
    this.#end(id, call, cost.costMicros)
  }

  check(): void {
    const { costMicros, chargedTokens, closedMicros } = this.totals
    const spentMicros = this.meter.tab?.spentMicros ?? 0
    const held = this.#held.reduce((sum, micros) => sum + micros, 0)
    const violations = [
      ...meterViolations(this.meter),
      ...accountViolations(this.account),
      ...chargeViolations({ chargedTokens, costMicros: closedMicros, remainderMicros: this.meter.remainderMicros }),
      ...(held === (this.meter.tab?.heldMicros ?? 0) ? [] : ['what is held is not the holds of the open calls']),
      ...(this.#calls.size === (this.meter.tab?.openCalls ?? 0) ? [] : ['a hold has no call']),
      ...(this.account.reservedTokens === (this.meter.tab?.blockTokens ?? 0)
        ? []
        : ['the block is not what is reserved']),
      ...(costMicros === closedMicros + spentMicros ? [] : ['the costs are not those of the tabs']),
      ...this.#keyBudgets.flatMap(({ total = Infinity }, key) =>
        (this.#spent[key] ?? 0) + (this.#held[key] ?? 0) <= total * 1_000_000 ? [] : ['a key is above its limit']
      )
    ]
    if (violations.length > 0) throw new Error(violations.join('; '))
  }

  /** All calls end by their deadlines, and the tab closes. */
  settle(): void {
    this.now += dayAround(this.now).end - this.now + callMaxMs
    this.#alarm()
    this.now += callMaxMs
    this.#alarm()
    this.check()
  }

  #alarm(): void {
    for (const [id, call] of this.#calls) if (call.deadlineAt <= this.now) this.#end(id, call, 0)
    this.#close()
    this.#giveBack()
  }

  #end(id: number, call: OpenCall, costMicros: number): void {
    if (costMicros > call.holdMicros) throw new Error('A cost is above its hold')
    this.#calls.delete(id)
    this.#held[call.key] = (this.#held[call.key] ?? 0) - call.holdMicros
    this.#spent[call.key] = (this.#spent[call.key] ?? 0) + costMicros
    this.totals.costMicros += costMicros
    this.meter = afterEnd(this.meter, { holdMicros: call.holdMicros, costMicros }, this.now)
    this.#close()
  }

  #giveBack(): void {
    const { availableTokens } = this.account
    if (givesBackAt(this.meter, availableTokens) > this.now || !this.#canCarry()) return
    const meter = withoutIdle(this.meter, availableTokens)
    this.totals.returnedTokens += this.account.reservedTokens - (meter.tab?.blockTokens ?? 0)
    this.meter = meter
    this.#resize(meter.tab?.blockTokens ?? 0)
    if (slackOf(meter) >= 1_000_000) throw new Error('A tab has kept what no call uses')
  }

  #canCarry = (): boolean => this.account.debtTokens === 0 && this.#room() >= this.account.reservedTokens

  #close(): void {
    const { tab } = this.meter
    if (!tab || closesAt(tab) > this.now || (tab.openCalls > 0 && !this.#canCarry())) return
    const { chargeTokens, meter } = closed(this.meter, this.now)
    if (chargeTokens > tab.blockTokens) throw new Error('A tab charges more than it has reserved')
    if (this.#block) this.#book({ kind: 'settle', id: this.#block.id, costTokens: chargeTokens }, this.#block.operation)
    this.#block = null
    this.meter = meter
    this.totals.chargedTokens += chargeTokens
    this.totals.closedMicros += tab.spentMicros
    this.#resize(meter.tab?.blockTokens ?? 0)
  }

  #resize(priceTokens: number): void {
    if (this.#block) this.#book({ kind: 'release', id: this.#block.id }, this.#block.operation)
    this.#block = null
    if (priceTokens === 0) return
    const id = this.#id()
    this.#book({ kind: 'reserve', id, fingerprint: 'f', priceTokens, runningMax: 1 }, null)
    this.#block = { id, operation: { kind: 'reserve', fingerprint: 'f', priceTokens, ended: false } }
  }

  #debit(): void {
    const amountTokens = 1 + this.pick(10)
    if (amountTokens <= this.account.creditedTokens)
      this.#book({ kind: 'debit', id: this.#id(), fingerprint: 'f', amountTokens }, null)
  }

  #id = (): string => `op-${(this.#nextId += 1)}`

  #book(command: Command, operation: Operation | null): void {
    const decision = applyCommand(this.account, command, {
      operation,
      running: 0,
      frozen: false,
      budgetTokens: this.#room()
    })
    if (decision.state !== 'applied') throw new Error(`The wallet refused ${command.kind}: ${decision.state}`)
    const line = { ...decision.entry, seq: (this.#last?.seq ?? 0) + 1, after: decision.account }
    const violations = lineViolations(this.#last, line)
    if (violations.length > 0) throw new Error(violations.join('; '))
    this.#last = line
    this.account = decision.account
    this.totals.lines += 1
  }
}

/** @returns what came of it, after all calls have ended and the tab is closed */
export function runCalls(seed: number, calls: number): MeteredUser {
  const user = new MeteredUser(seed)
  while (user.totals.admitted + user.totals.refused < calls) user.step()
  user.settle()
  return user
}
