// Purchases that a buyer may not make.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { payments } from '#data/directory/schema-payments.ts'
import { eq } from 'drizzle-orm'
import { createApp } from '#worker/app.ts'
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { environmentOf } from '#worker/http/context.ts'
import { answered, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'
import { balanceOf, begin, buy, confirm, packageOf, pay, rowOf } from '../support/worker/paying.ts'

const ordersOf = ({ userId }: Person) => openDirectory(env).select().from(payments).where(eq(payments.userId, userId))

describe('nothing is sold', () => {
  test.each<[string, unknown]>([
    ['for less than it costs', { tokens: 5000, amount: 1, package_id: 'tokens-5000' }],
    ['beyond what the package holds', { tokens: 9000, amount: 100, package_id: 'tokens-100' }],
    ['that is not in the catalogue', { tokens: 7, amount: 7, package_id: 'tokens-7' }],
    ['under a name of the prototype', { tokens: 100, amount: 100, package_id: '__proto__' }],
    ['below the least', { tokens: 9, amount: 9 }],
    ['above the most', { tokens: 10_001, amount: 10_001 }],
    ['in negative numbers', { tokens: -100, amount: -100 }],
    ['in negative zeros', { tokens: -0, amount: -0 }],
    ['in fractions', { tokens: 10.5, amount: 10.5 }],
    ['in fractions of a kopeck', { tokens: 100, amount: 100.0000001 }],
    ['for a billion', { tokens: 1e9, amount: 1e9 }],
    ['beyond exact numbers', '{"tokens":9007199254740993,"amount":9007199254740993}'],
    ['for infinity', '{"tokens":1e309,"amount":1e309}'],
    ['for text', { tokens: '100', amount: '100' }],
    ['for text in exponents', { tokens: '1e3', amount: 1000 }],
    ['for other digits', { tokens: '٣٠', amount: 30 }],
    ['for grouped digits', { tokens: '1_000', amount: 1000 }],
    ['for nothing', { tokens: null, amount: null }],
    ['for a list', { tokens: [100], amount: [100] }],
    ['without anything', {}]
  ])('%s', async (_, purchase) => {
    const person = await newPerson()
    expect(await answered(await person.send('POST', '/tokens/purchase', purchase))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED'
    })
    expect(await ordersOf(person)).toEqual([])
  })
})

test('extra fields of a purchase are ignored', async () => {
  const [person, other] = await Promise.all([newPerson(), newPerson()])
  const begun = await begin(person, {
    ...packageOf('tokens-100'),
    user_id: other.userId,
    total_tokens: 1_000_000,
    status: 'succeeded',
    amount_kopecks: 1,
    currency: 'USD'
  })
  expect(await rowOf(begun.id)).toMatchObject({
    userId: person.userId,
    totalTokens: 100,
    amountKopecks: 10_000,
    currency: 'RUB',
    status: 'pending'
  })
})

test('a confirmation without a payment credits nothing, from any user', async () => {
  const [person, other] = await Promise.all([newPerson(), newPerson()])
  const begun = await begin(person)
  expect(await confirm(person, begun.id)).toMatchObject({ status: 'pending', new_balance: 0 })
  await pay(begun)
  expect(await answered(await other.send('POST', `/tokens/payment/${begun.id}/success`))).toMatchObject({
    status: 404,
    error: 'ID платежа не найден'
  })
  expect(await balanceOf(other)).toBe(0)
  expect(await sendAsVisitor('POST', `/tokens/payment/${begun.id}/success`)).toHaveProperty('status', 401)
})

test('two users with the same idempotency key make two orders', async () => {
  const [person, other] = await Promise.all([newPerson(), newPerson()])
  const key = crypto.randomUUID()
  const [one, two] = await Promise.all([buy(person, undefined, key), buy(other, undefined, key)])
  const ids = await Promise.all([one, two].map(async (answer) => (await answered(answer)).data))
  expect(new Set(ids.map((data) => (data as { id: string }).id)).size).toBe(2)
})

test('purchases are limited per hour, and the refusal tells how long to wait', async () => {
  const { userId, sessionId } = await newPerson()
  const settings = { ...env, LIMIT_PURCHASES_PER_HOUR: '2' }
  const token = await signAccessToken(environmentOf(env), { userId, sessionId }, Date.now())
  const attempt = async () => {
    const context = createExecutionContext()
    const request = new Request(`${env.SITE_ORIGIN}/api/tokens/purchase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(packageOf('tokens-100'))
    })
    const response = await createApp().fetch(request, settings, context)
    await waitOnExecutionContext(context)
    return answered(response)
  }
  const [first, second, third] = [await attempt(), await attempt(), await attempt()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(third).toMatchObject({ status: 429, code: 'RATE_LIMITED', retryAfter: expect.any(Number) })
})
