// A job whose isolate dies when its provider has been asked to start. Deaths at all other calls are the simulator's: tests/simulation.
import { describe, expect, test, vi } from 'vitest'
import { checkingMaxMs } from '#domain/job.ts'
import { delivered, endOf, expectAtRest, jobOf, newJob } from '../support/worker/jobs.ts'
import { type Death, Victim } from '../support/worker/killing.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()

/** Kills the isolate at a call. @returns the row as it stays behind */
async function leftAt(death: Death) {
  const queue = new TestQueue()
  const job = await newJob('dalle', 'Маяк')
  const victim = new Victim(queue.bindings, death)
  await deliverBatch([{ jobId: job.id }], { bindings: victim.bindings })
  vi.mocked(globalThis.fetch).mockRestore()
  const row = await jobOf(job)
  expect(row).toMatchObject({ step: 'submitting', ticket: null })
  return row
}

describe('a start that was cut off', () => {
  // Before it come the row, the user, the suppliers in force, a place, the noted start and the marked tokens.
  const asked = 7
  const stored = asked + 1

  test('is left alone while it may still be running, and is then unknown', async () => {
    const row = await leftAt({ call: asked, moment: 'before' })
    const [early] = await deliverBatch([{ jobId: row.id }])
    expect(early).toEqual({ end: 'retry', delaySeconds: Math.ceil((row.leaseUntil! - Date.now()) / 1000) })
    vi.setSystemTime(row.leaseUntil!)
    await deliverBatch([{ jobId: row.id }])
    expect(await jobOf(row)).toMatchObject({ step: 'checking', deadlineAt: row.leaseUntil! + checkingMaxMs })
    expect(row.attempts).toBe(1)
  })

  test('is completed by the next delivery when its result was stored', async () => {
    const row = await leftAt({ call: stored, moment: 'after' })
    vi.setSystemTime(row.leaseUntil!)
    await deliverBatch([{ jobId: row.id }])
    expect(await jobOf(row)).toMatchObject({ step: 'completed', finishedAt: row.leaseUntil! })
    await expectAtRest(row)
  })

  test('is completed by a delivery after the deadline when its result was stored', async () => {
    const row = await leftAt({ call: stored, moment: 'after' })
    vi.setSystemTime(row.deadlineAt + 60_000)
    await deliverBatch([{ jobId: row.id }])
    expect(await endOf(row)).toEqual(delivered)
    await expectAtRest(row)
  })
})
