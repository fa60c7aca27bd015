import { expect, test } from 'vitest'
import { refusalOf } from '#durable-objects/wallet/refusal.ts'
import { refused } from '#worker/premium/refused.ts'

const tooMany = { text: 'Подождите', retryAfter: 7 }
type Refused = Parameters<typeof refusalOf>[0]

const told = (reserved: Refused) => {
  const refusal = refusalOf(reserved)
  return refusal && refused(refusal, tooMany, 5).refusal
}

test.each<[Refused, object]>([
  [{ state: 'closed', outcome: 'completed', chargedTokens: 5 }, { code: 'ANSWER_EXPIRED' }],
  [{ state: 'conflict' }, { code: 'IDEMPOTENCY_MISMATCH' }],
  [
    { state: 'insufficient', availableTokens: 2 },
    {
      code: 'INSUFFICIENT_TOKENS',
      data: { availableTokens: 2, missingTokens: 3, priceTokens: 5, packageId: 'tokens-100' }
    }
  ],
  [{ state: 'too-many-running' }, { code: 'TOO_MANY_RUNNING', ...tooMany }],
  [{ state: 'plan-exhausted' }, { code: 'FAIR_USE_EXCEEDED', retryAfter: expect.any(Number) }],
  [{ state: 'frozen' }, { code: 'ACCOUNT_FROZEN' }]
])('what the wallet refuses as $state is told alike for answers and jobs', (reserved, refusal) => {
  expect(told(reserved)).toEqual(refusal)
})

test('what is reserved, or was before, is no refusal', () => {
  expect(refusalOf({ state: 'known', status: 'open', priceTokens: 5 })).toBeNull()
})
