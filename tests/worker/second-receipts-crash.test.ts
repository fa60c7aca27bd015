// A second receipt that fails, or whose isolate dies at any call: it is made once, for the same sum, or an operator is called.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { secondReceiptsOf } from '#data/directory/second-receipts.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { eraseAccounts, settleAdvances } from '../support/worker/clock.ts'
import { type Death, Victim } from '../support/worker/killing.ts'
import { alterReceipt, control, forgetKeys, newBuyer, receiptsOf, rowOf } from '../support/worker/paying.ts'
import { emptyBooks } from '../support/worker/reconciling.ts'
import { setStage } from '../support/worker/stage.ts'
import { alarmRows, emptyAlarms } from '../support/worker/telling.ts'
import { spend } from '../support/worker/wallet-rows.ts'

const hourMs = 60 * 60_000

setStage()
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await control({ notifications: 'never', paymentFault: null })
  await emptyBooks()
  await emptyAlarms()
  vi.spyOn(console, 'error').mockReturnValue()
  environmentOf(env).YOOKASSA_PAYMENT_MODE = 'full_prepayment'
})
afterEach(() => {
  environmentOf(env).YOOKASSA_PAYMENT_MODE = 'full_payment'
})

/** A purchase whose tokens are spent, in the night in which its receipt is made, by an isolate that dies. */
async function dyingWith(death: Death | null) {
  const { person, id } = await newBuyer()
  await spend(person, 550)
  vi.setSystemTime(Date.now() + 24 * hourMs)
  const victim = new Victim(env, death)
  await settleAdvances(victim.bindings, Date.now()).catch(() => undefined)
  vi.restoreAllMocks()
  return { id, calls: victim.calls.length, isDead: victim.isDead }
}

test('whose isolate dies at any call is made once', async () => {
  const { calls } = await dyingWith(null)
  expect(calls).toBeGreaterThan(6)
  const dead = []
  // Before a call is the same as after the one before it.
  for (let call = 1; call <= calls; call++) dead.push(await dyingWith({ call, moment: 'after' }))
  expect(dead.every(({ isDead }) => isDead)).toBe(true)
  for (let nights = 0; nights < 3; nights++) {
    vi.setSystemTime(Date.now() + 25 * hourMs)
    await settleAdvances(env, Date.now())
  }
  const directory = openDirectory(env)
  for (const { id } of dead) {
    expect((await receiptsOf(id)).map(({ value }) => value)).toEqual(['500.00'])
    expect(await secondReceiptsOf(directory, id)).toMatchObject([{ status: 'succeeded', amountKopecks: 50_000 }])
  }
})

/** As if the clock had stood for so many days; a receipt is sent, and looked at again when it is registered. */
async function passNights(nights = 1) {
  vi.setSystemTime(Date.now() + nights * 24 * hourMs)
  await settleAdvances(env, Date.now())
  vi.setSystemTime(Date.now() + 60_000)
  await settleAdvances(env, Date.now())
}

const made = async (id: string) => (await receiptsOf(id)).map(({ value }) => value)
const stored = (id: string) => secondReceiptsOf(openDirectory(env), id)

const detail = (registration: string) => ({ operation: 'advance', registration })

async function newSpender() {
  const { person, id } = await newBuyer()
  await spend(person, 550)
  return { person, id }
}

async function erase({ userId }: { userId: string }) {
  await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(userId).run()
  expect(await eraseAccounts(env, Date.now())).toBe(1)
}

