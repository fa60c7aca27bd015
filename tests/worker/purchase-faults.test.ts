// YooKassa fails in the middle of a purchase.
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test } from 'vitest'
import { declineText } from '#contract/payment-declines.ts'
import type { Payment } from '#contract/payments.ts'
import { openDirectory } from '#data/base/database.ts'
import { attachPayment } from '#data/directory/payments.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { advanceMoney } from '../support/worker/clock.ts'
import { answered, dataOf, newPerson } from '../support/worker/person.ts'
import { balanceOf, buy, confirm, control, newPayer, packageOf, paymentsOf, rowOf } from '../support/worker/paying.ts'

const minuteMs = 60_000

afterEach(() => control({ paymentFault: null }))

describe('YooKassa that', () => {
  test.each(['payment-down', 'payment-lost', 'payment-limit'])(
    'fails (%s) leaves an order that a retry continues',
    async (fault) => {
      const person = await newPerson()
      const key = crypto.randomUUID()
      await control({ paymentFault: fault })
      const delayed = await answered(await buy(person, packageOf('tokens-100'), key))
      expect(delayed).toMatchObject({ status: 503, code: 'PAYMENT_DELAYED', retryAfter: 5 })
      const begun = await dataOf<{ id: string }>(await buy(person, packageOf('tokens-100'), key))
      expect(delayed.data).toEqual({ id: begun.id })
      expect(await paymentsOf(begun.id)).toHaveLength(1)
    }
  )

  test('lost its answer gets the request again from the cron, with the same key', async () => {
    const person = await newPerson()
    await control({ paymentFault: 'payment-lost' })
    const { data } = await answered(await buy(person))
    const { id } = data as { id: string }
    await advanceMoney(env, Date.now() + 2 * minuteMs)
    expect(await rowOf(id)).toMatchObject({ status: 'pending', confirmationToken: expect.stringMatching(/^ct-/) })
    expect(await paymentsOf(id)).toHaveLength(1)
  })

  test('refuses the payment ends the order, and the history says so', async () => {
    const person = await newPerson()
    await control({ paymentFault: 'payment-rejected' })
    const refused = await answered(await buy(person))
    expect(refused).toMatchObject({ status: 502, code: 'PAYMENT_FAILED', error: 'Ошибка создания платежа' })
    const { id } = refused.data as { id: string }
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', nextCheckAt: null })
    const { payments } = await dataOf<{ payments: Payment[] }>(await person.send('GET', '/tokens/payments'))
    expect(payments.map(({ decline_reason: reason }) => declineText(reason))).toEqual([
      'Платёжная система не приняла платёж. Деньги не списаны. Попробуйте ещё раз или напишите в поддержку'
    ])
  })

  test('does not answer the return page leaves the payment pending, and a later check credits it', async () => {
    const { person, begun } = await newPayer()
    await control({ paymentFault: 'check-down' })
    expect(await confirm(person, begun.id)).toMatchObject({ status: 'pending', new_balance: 0 })
    await expect.poll(async () => (await confirm(person, begun.id)).status).toBe('completed')
    expect(await balanceOf(person)).toBe(550)
  })

  test('never confirms the order: it is given up after half an hour', async () => {
    const person = await newPerson()
    await control({ paymentFault: 'payment-down' })
    const { data } = await answered(await buy(person))
    const { id } = data as { id: string }
    await advanceMoney(env, Date.now() + 31 * minuteMs)
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', cancellationReason: 'not_started' })
    expect(await paymentsOf(id)).toEqual([])
  })
})

test('an order that is attached to its payment while another call gives it up stays open', async () => {
  const person = await newPerson()
  await control({ paymentFault: 'payment-lost' })
  const { data } = await answered(await buy(person))
  const { id } = data as { id: string }
  const [payment] = await paymentsOf(id)
  const databases = guardedDatabases(async (run, name) => {
    if (name.includes('"cancellation_reason" = ?')) {
      const attached = { providerPaymentId: payment!.id, confirmationToken: null, nextCheckAt: 0, now: Date.now() }
      await attachPayment(openDirectory(env), await rowOf(id), attached)
    }
    return run()
  })
  await advanceMoney({ ...env, ...databases }, Date.now() + 31 * minuteMs)
  expect(await rowOf(id)).toMatchObject({ status: 'pending', providerPaymentId: payment!.id })
})
