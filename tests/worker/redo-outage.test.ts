// A broken work of a provider that is switched off: nothing is recorded, so that the user may ask again later.
import { expect, test } from 'vitest'
import { deliverBatch } from '../support/worker/test-queue.ts'
import { jobOf, newJob } from '../support/worker/jobs.ts'
import { sendWith } from '../support/worker/generating.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { setStage } from '../support/worker/stage.ts'
import { queuedJob } from '#tests/support/worker/queued-job.ts'

setStage()
const alarms = watchOutages()

test('a claim waits for a provider that is switched off', async () => {
  const person = await newPerson({ tokens: 100 })
  const { queue, job: work } = await queuedJob('dalle', 'Маяк', { userId: person.userId })
  await queue.drain()
  await deliverBatch([{ jobId: (await newJob('dalle', 'Маяк [сбой:квота]')).id }], { bindings: queue.bindings })
  expect(alarms()).toMatchObject([{ event: 'provider-unpaid' }])
  const refused = await sendWith(person, queue.bindings, `/jobs/${work.operationId}/redo`, { body: {} })
  expect(await answered(refused)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(await jobOf(work)).toMatchObject({ step: 'completed', redoAt: null, redoAttempts: 0 })
})
