// Purchases that a buyer may not make.
import { expect, test } from 'vitest'
import { answered, newPerson, sendAsVisitor } from '../support/worker/person.ts'
import { balanceOf, begin, buy, confirm, packageOf, pay, rowOf } from '../support/worker/paying.ts'

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