describe('a receipt that fails', () => {
  test.each(['receipt-down', 'receipt-lost', 'check-down'])('by %s is made once', async (paymentFault) => {
    const { id } = await newSpender()
    await control({ paymentFault })
    await passNights()
    await passNights()
    await passNights()
    expect(await made(id)).toEqual(['500.00'])
    expect((await stored(id)).map(({ status }) => status)).toEqual(['succeeded'])
    expect(await alarmRows('receipt-not-registered')).toEqual([])
  })

  test('by a lost answer is found after its key is forgotten', async () => {
    const { id } = await newSpender()
    await control({ paymentFault: 'receipt-lost' })
    vi.setSystemTime(Date.now() + 24 * hourMs)
    await settleAdvances(env, Date.now())
    await forgetKeys()
    await passNights(2)
    expect(await made(id)).toEqual(['500.00'])
  })

  test('by a refusal calls an operator, and is made again after a week', async () => {
    const { person, id } = await newSpender()
    await control({ paymentFault: 'receipt-rejected' })
    await passNights(5)
    expect([await made(id), (await stored(id)).map(({ status }) => status)]).toEqual([[], ['refused']])
    expect(await alarmRows('receipt-not-registered')).toMatchObject([
      { subject: id, userId: person.userId, detail: detail('canceled'), count: 1 }
    ])
    await passNights(8)
    expect(await made(id)).toEqual(['500.00'])
  })

  test('by a refusal before its account is erased is made for the erased one, once', async () => {
    const { person, id } = await newSpender()
    await control({ paymentFault: 'receipt-rejected' })
    await passNights()
    expect((await stored(id)).map(({ status }) => status)).toEqual(['refused'])
    await erase(person)
    await passNights()
    expect(await made(id)).toEqual(['500.00'])
    expect(await rowOf(id)).toMatchObject({ receiptEmail: null, advanceDueAt: null })
  })

  test('for longer than a day calls an operator, and is tried less often', async () => {
    const { id } = await newSpender()
    const fail = async (nights: number) => {
      await control({ paymentFault: 'receipt-down' })
      vi.setSystemTime(Date.now() + nights * 24 * hourMs)
      await settleAdvances(env, Date.now())
    }
    await fail(1)
    expect(await alarmRows()).toEqual([])
    await fail(2)
    expect(await alarmRows()).toMatchObject([{ subject: id, detail: detail('pending') }])
    expect((await rowOf(id)).advanceDueAt).toBeGreaterThan(Date.now() + 23 * hourMs)
  })

  test('for ever does not keep the address of an erased account', async () => {
    const { person, id } = await newSpender()
    await erase(person)
    await control({ paymentFault: 'receipt-down' })
    await settleAdvances(env, Date.now())
    expect((await rowOf(id)).receiptEmail).toBe(`${person.userId}@person.example`)
    await control({ paymentFault: 'check-down' })
    vi.setSystemTime(Date.now() + 31 * 24 * hourMs)
    await settleAdvances(env, Date.now())
    expect(await rowOf(id)).toMatchObject({ receiptEmail: null, advanceDueAt: null })
    expect(await stored(id)).toMatchObject([{ status: 'refused', failure: 'given-up' }])
    expect(await alarmRows()).toMatchObject([{ subject: id, detail: detail('canceled') }])
  })

  test('because the shop may make none is sent later, and all of them are one alarm', async () => {
    const all = [await newSpender(), await newSpender()]
    vi.setSystemTime(Date.now() + 24 * hourMs)
    await settleAdvances({ ...env, YOOKASSA_SECRET_KEY: 'invalid' }, Date.now())
    expect(await alarmRows()).toMatchObject([{ kind: 'shop-refused', subject: 'yookassa', count: 2 }])
    await passNights()
    for (const { id } of all) expect(await made(id)).toEqual(['500.00'])
    expect(await alarmRows('receipt-not-registered')).toEqual([])
  })

  test('in the register calls an operator', async () => {
    const { id } = await newSpender()
    await control({ speed: 1 })
    vi.setSystemTime(Date.now() + 24 * hourMs)
    await settleAdvances(env, Date.now())
    const [receipt] = await receiptsOf(id)
    await alterReceipt(receipt!.id, 'canceled')
    await control({ speed: 1_000_000 })
    await passNights()
    expect((await stored(id)).map(({ status }) => status)).toEqual(['canceled'])
    expect(await alarmRows('receipt-not-registered')).toMatchObject([{ subject: id, detail: detail('canceled') }])
  })
})
