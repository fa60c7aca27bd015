// A payment in review needs a person: an operator credits, refunds or dismisses it, once and on the record.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { breakingWallets, guardedDatabases } from '../support/worker/breaking.ts'
import { callAs, why } from '../support/worker/console.ts'
import { newOperator } from '../support/worker/operating.ts'
import { because, operate, orderRefund } from '../support/worker/operator.ts'
import { alter, begin, confirm, control, pay, refundsOf, rowOf } from '../support/worker/paying.ts'
import { newPerson, type Person } from '../support/worker/person.ts'
import { beginPremium, planOf } from '../support/worker/premium.ts'
import { decide, inReview, wholePaid } from '../support/worker/reviewing.ts'

let alarms: () => string[]
let actions: () => { event: string }[]
beforeEach(() => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  alarms = () => error.mock.calls.map(([line]) => String(line))
  actions = () =>
    warn.mock.calls
      .map(([line]) => JSON.parse(String(line)) as { event: string; phase?: string })
      .filter(({ event, phase }) => event === 'operator-action' && phase !== 'read')
})
afterEach(() => control({ paymentFault: null }))

const open = async (id: string) => (await operate('GET', `/payments/${id}`)).data

const tokensOf = async ({ userId }: Person) => (await userOf(env, userId).view()).availableTokens

/** What the result page promises the buyer to write, and how long it waits for the script before to be gone. */
const mailsAbout = async ({ userId }: Person) => {
  const mails = env.DB.prepare(
    'select facts, send_at - created_at as waits from outgoing_mails where user_id = ?'
  ).bind(userId)
  return (await mails.all<{ facts: string; waits: number }>()).results.map(({ facts, waits }) => ({
    ...(JSON.parse(facts) as object),
    waits
  }))
}

test('the alarm names the payment and the user by ids that an operator can open', async () => {
  const { person, id } = await inReview()
  expect(alarms().map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: 'payment-review', paymentId: id, userId: person.userId, mismatch: 'amount' })
  ])
  expect(await open(id)).toMatchObject({
    payment: {
      id,
      user_id: person.userId,
      status: 'review',
      mismatch: 'amount',
      decision: null,
      amount_kopecks: 50_000
    },
    provider: { status: 'succeeded', paid: true, amount_kopecks: 40_000, refunded_kopecks: 0, order_id: id },
    actions: []
  })
})

describe('credited', () => {
  test('gives what was ordered once, and keeps what was really paid', async () => {
    const { person, id } = await inReview()
    const finance = await newOperator('finance')
    const asked = { decision: 'credit', ...why() }
    for (let times = 0; times < 2; times++)
      expect(await callAs(finance, 'POST', `/payments/${id}/decision`, asked)).toMatchObject({
        status: 200,
        data: { done: true, payment: { status: 'succeeded', amount_kopecks: 40_000, decision: 'credit' } }
      })
    expect(await confirm(person, id)).toMatchObject({ status: 'completed', new_balance: 550 })
    expect(await decide(id, 'credit')).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await tokensOf(person)).toBe(550)
    expect(await mailsAbout(person)).toEqual([
      { kind: 'credit', amountKopecks: 40_000, tokens: 550, waits: 15 * 60_000 }
    ])
  })

  test('is taken back when the money goes back later', async () => {
    const { person, id } = await inReview(wholePaid)
    await decide(id, 'credit')
    expect(await orderRefund(id)).toMatchObject({
      status: 200,
      data: { payment: { status: 'refunded', refunded_kopecks: 50_000 } }
    })
    expect(await tokensOf(person)).toBe(0)
  })

  test('makes the user a buyer', async () => {
    const { person, id } = await inReview(wholePaid)
    await decide(id, 'credit')
    const bought = env.DB.prepare('select first_purchase_at as at from users where id = ?').bind(person.userId)
    expect(await bought.first('at')).toEqual(expect.any(Number))
  })

  test('after an interruption is finished by the same decision, and no other is possible meanwhile', async () => {
    const { person, id } = await inReview(wholePaid)
    const USER = breakingWallets({ call: 1, moment: 'after' })
    expect((await decide(id, 'credit', because(), { USER })).status).toBe(500)
    expect(await open(id)).toMatchObject({ payment: { status: 'review', decision: 'credit' } })
    for (const other of ['refund', 'dismiss'])
      expect(await decide(id, other)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await decide(id, 'credit')).toMatchObject({ status: 200, data: { payment: { status: 'succeeded' } } })
    expect(await tokensOf(person)).toBe(550)
    expect(await refundsOf(id)).toEqual([])
  })

  test('two at once with different decisions: exactly one is carried out', async () => {
    const { person, id } = await inReview(wholePaid)
    const answers = await Promise.all([decide(id, 'credit'), decide(id, 'refund')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { status } = await rowOf(id)
    expect([status, await tokensOf(person), (await refundsOf(id)).length]).toEqual(
      status === 'succeeded' ? ['succeeded', 550, 0] : ['refunded', 0, 1]
    )
  })
})

test('a credited month of Premium begins, and a refunded one does not', async () => {
  for (const decision of ['credit', 'refund']) {
    const person = await newPerson()
    const begun = await beginPremium(person)
    await pay(begun)
    await alter(begun.id, wholePaid)
    await confirm(person, begun.id)
    expect(await decide(begun.id, decision)).toMatchObject({ status: 200, data: { done: true } })
    const isRunning = decision === 'credit'
    expect((await planOf(person)).planId).toBe(isRunning ? 'premium' : 'free')
  }
})

describe('dismissed', () => {
  test('is closed without tokens and without a refund, in words for the buyer', async () => {
    const { person, id } = await inReview({ test: true, amount: '1.00' })
    expect(await decide(id, 'dismiss')).toMatchObject({ status: 200, data: { payment: { status: 'canceled' } } })
    expect(await confirm(person, id)).toMatchObject({
      status: 'cancelled',
      decline_reason: 'dismissed',
      new_balance: 0
    })
    expect(await refundsOf(id)).toEqual([])
    expect(await mailsAbout(person)).toEqual([{ kind: 'dismissed', amountKopecks: 50_000, waits: 15 * 60_000 }])
    expect(await decide(id, 'credit')).toMatchObject({ status: 409 })
  })

  test('is the only way for a payment that the provider does not call paid', async () => {
    const { person, id } = await inReview()
    await alter(id, { shop: 'another' })
    for (const decision of ['credit', 'refund'])
      expect(await decide(id, decision)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await open(id)).toMatchObject({ payment: { decision: null }, provider: null })
    expect(await decide(id, 'dismiss')).toMatchObject({ status: 200 })
    expect(await tokensOf(person)).toBe(0)
  })
})

test('while the provider does not answer the payment is shown as we know it, and can only be closed', async () => {
  const { id } = await inReview()
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    String(input instanceof Request ? input.url : input).startsWith(env.YOOKASSA_BASE_URL)
      ? Promise.reject(new TypeError('The network is away'))
      : send(input, init)
  )
  expect(await open(id)).toMatchObject({ payment: { id, status: 'review' }, provider: null, provider_silent: true })
  for (const decision of ['credit', 'refund'])
    expect(await decide(id, decision)).toMatchObject({ status: 503, code: 'PAYMENT_DELAYED' })
  expect(await decide(id, 'dismiss')).toMatchObject({ status: 200, data: { payment: { status: 'canceled' } } })
  vi.mocked(globalThis.fetch).mockRestore()
  expect(await open(id)).toMatchObject({ provider_silent: false, actions: expect.any(Array) })
})

