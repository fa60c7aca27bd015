// What makes tokens, codes, campaigns or days of Premium is called in few places, and by operators behind one gate alone. A new
// place must be named here.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'

const makes = /\.credit\(|\.correct\(|\baddCode\(|\baddCampaign\(|\bextended\(|\bgrantPremium\(|decision: 'credit'/

/** Purchases and what is promised to everybody, each with its own bound; what is returned for a job is counted at the gate. */
const named = [
  'queues/operate.ts',
  'worker/operator/access/carry-out.ts',
  'worker/payments/advance-payment.ts',
  'worker/payments/end-review.ts',
  'worker/payments/grant-premium.ts',
  'worker/payments/payment-ports.ts',
  'worker/payments/reward-inviter.ts',
  'worker/people/bonus.ts',
  'worker/people/invitations.ts',
  'worker/people/promo-routes.ts'
]

test('value is made in the named places alone', () => {
  const files = ['worker', 'queues'].flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
  const making = files.filter((file) => makes.test(readFileSync(join(root, file), 'utf8')))
  expect(making.toSorted()).toEqual(named)
})

test('only the gate carries out what is behind it', () => {
  const files = globSync('worker/**/*.ts', { cwd: root })
  const callers = files.filter((file) => /^import .*\bcarryOut\b/m.test(readFileSync(join(root, file), 'utf8')))
  expect(callers.toSorted()).toEqual(['worker/operator/access/gate.ts', 'worker/operator/people/decision-routes.ts'])
})
