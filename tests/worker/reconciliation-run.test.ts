// How the nightly check runs: once a night, a portion a minute, and on from its bookmark after a crash.
import { env } from 'cloudflare:workers'
import { runOnD1 } from '#tests/support/worker/histories.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newestChecks } from '#data/directory/reconciliation-bookmark.ts'
import { resultKey } from '#data/files/job-files.ts'
import { reconcile } from '#worker/clock/reconcile.ts'
import { breakingDatabases, guardedDatabases } from '../support/worker/breaking.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { correct, damage, thaw } from '../support/worker/damaged-wallets.ts'
import { addJob } from '../support/worker/owner.ts'
import {
  addPayment,
  catchAlarms,
  copied,
  customer,
  directory,
  customers,
  emptyBooks,
  finishNight,
  nextNight,
  portionSizes,
  runPortion
} from '../support/worker/reconciling.ts'
import { catchWarnings, holdOf, passMs, ringUntilQuiet, settleOf, stopClock } from '../support/worker/wallet-rows.ts'

const hourMs = 60 * 60 * 1000
let warnings: ReturnType<typeof catchWarnings>
beforeEach(async () => {
  stopClock()
  warnings = catchWarnings()
  catchAlarms()
  await emptyBooks()
})

const newest = async () => (await newestChecks(directory, 1))[0]
const nothing = { users: 0, jobs: 0, differences: 0 }

describe('the check', () => {
  test('begins with the night after the installation, and once a night', async () => {
    await customer()
    expect(await reconcile(env, Date.now())).toEqual(nothing)
    expect(await runPortion()).toEqual(nothing)
    passMs(24 * hourMs)
    expect(await runPortion()).toMatchObject({ users: 1 })
    expect(await runPortion()).toMatchObject({ jobs: 1 })
    expect(await runPortion()).toEqual(nothing)
    expect(await newest()).toMatchObject({ stage: 'done', users: 1, jobs: 1, finishedAt: Date.now() - 60_000 })
    expect(warnings()).toContainEqual(expect.objectContaining({ event: 'reconciliation-finished', users: 1, jobs: 1 }))
    passMs(24 * hourMs)
    expect(await runPortion()).toMatchObject({ users: 1 })
  })

  test('checks one portion in a run, users and files', async () => {
    await customers(3)
    await nextNight()
    const sizes = { users: 2, jobs: 2, pages: 1, files: 2 }
    const runs = []
    for (let run = 0; run < 6; run++) runs.push(await runPortion(sizes))
    expect(runs.map(({ users }) => users)).toEqual([2, 1, 0, 0, 0, 0])
    expect(Math.max(...runs.map(({ jobs }) => jobs))).toBeLessThanOrEqual(2)
    expect((await finishNight(sizes)).check).toMatchObject({ users: 3, jobs: 3, differences: 0 })
  })

  test('in portions finds what it finds at once, at every border of a page', async () => {
    await customers(1)
    const { jobId } = await customer()
    await env.MEDIA.delete(resultKey(jobId, 0))
    const strays = ['0', '7', 'f'].map((digit) => resultKey(`h1-${digit.repeat(32)}`, 0))
    for (const key of strays) await env.MEDIA.put(key, 'bytes')
    await nextNight()
    const { found } = await finishNight({ users: 1, jobs: 1, pages: 1, files: 2 })
    expect(found.map(({ subject }) => subject).toSorted()).toEqual([...strays, `${jobId}/0`].toSorted())
  })

  test.each(['before', 'after'] as const)(
    'that dies %s a portion is stored stores every difference once',
    async (moment) => {
      await customers(4)
      await runOnD1('update payments set refunded_tokens = 110')
      await nextNight()
      const sizes = { ...portionSizes, users: 2 }
      await runPortion(sizes)
      // Of the directory: the lease is one call, the users another; each of the two users is read
      // twice, and the alarm about each is a call.
      const { DB } = breakingDatabases({ call: 9, moment })
      await expect(runPortion(sizes, { ...env, DB })).rejects.toThrow(`Broken ${moment} the call`)
      expect(await newest()).toMatchObject({ users: moment === 'before' ? 2 : 4 })
      const { check, found } = await finishNight(sizes)
      expect(check).toMatchObject({ users: 4, differences: 4 })
      expect(found).toHaveLength(4)
    }
  )

  test('of two runs at once checks a portion once', async () => {
    await customers(2)
    await nextNight()
    const runs = await Promise.all([reconcile(env, Date.now()), reconcile(env, Date.now())])
    expect(runs.map(({ users }) => users).toSorted()).toEqual([0, 2])
  })

  test('continues what another run has left after its lease', async () => {
    await customer()
    await nextNight()
    const away = guardedDatabases((run, name) => (name === 'batch' ? Promise.reject(new Error('Away')) : run()))
    await expect(reconcile({ ...env, ...away }, Date.now())).rejects.toThrow('Away')
    expect(await reconcile(env, Date.now())).toEqual(nothing)
    passMs(90_000)
    expect(await reconcile(env, Date.now())).toMatchObject({ users: 1 })
  })

  test('forgets what is older than a month', async () => {
    await nextNight()
    await finishNight()
    for (let nights = 0; nights < 3; nights++) {
      passMs(20 * 24 * hourMs)
      await finishNight()
    }
    const [last, ...earlier] = await newestChecks(directory, 10)
    expect(earlier.map(({ night }) => night - (last?.night ?? 0))).toEqual([-20])
  })
})

