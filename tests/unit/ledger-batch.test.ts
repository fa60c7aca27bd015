import { describe, expect, test } from 'vitest'
import { refusalOfAll, type Reserving } from '#domain/ledger-batch.ts'
import { type Account, emptyAccount, type Known } from '#domain/ledger.ts'

const account = (tokens: number): Account => ({ ...emptyAccount, creditedTokens: tokens, availableTokens: tokens })
const unknown: Known = { operation: null, running: 0, frozen: false }
const reserving = (id: string, priceTokens: number, more: Partial<Known> = {}, planMaxTokens?: number): Reserving => ({
  command: {
    kind: 'reserve',
    id,
    fingerprint: 'one',
    priceTokens,
    runningMax: 5,
    ...(planMaxTokens === undefined ? {} : { planMaxTokens })
  },
  known: { ...unknown, ...more }
})
const four = (priceTokens: number, more?: Partial<Known>, planMaxTokens?: number) =>
  ['a', 'b', 'c', 'd'].map((id) => reserving(id, priceTokens, more, planMaxTokens))
const open = { kind: 'reserve', fingerprint: 'one', priceTokens: 3, ended: false } as const

describe('several reservations', () => {
  test('are possible together when the balance covers their sum', () => {
    expect(refusalOfAll(account(12), four(3))).toBeNull()
    expect(refusalOfAll(account(11), four(3))).toEqual({ state: 'insufficient' })
  })

  test('count towards what may run at once', () => {
    expect(refusalOfAll(account(99), four(3, { running: 1 }))).toBeNull()
    expect(refusalOfAll(account(99), four(3, { running: 2 }))).toEqual({ state: 'too-many-running' })
  })

  test('count towards the bound of a plan', () => {
    expect(refusalOfAll(account(0), four(3, { planTokens: 8 }, 20))).toBeNull()
    expect(refusalOfAll(account(0), four(3, { planTokens: 9 }, 20))).toEqual({ state: 'plan-exhausted' })
  })

  test('that are known already cost nothing again; another request with an id is a conflict', () => {
    expect(refusalOfAll(account(0), four(3, { operation: open, running: 5 }))).toBeNull()
    const other = { ...open, fingerprint: 'other' }
    expect(refusalOfAll(account(99), [reserving('a', 3), reserving('b', 3, { operation: other })])).toEqual({
      state: 'conflict'
    })
  })

  test('are refused in a frozen account', () => {
    expect(refusalOfAll(account(99), four(3, { frozen: true }))).toEqual({ state: 'frozen' })
  })
})
