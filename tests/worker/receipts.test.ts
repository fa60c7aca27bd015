// A receipt (54-FZ) is looked after until it is registered, a week at most; one that is not becomes an alarm, once.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { orderedRefunds } from '#data/directory/refunds.ts'
import { continueRefunds, reconcilePayments } from '../support/worker/clock.ts'
import { orderRefund } from '../support/worker/operator.ts'
import {
  alter,
  alterRefundReceipt,
  begin,
  confirm,
  control,
  endRefund,
  notificationOf,
  notify,
  pay,
  poorCard,
  refundsOf,
  rowOf
} from '../support/worker/paying.ts'
import { newPerson } from '../support/worker/person.ts'
import { emptyBooks } from '../support/worker/reconciling.ts'
import { setStage } from '../support/worker/stage.ts'
import { alarmRows, emptyAlarms } from '../support/worker/telling.ts'
import { passMs } from '../support/worker/wallet-rows.ts'

const dayMs = 24 * 60 * 60_000
const kind = 'receipt-not-registered'

setStage()
beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await control({ notifications: 'never' })
  await emptyBooks()
  await emptyAlarms()
})

/** The cron of so many days; a payment or a refund that is due is asked about in each. */
async function passDays(days: number) {
  for (let day = 0; day < days; day++) {
    passMs(dayMs)
    await continueRefunds(env, Date.now())
    await reconcilePayments(env, Date.now())
  }
}

/** A user who has paid for 500 tokens. @param receipt what the register says of the sale's receipt */
async function newBuyer(receipt: 'pending' | null = 'pending') {
  const person = await newPerson()
  const begun = await begin(person)
  await alter(begun.id, { receipt })
  await pay(begun)
  await confirm(person, begun.id)
  return { person, id: begun.id }
}

test('one that the register refuses after a while is found by the clock, and told once', async () => {
  const { person, id } = await newBuyer()
  expect(await rowOf(id)).toMatchObject({ status: 'succeeded', receiptStatus: 'pending' })
  await alter(id, { receipt: 'canceled' })
  await passDays(1)
  expect(await rowOf(id)).toMatchObject({ receiptStatus: 'canceled', nextCheckAt: null })
  await notify(await notificationOf(id))
  await passDays(1)
  expect(await alarmRows(kind)).toMatchObject([
    { subject: id, userId: person.userId, detail: { operation: 'sale', registration: 'canceled' }, count: 1 }
  ])
})

test('one that is pending for a week is told, and asked about no more', async () => {
  const { id } = await newBuyer()
  await passDays(6)
  expect(await alarmRows(kind)).toEqual([])
  await passDays(4)
  expect(await rowOf(id)).toMatchObject({ receiptStatus: 'pending', nextCheckAt: null })
  expect(await alarmRows(kind)).toMatchObject([
    { subject: id, detail: { operation: 'sale', registration: 'pending' }, count: 1 }
  ])
})

test('one that is registered, or that belongs to no sale, raises no alarm', async () => {
  const { id } = await newBuyer(null)
  const person = await newPerson()
  const declined = await begin(person)
  await pay(declined, poorCard)
  await confirm(person, declined.id)
  await notify(await notificationOf(declined.id, 'payment.canceled'))
  await passDays(2)
  expect(await rowOf(id)).toMatchObject({ receiptStatus: 'succeeded', nextCheckAt: null })
  expect(await rowOf(declined.id)).toMatchObject({ status: 'canceled', receiptStatus: null })
  expect(await alarmRows(kind)).toEqual([])
})

/** Returns a part as an operator. The refund's receipt needs real seconds, and is then what `receipt` says. */
async function giveBack(id: string, receipt: 'pending' | null = null) {
  await control({ speed: 1 })
  await orderRefund(id, { amount_kopecks: 10_000 })
  const [made] = await refundsOf(id)
  await alterRefundReceipt(made!.id, receipt)
  await control({ speed: 1_000_000 })
  return made!.id
}

/** A purchase of which an operator has returned a part. The sale's own receipt is registered. */
async function newRefund(receipt: 'pending' | null = 'pending') {
  const { person, id } = await newBuyer(null)
  await env.DB.prepare(`update payments set receipt_status = 'succeeded', next_check_at = null where id = ?`)
    .bind(id)
    .run()
  return { person, id, refundId: await giveBack(id, receipt) }
}

const refundRow = async (paymentId: string) => (await orderedRefunds(openDirectory(env), paymentId))[0]!

describe('the receipt of a refund', () => {
  const detail = { operation: 'refund', registration: 'canceled' }

  test('that the register refuses after a while is found by the clock, and told once', async () => {
    const { person, id, refundId } = await newRefund()
    await continueRefunds(env, Date.now())
    expect(await refundRow(id)).toMatchObject({ status: 'succeeded', receiptStatus: 'pending' })
    const { checkedAt } = await refundRow(id)
    await alterRefundReceipt(refundId, 'canceled')
    await passDays(2)
    expect(await refundRow(id)).toMatchObject({ receiptStatus: 'canceled', nextCheckAt: null, checkedAt })
    expect(await alarmRows(kind)).toMatchObject([{ subject: id, userId: person.userId, detail, count: 1 }])
  })

  test('that is pending for a week is told, and asked about no more', async () => {
    const { id } = await newRefund()
    await passDays(6)
    expect(await alarmRows(kind)).toEqual([])
    await passDays(4)
    expect(await refundRow(id)).toMatchObject({ receiptStatus: 'pending', nextCheckAt: null })
    expect(await alarmRows(kind)).toMatchObject([
      { subject: id, detail: { operation: 'refund', registration: 'pending' }, count: 1 }
    ])
  })

  test('that is registered, or of a refund that is not made, raises no alarm', async () => {
    const { id } = await newRefund(null)
    const { id: other } = await newBuyer(null)
    await control({ paymentFault: 'refund-pending' })
    await endRefund(await giveBack(other), 'canceled')
    await control({ paymentFault: null })
    await passDays(2)
    expect(await refundRow(id)).toMatchObject({ receiptStatus: 'succeeded', nextCheckAt: null })
    expect(await refundRow(other)).toMatchObject({ status: 'canceled', receiptStatus: null, nextCheckAt: null })
    expect(await alarmRows(kind)).toEqual([])
  })
})
