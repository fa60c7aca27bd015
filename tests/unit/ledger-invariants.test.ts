// Each checker must report the fault that it exists for.
import { describe, expect, it } from 'vitest'
import {
  accountViolations,
  assertHolds,
  historyViolations,
  InvariantViolation,
  type JournalLine,
  journalViolations,
  lineViolations,
  reservationViolations
} from '#domain/ledger-invariants.ts'
import type { Account } from '#domain/ledger.ts'

const credited: JournalLine = {
  seq: 1,
  kind: 'credit',
  operationId: 'c',
  balanceDelta: 10,
  reservedDelta: 0,
  chargedTokens: 0,
  lossTokens: 0,
  after: { creditedTokens: 10, availableTokens: 10, reservedTokens: 0, usedTokens: 0, debtTokens: 0 }
}
const reserved: JournalLine = {
  ...credited,
  seq: 2,
  kind: 'reserve',
  operationId: 'r',
  balanceDelta: 0,
  reservedDelta: 6,
  after: { creditedTokens: 10, availableTokens: 4, reservedTokens: 6, usedTokens: 0, debtTokens: 0 }
}
const settled: JournalLine = {
  ...reserved,
  seq: 3,
  kind: 'settle',
  balanceDelta: -5,
  reservedDelta: -6,
  chargedTokens: 5,
  after: { creditedTokens: 10, availableTokens: 5, reservedTokens: 0, usedTokens: 5, debtTokens: 0 }
}
const good = [credited, reserved, settled]

it('a sound journal has no violations', () => {
  expect(journalViolations(good)).toEqual([])
})

describe('accounts', () => {
  const sound: Account = { creditedTokens: 10, availableTokens: 4, reservedTokens: 6, usedTokens: 0, debtTokens: 0 }

  it.each<[string, Partial<Account>, string]>([
    ['a token from nowhere', { availableTokens: 5 }, 'credited tokens are not what is available, reserved and used'],
    ['a debt beside spendable tokens', { debtTokens: 2, usedTokens: 2 }, 'tokens are available while there is a debt'],
    [
      'an overdraft',
      { availableTokens: -1, usedTokens: 5, debtTokens: 0 },
      'availableTokens is not a whole number from zero up'
    ],
    [
      'a negative reserve',
      { reservedTokens: -1, availableTokens: 11 },
      'reservedTokens is not a whole number from zero up'
    ],
    [
      'a fraction',
      { availableTokens: 3.5, reservedTokens: 6, usedTokens: 0.5 },
      'availableTokens is not a whole number from zero up'
    ]
  ])('%s', (_, change, violation) => {
    expect(accountViolations({ ...sound, ...change })).toContain(violation)
  })
})

describe('journal lines', () => {
  it.each<[string, JournalLine, string]>([
    ['a gap', { ...settled, seq: 4 }, 'the journal has a gap'],
    [
      'a line that moved something else',
      { ...settled, balanceDelta: -4, chargedTokens: 4 },
      'the account is not its predecessor plus the entry'
    ],
    [
      'a charge above the reservation',
      {
        ...settled,
        balanceDelta: -7,
        chargedTokens: 7,
        after: { creditedTokens: 10, availableTokens: 3, reservedTokens: 0, usedTokens: 7, debtTokens: 0 }
      },
      'a charge is above its reservation'
    ],
    ['a negative loss', { ...settled, lossTokens: -1 }, 'a charge or a loss is negative'],
    [
      'a charge that the balance did not lose',
      { ...settled, chargedTokens: 4 },
      'the balance did not change by the charge'
    ]
  ])('%s', (_, line, violation) => {
    expect(lineViolations(reserved, line)).toContain(violation)
  })

  it('a reservation that ends twice is reported', () => {
    const twice = {
      ...settled,
      seq: 4,
      after: { creditedTokens: 10, availableTokens: 6, reservedTokens: -6, usedTokens: 10, debtTokens: 0 }
    }
    expect(journalViolations([...good, twice])).toContain('entry 4: it ends no open reservation of its size')
  })

  it('an id that begins twice is reported', () => {
    const again = {
      ...credited,
      seq: 4,
      after: { creditedTokens: 20, availableTokens: 15, reservedTokens: 0, usedTokens: 5, debtTokens: 0 }
    }
    expect(journalViolations([...good, again])).toEqual(['entry 4: its id has begun before'])
  })
})

describe('open reservations', () => {
  const open = [{ operationId: 'r', priceTokens: 6, dueAt: 1 }]

  it('must sum to what is reserved', () => {
    expect(reservationViolations(reserved.after, open)).toEqual([])
    expect(reservationViolations(settled.after, open)).toEqual(['reserved tokens are not the sum of open reservations'])
  })

  it.each([0, Number.NaN, Number.POSITIVE_INFINITY])('must have a deadline; %d is not one', (dueAt) => {
    expect(reservationViolations(reserved.after, [{ operationId: 'r', priceTokens: 6, dueAt }])).toEqual([
      'an open reservation has no deadline'
    ])
  })
})

describe('the history', () => {
  const rows = [
    { operationId: 'c', costTokens: -10, balanceAfter: 10 },
    { operationId: 'r', costTokens: 5, balanceAfter: 5 }
  ]

  it('sums to the balance', () => {
    expect(historyViolations(rows, settled.after)).toEqual([])
    expect(historyViolations(rows.slice(0, 1), settled.after)).toEqual(['the history does not sum to the balance'])
    expect(historyViolations([{ operationId: 'c', costTokens: -10, balanceAfter: 9 }], credited.after)).toEqual([
      'history of c does not add up'
    ])
  })
})

it('all violations are thrown as one error', () => {
  expect(() => assertHolds([])).not.toThrow()
  expect(() => assertHolds(['one', 'two'])).toThrow(new InvariantViolation('one; two'))
})