describe('a decision', () => {
  test('is recorded in D1 and in the log: who, what, why, before and after', async () => {
    const { person, id } = await inReview(wholePaid)
    await decide(id, 'credit', { ...because('Сумму изменил банк'), operator: 'oleg' })
    const before = { status: 'review', tokens: 0 }
    const after = { status: 'succeeded', tokens: 550 }
    const line = { operator: 'oleg', action: 'payment-credit', reason: 'Сумму изменил банк' }
    expect(await open(id)).toMatchObject({
      actions: [
        { ...line, phase: 'begun', facts: before },
        { ...line, phase: 'done', facts: after }
      ]
    })
    expect(actions()).toMatchObject([
      { ...line, phase: 'begun', subject: id, userId: person.userId, facts: before },
      { ...line, phase: 'done', subject: id, userId: person.userId, facts: after }
    ])
  })

  test('without who, why and a key is refused', async () => {
    const { id } = await inReview()
    for (const [name, more] of [
      ['without an operator', { operator: undefined }],
      ['of an operator named by an address', { operator: 'anna@example.com' }],
      ['without a reason', { reason: '  ' }],
      ['with an address in its reason', { reason: 'Просил ivan@example.com' }],
      ['with a line break in its reason', { reason: 'Причина\n{"event":"forged"}' }],
      ['without a key', { idempotency_key: undefined }]
    ] as const)
      expect([name, (await decide(id, 'credit', { ...because(), ...more })).status]).toEqual([name, 400])
    expect(await rowOf(id)).toMatchObject({ status: 'review', reviewDecision: null })
  })

  test.each(['credit', 'refund', 'dismiss'])(
    '%s whose record was lost is recorded by the next call',
    async (decision) => {
      const { id } = await inReview(wholePaid)
      const more = because()
      let lines = 0
      const databases = guardedDatabases((run, name) =>
        name.includes('into "operator_actions"') && ++lines === 2 ? Promise.reject(new Error('Away')) : run()
      )
      expect((await decide(id, decision, more, { ...databases })).status).toBe(500)
      expect((await rowOf(id)).status).not.toBe('review')
      expect(await decide(id, decision, more)).toMatchObject({ status: 200, data: { done: true } })
      expect(await open(id)).toMatchObject({ actions: [{ phase: 'begun' }, { phase: 'done' }] })
      expect(await decide(id, decision)).toMatchObject({ status: 409, code: 'CONFLICT' })
    }
  )

  test('with the key of another one is refused', async () => {
    const [one, other] = [await inReview(wholePaid), await inReview(wholePaid)]
    const more = because()
    await decide(one.id, 'credit', more)
    for (const refused of [await decide(other.id, 'credit', more), await decide(one.id, 'refund', more)])
      expect(refused).toMatchObject({ status: 422, code: 'IDEMPOTENCY_MISMATCH' })
    expect(await rowOf(other.id)).toMatchObject({ status: 'review' })
  })

  test('about a payment that is not in review, or is none, is refused', async () => {
    const person = await newPerson()
    const begun = await begin(person)
    for (const decision of ['credit', 'refund', 'dismiss'])
      expect(await decide(begun.id, decision)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await decide('payment-of-nobody', 'credit')).toMatchObject({ status: 404 })
  })
})
