// A user's own limits on spending: the rule of the ledger, and the periods.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overBudgetText } from '#contract/budget-words.ts'
import { spentWords } from '#contract/spent-words.ts'
import { budgetTokensOf, isNearlySpent, periodAround, spentBudget, tightestOf } from '#domain/budget.ts'
import { refusalOfAll } from '#domain/ledger-batch.ts'
import { type Account, applyCommand, type Command, emptyAccount, type Known } from '#domain/ledger.ts'

const moscow = (text: string) => Date.parse(`${text}+03:00`)

describe('a period', () => {
  test('of a day and of a month begins at midnight in Moscow; the whole has no end', () => {
    const at = moscow('2026-12-31T23:59:59')
    expect(periodAround('day', at, 0)).toEqual({ start: moscow('2026-12-31T00:00'), end: moscow('2027-01-01T00:00') })
    expect(periodAround('month', at, 0)).toEqual({ start: moscow('2026-12-01T00:00'), end: moscow('2027-01-01T00:00') })
    expect(periodAround('total', at, 7)).toEqual({ start: 7, end: null })
  })
})

describe('several limits', () => {
  const day = { period: 'day', limitTokens: 10, spentTokens: 4 } as const
  const month = { period: 'month', limitTokens: 100, spentTokens: 95 } as const

  test('the one that lets the least through decides, and says what is left beside running work', () => {
    expect(budgetTokensOf([day, month])).toBe(5)
    expect(tightestOf([day, month])).toBe(month)
    expect(spentBudget(month, 2)).toEqual({ period: 'month', limitTokens: 100, leftTokens: 3, heldTokens: 2 })
    expect(spentBudget({ ...month, limitTokens: 50 }, 2)).toMatchObject({ leftTokens: 0 })
    expect(budgetTokensOf([])).toBe(Infinity)
  })

  test('are told in words', () => {
    expect(overBudgetText({ period: 'day', limitTokens: 21, leftTokens: 3, heldTokens: 0 })).toBe(
      'Вы поставили себе лимит: 21 токен в день. Свободно 3 токена. Токены не списаны. Лимит можно изменить или снять в профиле'
    )
    expect(overBudgetText({ period: 'month', limitTokens: 10, leftTokens: 0, heldTokens: 10 })).toMatch(
      /10 токенов в месяц\. Свободно 0 токенов, ещё 10 токенов в начатых работах\. /
    )
    expect(overBudgetText({ period: 'total', limitTokens: 5, leftTokens: 0, heldTokens: 0 })).toMatch(
      /5 токенов всего\. Он исчерпан\. /
    )
  })

  test('are nearly spent from four fifths on', () => {
    expect([79, 80].map((spentTokens) => isNearlySpent({ limitTokens: 100, spentTokens }))).toEqual([false, true])
    expect([2, 3].map((spentTokens) => isNearlySpent({ limitTokens: 3, spentTokens }))).toEqual([false, true])
  })
})

const rich: Account = { ...emptyAccount, creditedTokens: 1000, availableTokens: 1000 }
const known = (more: Partial<Known> = {}): Known => ({ operation: null, running: 0, frozen: false, ...more })
const reserve = (priceTokens: number, planMaxTokens?: number): Extract<Command, { kind: 'reserve' }> => ({
  kind: 'reserve',
  id: 'a',
  fingerprint: 'one',
  priceTokens,
  runningMax: 5,
  ...(planMaxTokens !== undefined && { planMaxTokens })
})

describe('a reservation under a limit', () => {
  test('fits exactly, running work counted; more is refused before the funds are looked at', () => {
    const busy = { ...rich, availableTokens: 994, reservedTokens: 6 }
    expect(applyCommand(busy, reserve(4), known({ budgetTokens: 10 })).state).toBe('applied')
    expect(applyCommand(busy, reserve(5), known({ budgetTokens: 10 }))).toEqual({ state: 'over-budget' })
    expect(applyCommand(emptyAccount, reserve(5), known({ budgetTokens: 4 }))).toEqual({ state: 'over-budget' })
  })

  test('that a plan covers costs nothing, so no limit stops it', () => {
    expect(applyCommand(rich, reserve(5, 20), known({ budgetTokens: 0 })).state).toBe('applied')
  })

  test('is refused as a whole with others that do not fit together', () => {
    const four = ['a', 'b', 'c', 'd'].map((id) => ({
      command: { ...reserve(3), id },
      known: known({ budgetTokens: 11 })
    }))
    expect(refusalOfAll(rich, four)).toEqual({ state: 'over-budget' })
    expect(refusalOfAll(rich, four.slice(0, 3))).toBeNull()
  })

  test('never lets more be spent and reserved than the limit, however work ends', () => {
    const step = fc.record({ price: fc.integer({ min: 1, max: 12 }), cost: fc.nat(15), ends: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 60 }), (steps, limitTokens) => {
        let account = rich
        for (const { price, cost, ends } of steps) {
          const budgetTokens = limitTokens - account.usedTokens
          const begun = applyCommand(account, reserve(price), known({ budgetTokens }))
          if (begun.state !== 'applied') continue
          account = begun.account
          const operation = { kind: 'reserve', fingerprint: 'one', priceTokens: price, ended: false } as const
          const ended =
            ends && applyCommand(account, { kind: 'settle', id: 'a', costTokens: cost }, known({ operation }))
          if (ended && ended.state === 'applied') account = ended.account
          expect(account.usedTokens + account.reservedTokens).toBeLessThanOrEqual(limitTokens)
        }
      })
    )
  })
})

test.each([
  [1, 'потрачен 1 токен'],
  [11, 'потрачено 11 токенов'],
  [801, 'потрачен 801 токен']
])('%i spent tokens have the form of the verb that goes with them', (tokens, words) => {
  expect(spentWords(tokens)).toBe(words)
})
