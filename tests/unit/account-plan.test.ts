import { describe, expect, test } from 'vitest'
import { type AccountPlan, accountPlans, canPay, mayUse, paysInTokens } from '#contract/catalogue/plans.ts'
import { accountPlanOf } from '#domain/account-plan.ts'

const now = 1000

test.each<[string, AccountPlan, number | null, number | null]>([
  ['bought nothing', 'free', null, null],
  ['bought tokens', 'paid', 5, null],
  ['has Premium', 'premium', 5, now + 1],
  ['has Premium and bought nothing else', 'premium', null, now + 1],
  ['had Premium until now', 'paid', 5, now],
  ['was given back the money for Premium', 'free', null, 0]
])('an account that %s is on the plan %s', (_, plan, firstPurchaseAt, premiumUntil) => {
  expect(accountPlanOf({ firstPurchaseAt, premiumUntil }, now)).toBe(plan)
})

describe('a plan', () => {
  test('opens what is not basic from the first purchase on', () => {
    expect(accountPlans.map((plan) => [plan, mayUse(plan, true), mayUse(plan, false)])).toEqual([
      ['free', true, false],
      ['paid', true, true],
      ['premium', true, true]
    ])
  })

  test('pays in tokens, except Premium', () => {
    expect(accountPlans.filter(paysInTokens)).toEqual(['free', 'paid'])
    expect([canPay({ plan: 'paid', tokens: 4 }, 5), canPay({ plan: 'paid', tokens: 5 }, 5)]).toEqual([false, true])
    expect(canPay({ plan: 'premium', tokens: 0 }, 5)).toBe(true)
  })
})
