import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLines, auditViolations, type AuditedLine, freeTokensOf, noSums } from '#domain/ledger-audit.ts'
import type { JournalLine, OpenReservation } from '#domain/ledger-invariants.ts'
import { type Account, applyCommand, type Command, emptyAccount, type Known } from '#domain/ledger.ts'

/** Applies commands to an empty account; a refused command adds no line. */
function journalOf(commands: readonly Command[]) {
  let account: Account = emptyAccount
  const lines: AuditedLine[] = []
  const open = new Map<string, OpenReservation>()
  for (const command of commands) {
    const held = open.get(command.id)
    const known: Known = {
      operation: held
        ? { kind: 'reserve', fingerprint: '', priceTokens: held.priceTokens, ended: false }
        : lines.some(({ operationId }) => operationId === command.id)
          ? { kind: 'credit', fingerprint: 'taken' }
          : null,
      running: 0,
      frozen: false
    }
    const decision = applyCommand(account, command, known)
    if (decision.state !== 'applied') continue
    account = decision.account
    lines.push({ ...decision.entry, seq: lines.length + 1, after: account, isPurchase: command.id.startsWith('p') })
    if (command.kind === 'reserve')
      open.set(command.id, { operationId: command.id, priceTokens: command.priceTokens, dueAt: 1 })
    else open.delete(command.id)
  }
  return { lines, account, open: [...open.values()] }
}

const tokens = fc.integer({ min: 1, max: 60 })
const ids = fc.constantFrom('p1', 'p2', 'b1', 'a', 'b', 'c', 'd', 'e')
const commands = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('credit', 'debit'),
      id: ids,
      fingerprint: fc.constant(''),
      amountTokens: tokens
    }),
    fc.record({
      kind: fc.constant('reserve'),
      id: ids,
      fingerprint: fc.constant(''),
      priceTokens: tokens,
      runningMax: fc.constant(9)
    }),
    fc.record({ kind: fc.constant('settle'), id: ids, costTokens: fc.nat(80) }),
    fc.record({ kind: fc.constantFrom('release', 'expire'), id: ids })
  ) as fc.Arbitrary<Command>,
  { maxLength: 60 }
)

const sample = journalOf([
  { kind: 'credit', id: 'b1', fingerprint: '', amountTokens: 10 },
  { kind: 'credit', id: 'p1', fingerprint: '', amountTokens: 550 },
  { kind: 'reserve', id: 'a', fingerprint: '', priceTokens: 8, runningMax: 9 },
  { kind: 'settle', id: 'a', costTokens: 3 },
  { kind: 'reserve', id: 'b', fingerprint: '', priceTokens: 20, runningMax: 9 },
  { kind: 'debit', id: 'p2', fingerprint: '', amountTokens: 100 }
])

describe('the sums of a journal', () => {
  it('count purchased, granted, taken-back, charged and reserved tokens', () => {
    const { sums, violations } = addLines(noSums, null, sample.lines)
    expect({ sums, violations }).toEqual({
      sums: {
        seq: 6,
        purchasedTokens: 550,
        grantedTokens: 10,
        correctedTokens: 0,
        takenBackTokens: 100,
        chargedTokens: 3,
        reservedTokens: 20,
        operations: 4
      },
      violations: []
    })
    expect(freeTokensOf(sums)).toBe(437)
    expect(auditViolations(sums, sample.account, sample.open)).toEqual([])
  })

  it('agree with every journal that the rules can write, summed in one part or in two', () => {
    fc.assert(
      fc.property(commands, fc.nat(60), (made, cut) => {
        const { lines, account, open } = journalOf(made)
        const whole = addLines(noSums, null, lines)
        expect([...whole.violations, ...auditViolations(whole.sums, account, open)]).toEqual([])
        const first = addLines(noSums, null, lines.slice(0, cut))
        const last = lines.slice(0, cut).at(-1) ?? null
        expect(addLines(first.sums, last, lines.slice(cut)).sums).toEqual(whole.sums)
      })
    )
  })

  it.each([
    ['a token without a credit', 1, { balanceDelta: 551 }],
    ['a charge that the balance did not lose', 3, { chargedTokens: 2 }],
    ['a line that is missing', 4, { seq: 6 }]
  ])('report %s', (_, index, change: Partial<JournalLine>) => {
    const lines = sample.lines.map((line, place) => (place === index ? { ...line, ...change } : line))
    expect(addLines(noSums, null, lines).violations).not.toEqual([])
  })

  it.each([
    ['something else is available', { availableTokens: 438, creditedTokens: 461 }, sample.open],
    ['something else is used', { usedTokens: 4, availableTokens: 436 }, sample.open],
    ['a reservation was lost', {}, []]
  ])('disagree with the account when %s', (_, change, open) => {
    const { sums } = addLines(noSums, null, sample.lines)
    expect(auditViolations(sums, { ...sample.account, ...change }, open)).not.toEqual([])
  })
})
