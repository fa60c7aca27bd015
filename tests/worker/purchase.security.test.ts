// Purchases that a buyer may not make.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { payments } from '#data/directory/schema-payments.ts'
import { eq } from 'drizzle-orm'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { environmentOf } from '#worker/http/context.ts'
import { call } from '../support/worker/account.ts'
import { answered, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'
import { balanceOf, begin, buy, confirm, packageOf, pay, rowOf } from '../support/worker/paying.ts'

const ordersOf = ({ userId }: Person) => openDirectory(env).select().from(payments).where(eq(payments.userId, userId))

describe('nothing is sold', () => {
  test.each<[string, unknown]>([
    ['for less than it costs', { tokens: 5000, amount: 1, package_id: 'tokens-5000' }],
    ['for infinity', '{"tokens":1e309,"amount":1e309}']
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
  const settings = { LIMIT_PURCHASES_PER_HOUR: '2' }
  const accessToken = await signAccessToken(environmentOf(env), { userId, sessionId }, Date.now())
  const attempt = () => call('/api/tokens/purchase', { settings, accessToken, body: packageOf('tokens-100') })
  const [first, second, third] = [await attempt(), await attempt(), await attempt()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(third).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } })
})
