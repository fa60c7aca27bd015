import { describe, expect, it } from 'vitest'
import { type Account, applyCommand, type Command, emptyAccount, type Known, type Operation } from '#domain/ledger.ts'

const nothing: Known = { operation: null, running: 0, frozen: false }
const account = (availableTokens: number, reservedTokens = 0, usedTokens = 0): Account => ({
  creditedTokens: availableTokens + reservedTokens + usedTokens,
  availableTokens,
  reservedTokens,
  usedTokens,
  debtTokens: 0
})
const open: Operation = { kind: 'reserve', fingerprint: 'f', priceTokens: 5, ended: false }
const credit = (amountTokens: number, fingerprint = 'f'): Command => ({
  kind: 'credit',
  id: 'c',
  fingerprint,
  amountTokens
})
const reserve = (priceTokens: number, more: { fingerprint?: string; runningMax?: number } = {}): Command => ({
  kind: 'reserve',
  id: 'r',
  fingerprint: 'f',
  runningMax: 3,
  priceTokens,
  ...more
})

const debit = (amountTokens: number): Command => ({ kind: 'debit', id: 'd', fingerprint: 'f', amountTokens })

describe('credit', () => {
  it('adds to the available tokens', () => {
    expect(applyCommand(account(2), credit(10), nothing)).toEqual({
      state: 'applied',
      entry: {
        kind: 'credit',
        operationId: 'c',
        balanceDelta: 10,
        reservedDelta: 0,
        chargedTokens: 0,
        lossTokens: 0
      },
      account: account(12)
    })
  })

  it.each<[string, Operation, string]>([
    ['the same content is known', { kind: 'credit', fingerprint: 'f' }, 'known'],
    ['other content is refused', { kind: 'credit', fingerprint: 'other' }, 'conflict'],
    ['the id of a reservation is refused', open, 'conflict']
  ])('an id that was used: %s', (_, operation, state) => {
    expect(applyCommand(account(2), credit(10), { ...nothing, operation })).toEqual({ state })
  })

  it('is accepted on a frozen account', () => {
    expect(applyCommand(emptyAccount, credit(10), { ...nothing, frozen: true }).state).toBe('applied')
  })

  it('is refused when the balance would exceed exact integers', () => {
    expect(applyCommand(account(Number.MAX_SAFE_INTEGER), credit(1), nothing)).toEqual({ state: 'invalid' })
  })
})

describe('debit', () => {
  it('takes available tokens', () => {
    expect(applyCommand(account(12), debit(5), nothing)).toMatchObject({ account: account(7) })
  })

  it('turns spent tokens into debt, and leaves reservations untouched', () => {
    const owing = { creditedTokens: 2, availableTokens: 0, reservedTokens: 3, usedTokens: 6, debtTokens: 7 }
    expect(applyCommand(account(3, 3, 6), debit(10), nothing)).toMatchObject({ account: owing })
  })

  it('leaves a debt that credits pay off before anything can be spent', () => {
    const owing: Account = { creditedTokens: 0, availableTokens: 0, reservedTokens: 0, usedTokens: 7, debtTokens: 7 }
    expect(applyCommand(owing, reserve(1), nothing)).toEqual({ state: 'insufficient' })
    expect(applyCommand(owing, credit(5), nothing)).toMatchObject({ account: { availableTokens: 0, debtTokens: 2 } })
    expect(applyCommand(owing, credit(10), nothing)).toMatchObject({ account: account(3, 0, 7) })
  })

  it('leaves a debt that a released reservation pays off', () => {
    const owing: Account = { creditedTokens: 1, availableTokens: 0, reservedTokens: 5, usedTokens: 0, debtTokens: 4 }
    const decision = applyCommand(owing, { kind: 'release', id: 'r' }, { ...nothing, operation: open })
    expect(decision).toMatchObject({ account: account(1) })
  })

  it.each([0, -1, 1.5, Number.NaN, 13])('of %s tokens out of 12 is refused', (amount) => {
    expect(applyCommand(account(12), debit(amount), nothing)).toEqual({ state: 'invalid' })
  })

  it.each<[string, Operation, string]>([
    ['the same content is known', { kind: 'debit', fingerprint: 'f' }, 'known'],
    ['other content is refused', { kind: 'debit', fingerprint: 'other' }, 'conflict'],
    ['the id of a credit is refused', { kind: 'credit', fingerprint: 'f' }, 'conflict']
  ])('an id that was used: %s', (_, operation, state) => {
    expect(applyCommand(account(12), debit(5), { ...nothing, operation })).toEqual({ state })
  })
})

