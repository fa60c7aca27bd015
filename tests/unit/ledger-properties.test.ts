import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountViolations,
  historyViolations,
  type JournalLine,
  journalViolations,
  reservationViolations
} from '#domain/ledger-invariants.ts'
import {
  type Account,
  applyCommand,
  balanceOf,
  type Command,
  type Decision,
  emptyAccount,
  type Known,
  type Operation
} from '#domain/ledger.ts'

/** The smallest possible store around the rules. */
class Desk {
  account: Account = emptyAccount
  readonly journal: JournalLine[] = []
  readonly operations = new Map<string, Operation>()

  openReservations() {
    return [...this.operations]
      .filter(([, operation]) => operation.kind === 'reserve' && !operation.ended)
      .map(([operationId, operation]) => ({
        operationId,
        priceTokens: operation.kind === 'reserve' && !operation.isOnPlan ? operation.priceTokens : 0,
        dueAt: 1
      }))
  }

  run(command: Command, frozen = false): Decision {
    const operation = this.operations.get(command.id) ?? null
    const known: Known = { operation, running: this.openReservations().length, frozen, planTokens: this.planTokens() }
    const decision = applyCommand(this.account, command, known)
    if (decision.state !== 'applied') return decision
    this.account = decision.account
    this.journal.push({ ...decision.entry, seq: this.journal.length + 1, after: decision.account })
    if (command.kind === 'credit' || command.kind === 'debit')
      this.operations.set(command.id, { kind: command.kind, fingerprint: command.fingerprint })
    else if (command.kind === 'reserve') {
      const { fingerprint, priceTokens, planMaxTokens } = command
      const isOnPlan = planMaxTokens !== undefined
      this.operations.set(command.id, { kind: 'reserve', fingerprint, priceTokens, ended: false, isOnPlan })
    } else if (operation?.kind === 'reserve') this.operations.set(command.id, { ...operation, ended: true })
    return decision
  }

  /** Tokens of past and open reservations on a plan, summed from the journal. */
  planTokens() {
    const ended = this.journal.filter(({ kind }) => kind !== 'reserve')
    const open = [...this.operations.values()].map((operation) =>
      operation.kind === 'reserve' && operation.isOnPlan && !operation.ended ? operation.priceTokens : 0
    )
    return [...ended.map(({ planTokens = 0 }) => planTokens), ...open].reduce((sum, one) => sum + one, 0)
  }

  history() {
    return this.journal
      .filter(({ kind }) => kind !== 'reserve')
      .map((line) => ({
        operationId: line.operationId,
        costTokens: 0 - line.balanceDelta,
        balanceAfter: balanceOf(line.after)
      }))
  }

  violations() {
    return [
      ...accountViolations(this.account),
      ...journalViolations(this.journal),
      ...reservationViolations(this.account, this.openReservations()),
      ...historyViolations(this.history(), this.account)
    ]
  }
}

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const fingerprints = fc.constantFrom('one', 'other')
const tokens = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER, Infinity) }
)
const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('credit' as const, 'credit' as const, 'debit' as const),
    id: ids,
    fingerprint: fingerprints,
    amountTokens: tokens
  }),
  fc.record({
    kind: fc.constant('reserve' as const),
    id: ids,
    fingerprint: fingerprints,
    priceTokens: tokens,
    runningMax: fc.integer({ min: 1, max: 3 })
  }),
  fc.record({
    kind: fc.constant('reserve' as const),
    id: ids,
    fingerprint: fingerprints,
    priceTokens: tokens,
    runningMax: fc.integer({ min: 1, max: 3 }),
    planMaxTokens: fc.constantFrom(0, 30, 100)
  }),
  fc.record({ kind: fc.constant('settle' as const), id: ids, costTokens: tokens }),
  fc.record({ kind: fc.constantFrom('release' as const, 'expire' as const), id: ids })
)

