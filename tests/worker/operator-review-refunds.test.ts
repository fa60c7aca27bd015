// An operator refunds a payment out of its review: the provider returns what was paid, once.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mailsTo } from '../support/worker/account.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { advanceMoney } from '../support/worker/clock.ts'
import { because } from '../support/worker/operator.ts'
import { confirm, control, endRefund, refundsOf, rowOf } from '../support/worker/paying.ts'
import { decide, inReview, wholePaid } from '../support/worker/reviewing.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => control({ paymentFault: null }))

test('a refund out of a review has the provider return what was paid, once, and tells the buyer', async () => {
  const { person, id } = await inReview()
  const refund = because()
  for (let times = 0; times < 2; times++)
    expect(await decide(id, 'refund', refund)).toMatchObject({
      status: 200,
      data: { done: true, payment: { status: 'refunded', refunded_kopecks: 40_000 } }
    })
  expect(await refundsOf(id)).toMatchObject([{ amount: { value: '400.00' }, status: 'succeeded' }])
  expect(await confirm(person, id)).toMatchObject({ status: 'refunded', refunded_rub: 400, new_balance: 0 })
  await advanceMoney(env, Date.now())
  expect((await mailsTo(`${person.userId}@person.example`)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/400\s₽/)
  ])
})

test('a refund out of a review whose answer was lost is not made twice', async () => {
  const { id } = await inReview()
  await control({ paymentFault: 'refund-lost' })
  expect(await decide(id, 'refund')).toMatchObject({ status: 503, code: 'PAYMENT_DELAYED' })
  expect(await decide(id, 'credit')).toMatchObject({ status: 409 })
  expect(await decide(id, 'refund')).toMatchObject({ status: 200, data: { payment: { status: 'refunded' } } })
  expect(await refundsOf(id)).toHaveLength(1)
})

test('a refund out of a review that was interrupted before it was stored is finished by the next call without a second refund', async () => {
  const { id } = await inReview()
  // The statement that ends the review.
  const endsReview = '"refunded_kopecks" = ?'
  const databases = guardedDatabases((run, name) =>
    name.includes(endsReview) ? Promise.reject(new Error('Away')) : run()
  )
  const broken = await decide(id, 'refund', because(), { ...databases })
  expect([broken.status, (await rowOf(id)).status, (await refundsOf(id)).length]).toEqual([500, 'review', 1])
  expect(await decide(id, 'refund')).toMatchObject({ status: 200, data: { payment: { status: 'refunded' } } })
  expect(await refundsOf(id)).toHaveLength(1)
})

test('a refund that the provider makes later is not done until then, and excludes other decisions', async () => {
  const { id } = await inReview()
  await control({ paymentFault: 'refund-pending' })
  const more = because()
  expect(await decide(id, 'refund', more)).toMatchObject({
    status: 200,
    data: { done: false, payment: { status: 'review', decision: 'refund' } }
  })
  expect(await decide(id, 'credit')).toMatchObject({ status: 409, code: 'CONFLICT' })
  const [pending] = await refundsOf(id)
  await endRefund(pending!.id, 'succeeded')
  expect(await decide(id, 'refund', more)).toMatchObject({
    status: 200,
    data: { done: true, payment: { status: 'refunded', refunded_kopecks: 40_000 } }
  })
  expect(await refundsOf(id)).toHaveLength(1)
})

test('a refund that the provider does not make gives the decision back', async () => {
  const { person, id } = await inReview(wholePaid)
  await control({ paymentFault: 'refund-pending' })
  const more = because()
  await decide(id, 'refund', more)
  const [pending] = await refundsOf(id)
  await endRefund(pending!.id, 'canceled')
  expect(await decide(id, 'refund', more)).toMatchObject({ status: 502, code: 'PAYMENT_FAILED' })
  expect(await rowOf(id)).toMatchObject({ status: 'review', reviewDecision: null })
  expect(await decide(id, 'credit')).toMatchObject({ status: 200, data: { payment: { status: 'succeeded' } } })
  expect(await confirm(person, id)).toMatchObject({ status: 'completed', new_balance: 550 })
})

test('a refund that failed before, requested again, does not give up the decision that another one carries out', async () => {
  const { person, id } = await inReview()
  const [failed, other] = [because(), because()]
  for (const more of [failed, other]) {
    await control({ paymentFault: 'refund-pending' })
    expect(await decide(id, 'refund', more)).toMatchObject({ status: 200, data: { done: false } })
    const [newest] = await refundsOf(id)
    if (more === failed) await endRefund(newest!.id, 'canceled')
    expect(await decide(id, 'refund', failed)).toMatchObject({ status: 502, code: 'PAYMENT_FAILED' })
  }
  expect(await decide(id, 'credit')).toMatchObject({ status: 409, code: 'CONFLICT' })
  const [pending] = await refundsOf(id)
  await endRefund(pending!.id, 'succeeded')
  expect(await decide(id, 'refund', other)).toMatchObject({ status: 200, data: { done: true } })
  expect(await confirm(person, id)).toMatchObject({ status: 'refunded', new_balance: 0 })
})