describe('reserve', () => {
  it('holds the price and leaves the balance', () => {
    expect(applyCommand(account(12), reserve(5), nothing)).toEqual({
      state: 'applied',
      entry: { kind: 'reserve', operationId: 'r', balanceDelta: 0, reservedDelta: 5, chargedTokens: 0, lossTokens: 0 },
      account: account(7, 5)
    })
  })

  it('takes the last token but never more than are available', () => {
    expect(applyCommand(account(5), reserve(5), nothing)).toMatchObject({ account: account(0, 5) })
    expect(applyCommand(account(4), reserve(5), nothing)).toEqual({ state: 'insufficient' })
  })

  it('cannot use tokens that are already reserved', () => {
    expect(applyCommand(account(4, 100), reserve(5), nothing)).toEqual({ state: 'insufficient' })
  })

  it('reports missing tokens before too many running operations', () => {
    expect(applyCommand(account(4), reserve(5), { ...nothing, running: 3 })).toEqual({ state: 'insufficient' })
    expect(applyCommand(account(5), reserve(5), { ...nothing, running: 3 })).toEqual({ state: 'too-many-running' })
    expect(applyCommand(account(5), reserve(5), { ...nothing, running: 2 }).state).toBe('applied')
  })

  it.each<[string, Operation, string]>([
    ['the same request is known while it runs', open, 'known'],
    ['and after it ended', { ...open, ended: true }, 'known'],
    ['another request is refused', { ...open, fingerprint: 'other' }, 'conflict'],
    ['the id of a credit is refused', { kind: 'credit', fingerprint: 'f' }, 'conflict']
  ])('an id that was used: %s', (_, operation, state) => {
    expect(applyCommand(account(0), reserve(5), { ...nothing, operation, running: 3, frozen: true })).toEqual({ state })
  })

  it('keeps the price of its first request', () => {
    expect(applyCommand(account(9), reserve(7), { ...nothing, operation: open })).toEqual({ state: 'known' })
  })

  it('is refused on a frozen account', () => {
    expect(applyCommand(account(9), reserve(5), { ...nothing, frozen: true })).toEqual({ state: 'frozen' })
  })
})

describe('amounts', () => {
  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d tokens are refused', (tokens) => {
    expect(applyCommand(account(9), credit(tokens), nothing)).toEqual({ state: 'invalid' })
    expect(applyCommand(account(9), reserve(tokens), nothing)).toEqual({ state: 'invalid' })
    expect(applyCommand(account(9), reserve(5, { runningMax: tokens }), nothing)).toEqual({ state: 'invalid' })
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('a cost of %d is refused', (costTokens) => {
    const settle: Command = { kind: 'settle', id: 'r', costTokens }
    expect(applyCommand(account(0, 5), settle, { ...nothing, operation: open })).toEqual({ state: 'invalid' })
  })
})

describe('the end of a reservation', () => {
  const known = { ...nothing, operation: open }

  it.each([
    { costTokens: 0, chargedTokens: 0, lossTokens: 0, after: account(15, 0, 0) },
    { costTokens: 3, chargedTokens: 3, lossTokens: 0, after: account(12, 0, 3) },
    { costTokens: 5, chargedTokens: 5, lossTokens: 0, after: account(10, 0, 5) },
    { costTokens: 8, chargedTokens: 5, lossTokens: 3, after: account(10, 0, 5) }
  ])('settling a cost of $costTokens against 5 charges $chargedTokens', ({ costTokens, after, ...amounts }) => {
    expect(applyCommand(account(10, 5), { kind: 'settle', id: 'r', costTokens }, known)).toEqual({
      state: 'applied',
      entry: {
        kind: 'settle',
        operationId: 'r',
        balanceDelta: 0 - amounts.chargedTokens,
        reservedDelta: -5,
        ...amounts
      },
      account: after
    })
  })

  it.each(['release', 'expire'] as const)('%s returns all tokens', (kind) => {
    expect(applyCommand(account(10, 5), { kind, id: 'r' }, known)).toEqual({
      state: 'applied',
      entry: { kind, operationId: 'r', balanceDelta: 0, reservedDelta: -5, chargedTokens: 0, lossTokens: 0 },
      account: account(15)
    })
  })

  it('is possible on a frozen account', () => {
    expect(applyCommand(account(10, 5), { kind: 'release', id: 'r' }, { ...known, frozen: true }).state).toBe('applied')
  })

  it('needs an existing reservation', () => {
    const end: Command = { kind: 'settle', id: 'r', costTokens: 1 }
    expect(applyCommand(account(9), end, nothing)).toEqual({ state: 'missing' })
    const aCredit = { kind: 'credit', fingerprint: 'f' } as const
    expect(applyCommand(account(9), end, { ...nothing, operation: aCredit })).toEqual({ state: 'missing' })
  })
})
