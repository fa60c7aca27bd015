// Random calls against the rules: of metering, of the ledger and of both together.
import { expect, it } from 'vitest'
import { MeteredUser, runCalls } from '#tests/support/metered-calls.ts'

it('random calls keep every invariant after every step, with kills between them', () => {
  const calls = 30_000
  const { totals, meter } = runCalls(1, calls)
  expect(meter.tab).toBeNull()
  expect(totals.chargedTokens * 1_000_000 - totals.costMicros).toBe(meter.remainderMicros)
  expect(Math.min(totals.admitted, totals.refused)).toBeGreaterThan(calls / 8)
  expect(totals.returnedTokens).toBeGreaterThan(20)
})

it('a hundred calls at once never hold more than the balance', () => {
  const dear = { input: 300, cachedInput: 30, cacheWrite: 375, output: 1500 }
  const user = new MeteredUser(7)
  user.credit(10)
  const admitted = Array.from({ length: 100 }, () => user.admit(dear, 0, 1000)).filter(Boolean)
  expect(admitted.length).toBeGreaterThan(3)
  expect(user.account.reservedTokens).toBeLessThanOrEqual(10)
  for (let ends = 0; ends < 500; ends += 1) user.endSome()
  user.settle()
  expect(user.account.usedTokens).toBeLessThanOrEqual(10)
})