describe('no difference is', () => {
  test('what is gone at the second look', async () => {
    const { person } = await customer()
    await nextNight()
    let looks = 0
    const getByName = (name: string) => {
      const stub = env.USER.getByName(name)
      const inspect = async (...asked: [isFresh: boolean, copiedSeq?: number]) => {
        const seen = await stub.inspect(...asked)
        return ++looks === 1 ? { ...seen, frozenAt: 1 } : seen
      }
      return { inspect } as never
    }
    await runPortion(portionSizes, { ...env, USER: { getByName } as unknown as Env['USER'] })
    expect([looks, (await newest())?.differences]).toEqual([2, 0])
    expect(person.userId).not.toBe('')
  })

  test('a result that is there at the second look', async () => {
    await customers(2)
    await nextNight()
    await runPortion()
    let lists = 0
    const list = async (options: R2ListOptions) => {
      const seen = await env.MEDIA.list(options)
      return ++lists === 1 ? { ...seen, objects: seen.objects.slice(1) } : seen
    }
    expect(await runPortion(portionSizes, { ...env, MEDIA: { list } as R2Bucket })).toMatchObject({
      jobs: 2,
      differences: 0
    })
    expect(lists).toBe(2)
  })

  test('an erased account', async () => {
    const { person } = await customer()
    await runOnD1('update users set deletion_requested_at = 1 where id = ?1', person.userId)
    expect(await eraseAccounts(env, Date.now())).toBe(1)
    await nextNight()
    expect(await finishNight()).toMatchObject({ check: { users: 1 }, found: [] })
  })

  test('a job that began at the second attempt', async () => {
    const { person, wallet } = await customer()
    const hold = holdOf('again-0001', { owner: 'job', priceTokens: 3, lifetimeMs: hourMs })
    await wallet.reserve(hold)
    passMs(60_000)
    await ringUntilQuiet(person.userId)
    await wallet.reserve({ ...hold, dispatches: true })
    await addJob(person.userId, 'again-0001')
    await wallet.settle({ ...settleOf('again-0001', 3), outcome: 'delivered' })
    await copied(person)
    await nextNight()
    expect((await finishNight()).found).toEqual([])
  })

  test('a refund that the provider has made a moment ago', async () => {
    const { person, paymentId } = await customer()
    await nextNight()
    await runOnD1(
      `insert into refunds (id, payment_id, user_id, operation_id, amount_kopecks, status, idempotence_key, created_at, checked_at)
        values (?1, ?1, ?2, 'order-1', 10000, 'succeeded', ?1, ?3, ?3)`,
      paymentId,
      person.userId,
      Date.now()
    )
    expect((await finishNight()).found).toEqual([])
  })

  test.each([
    ['', 'available_after = 1000 where seq = 5'],
    [
      ' and whose earlier lines D1 has as they were',
      'balance_delta = 600 where seq = 1; update journal set available_after = 1000 where seq = 5'
    ]
  ])('a wallet that an operator has corrected%s', async (_, damaged) => {
    const { person, wallet } = await customer()
    await damage(person, `update journal set ${damaged}`)
    await expect(wallet.view()).rejects.toThrow('credited tokens are not')
    await correct(person, 500)
    await thaw(person)
    await copied(person)
    await nextNight()
    expect((await finishNight()).found).toEqual([])
  })

  test('a payment that was refunded in its review, or dismissed', async () => {
    const { person } = await customer()
    const review = { creditedAt: null, mismatch: 'amount' }
    await addPayment(person, { ...review, status: 'refunded', refundedKopecks: 50_000, reviewDecision: 'refund' })
    await addPayment(person, { ...review, status: 'canceled', reviewDecision: 'dismiss' })
    await nextNight()
    expect((await finishNight()).found).toEqual([])
  })
})
