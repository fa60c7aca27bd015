// Refunds made at YooKassa take back what was bought: before it was credited, and after an interrupted refund.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { beginTakingBack } from '#data/directory/payments.ts'
import { reconcilePayments } from '../support/worker/clock.ts'
import { Victim } from '../support/worker/killing.ts'
import { newPerson } from '../support/worker/person.ts'
import {
  accepted,
  balanceOf,
  confirm,
  control,
  letCheckAge,
  newPayer,
  notifyRefund,
  packageOf,
  pay,
  paymentsOf,
  refundAtYookassa,
  rowOf
} from '../support/worker/paying.ts'
import { beginPremium, freePlan, planOf, planRow } from '../support/worker/premium.ts'

const minuteMs = 60_000

beforeEach(() => control({ notifications: 'never' }))
afterEach(() => control({ paymentFault: null }))

async function paid() {
  const { person, begun } = await newPayer(packageOf('tokens-1000'))
  return { person, id: begun.id }
}

async function bought() {
  const { person, id } = await paid()
  await confirm(person, id)
  return { person, id }
}

describe('a refund made before the payment is credited', () => {
  test('of everything takes all tokens back in the call that credits them', async () => {
    const { person, id } = await paid()
    const refund = await refundAtYookassa(id, '1000.00')
    expect(await notifyRefund(refund)).toEqual(accepted)
    expect(await rowOf(id)).toMatchObject({ status: 'refunded', refundedKopecks: 100_000, nextCheckAt: null })
    expect(await balanceOf(person)).toBe(0)
  })

  test('of a part leaves the rest of the tokens', async () => {
    const { person, id } = await paid()
    await refundAtYookassa(id, '250.00')
    expect(await confirm(person, id)).toMatchObject({ status: 'completed', refunded_rub: 250, new_balance: 863 })
  })

  test('of Premium ends the month and forgets the card', async () => {
    const person = await newPerson()
    const begun = await beginPremium(person)
    await pay(begun)
    await notifyRefund(await refundAtYookassa(begun.id, '990.00'))
    expect(await rowOf(begun.id)).toMatchObject({ status: 'refunded' })
    expect(await planRow(person)).toMatchObject({ state: 'ended', methodId: null })
    expect(await planOf(person)).toEqual(freePlan)
  })

  test.each(['before', 'after'] as const)(
    'is made up for by the next run when this one dies %s it is noted',
    async (moment) => {
      const { person, id } = await paid()
      await refundAtYookassa(id, '1000.00')
      // While the receipt is not registered, the order is looked at in any case.
      await expect.poll(() => paymentsOf(id)).toMatchObject([{ receipt_registration: 'succeeded' }])
      const at = Date.now() + 2 * minuteMs
      const victim = new Victim(env, { call: 1, to: 'update "payments" set "refunding_kopecks"', moment })
      await reconcilePayments(victim.bindings, at).catch(() => undefined)
      vi.mocked(globalThis.fetch).mockRestore()
      const refundingKopecks = moment === 'before' ? null : 100_000
      expect(await rowOf(id)).toMatchObject({ refundingKopecks, refundedKopecks: 0 })
      for (let run = 2; run < 4; run++) await reconcilePayments(env, at + run * minuteMs)
      expect(await rowOf(id)).toMatchObject({ status: 'refunded', refundedTokens: 1150, nextCheckAt: null })
      expect(await balanceOf(person)).toBe(0)
    }
  )
})

test('a refund that follows an interrupted one is taken back in the same call', async () => {
  const { person, id } = await bought()
  await refundAtYookassa(id, '100.00')
  await beginTakingBack(openDirectory(env), await rowOf(id), 10_000, Date.now())
  const second = await refundAtYookassa(id, '400.00')
  await letCheckAge(id)
  expect(await notifyRefund(second)).toEqual(accepted)
  expect(await rowOf(id)).toMatchObject({ refundedKopecks: 50_000, refundedTokens: 575, refundingKopecks: null })
  expect(await balanceOf(person)).toBe(575)
  await expect.poll(() => paymentsOf(id)).toMatchObject([{ receipt_registration: 'succeeded' }])
  await reconcilePayments(env, Date.now() + 2 * minuteMs)
  expect(await rowOf(id)).toMatchObject({ nextCheckAt: null })
})