describe('any sequence of commands', () => {
  it('keeps every invariant after every command', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(commands, fc.boolean()), { maxLength: 60 }), (sequence) => {
        const desk = new Desk()
        for (const [command, frozen] of sequence) {
          desk.run(command, frozen)
          expect(desk.violations()).toEqual([])
        }
      }),
      { numRuns: 500 }
    )
  })

  it('a refused or repeated command changes nothing', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 60 }), (sequence) => {
        const desk = new Desk()
        for (const command of sequence) {
          const before = structuredClone(desk)
          if (desk.run(command).state !== 'applied') expect(structuredClone(desk)).toEqual(before)
        }
      })
    )
  })

  it('a repeated command is answered as known and adds no line', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 40 }), fc.nat(), (sequence, pick) => {
        const desk = new Desk()
        const applied = sequence.filter((command) => desk.run(command).state === 'applied')
        const repeated = applied[pick % Math.max(applied.length, 1)]
        if (!repeated) return
        const lines = desk.journal.length
        expect(desk.run(repeated)).toEqual({ state: 'known' })
        expect(desk.journal.length).toBe(lines)
      })
    )
  })

  it('never spends more than was credited', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 60 }), (sequence) => {
        const desk = new Desk()
        let credited = 0
        let charged = 0
        for (const command of sequence) {
          const decision = desk.run(command)
          if (decision.state !== 'applied') continue
          if (command.kind === 'credit') credited += command.amountTokens
          charged += decision.entry.chargedTokens
          expect(charged).toBeLessThanOrEqual(credited)
          expect(desk.account.usedTokens).toBe(charged)
        }
      })
    )
  })

  it('never reserves more on a plan than its limit, and plan reservations move no tokens', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 60 }), (sequence) => {
        const desk = new Desk()
        for (const command of sequence) {
          const before = desk.account
          const decision = desk.run(command)
          if (decision.state !== 'applied' || decision.entry.planTokens === undefined) continue
          expect(desk.account).toEqual(before)
          if (command.kind === 'reserve') expect(desk.planTokens()).toBeLessThanOrEqual(command.planMaxTokens ?? 0)
        }
      })
    )
  })

  it('an id that was refused for lack of tokens can succeed later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 5 }), (priceTokens, repeats) => {
        const desk = new Desk()
        const command: Command = { kind: 'reserve', id: 'intent', fingerprint: 'one', priceTokens, runningMax: 1 }
        for (let index = 0; index < repeats; index++) expect(desk.run(command)).toEqual({ state: 'insufficient' })
        desk.run({ kind: 'credit', id: 'payment', fingerprint: 'one', amountTokens: priceTokens })
        expect(desk.run(command).state).toBe('applied')
      })
    )
  })
})

describe('a reservation ends once', () => {
  const ends: Command[] = [
    { kind: 'settle', id: 'r', costTokens: 4 },
    { kind: 'settle', id: 'r', costTokens: 9 },
    { kind: 'release', id: 'r' },
    { kind: 'expire', id: 'r' }
  ]

  it('for any three ends in any order', () => {
    for (const first of ends)
      for (const second of ends)
        for (const third of ends) {
          const desk = new Desk()
          desk.run({ kind: 'credit', id: 'c', fingerprint: 'one', amountTokens: 10 })
          desk.run({ kind: 'reserve', id: 'r', fingerprint: 'one', priceTokens: 6, runningMax: 1 })
          expect(desk.run(first).state).toBe('applied')
          const after = structuredClone(desk)
          expect([desk.run(second), desk.run(third)]).toEqual([{ state: 'known' }, { state: 'known' }])
          expect(structuredClone(desk)).toEqual(after)
          const charged = first.kind === 'settle' ? Math.min(first.costTokens, 6) : 0
          expect(desk.account).toEqual({
            creditedTokens: 10,
            availableTokens: 10 - charged,
            reservedTokens: 0,
            usedTokens: charged,
            debtTokens: 0
          })
        }
  })
})
