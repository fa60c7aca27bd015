// A reservation that outlives its time while its job has a row: the row decides about the charge, not the clock.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { beginStart, changeJob, completeLate, endJob } from '#data/history/jobs.ts'
import { jobs } from '#data/history/schema.ts'
import { reservationLifetimeMs } from '#domain/job.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { eq } from 'drizzle-orm'
import { jobOf, newJob, priceTokens, startTokens } from '../support/worker/jobs.ts'
import {
  catchWarnings,
  expectCopied,
  expectSound,
  passMs,
  reportOf,
  ringUntilQuiet,
  stopClock
} from '../support/worker/wallet-rows.ts'

beforeEach(() => {
  stopClock()
  catchWarnings()
})
const rowsOf = ({ id }: { id: string }) => openHistory(env, id)
const file = { index: 0, type: 'image/png', sizeBytes: 10, width: 1, height: 1, durationSeconds: null }

async function dispatched() {
  const job = await newJob('dalle', 'Маяк')
  await userOf(env, job.userId).markDispatched(job.operationId)
  const now = Date.now()
  await beginStart(rowsOf(job), job, { now, leaseUntil: now + 1, supply: null })
  return job
}

async function chargedAfterItsTime(job: { userId: string }) {
  passMs(reservationLifetimeMs('image'))
  await ringUntilQuiet(job.userId)
  const { availableTokens, reservedTokens } = await userOf(env, job.userId).view()
  await expectSound(job.userId)
  await expectCopied(job.userId)
  return { charged: startTokens - availableTokens - reservedTokens, reservedTokens }
}

test.each(['failed', 'cancelled'] as const)('a job that was %s is free', async (step) => {
  const job = await dispatched()
  const end = step === 'failed' ? { step, failure: 'PROVIDER_FAILED' } : { step }
  await endJob(rowsOf(job), job.id, end, { now: Date.now() })
  expect(await chargedAfterItsTime(job)).toEqual({ charged: 0, reservedTokens: 0 })
  expect((await reportOf(job.userId)).history.at(-1)).toMatchObject({ outcome: step })
})

test('a job that delivered late is free', async () => {
  const job = await dispatched()
  await endJob(rowsOf(job), job.id, { step: 'failed', failure: 'TOO_SLOW' }, { now: Date.now() })
  await rowsOf(job).update(jobs).set({ chargedTokens: 0 }).where(eq(jobs.id, job.id))
  await completeLate(rowsOf(job), job.id, { files: [file], keptSources: [] }, Date.now())
  expect(await chargedAfterItsTime(job)).toEqual({ charged: 0, reservedTokens: 0 })
})

test('a job that still runs keeps its tokens reserved for now', async () => {
  const job = await dispatched()
  expect(await chargedAfterItsTime(job)).toEqual({ charged: 0, reservedTokens: priceTokens })
})

test('a job without a row is free', async () => {
  const job = await dispatched()
  await rowsOf(job).delete(jobs).where(eq(jobs.id, job.id))
  expect(await chargedAfterItsTime(job)).toEqual({ charged: 0, reservedTokens: 0 })
})

test('a job that was given up cannot be completed before its tokens are returned', async () => {
  const job = await dispatched()
  await endJob(rowsOf(job), job.id, { step: 'failed', failure: 'TOO_SLOW' }, { now: Date.now() })
  expect(await completeLate(rowsOf(job), job.id, { files: [file], keptSources: [] }, Date.now())).toBeUndefined()
  expect(await jobOf(job)).toMatchObject({ step: 'failed', failure: 'TOO_SLOW' })
})

test('of two changes based on the same row the second is refused', async () => {
  const job = await newJob('dalle', 'Маяк')
  expect(await changeJob(rowsOf(job), job, { dueAt: job.dueAt! + 1 })).toMatchObject({ dueAt: job.dueAt! + 1 })
  expect(await changeJob(rowsOf(job), job, { dueAt: job.dueAt! + 2 })).toBeUndefined()
  expect(await jobOf(job)).toMatchObject({ dueAt: job.dueAt! + 1 })
})
