// An operator ends work as failed that its provider may still deliver for nothing: it counts like what is given back.
import { expect, test } from 'vitest'
import { callAs, why } from '../support/worker/console.ts'
import { jobOf, newJob } from '../support/worker/jobs.ts'
import { newOperator, withCookie } from '../support/worker/operating.ts'
import { newPerson } from '../support/worker/person.ts'
import { setStage } from '../support/worker/stage.ts'
import { queuedJob } from '#tests/support/worker/queued-job.ts'

setStage()
test('beyond the limit of a day it waits for another operator', async () => {
  const [support, other] = [await newOperator('support'), await newOperator('support')]
  const { userId } = await newPerson()
  await callAs(support, 'POST', `/people/${userId}/tokens`, { tokens: 1000, ...why() })
  const { queue, job } = await queuedJob('flux', 'Маяк')
  await queue.deliverDue()
  const path = `/jobs/${job.id}/release`
  expect(await callAs(support, 'POST', path, why())).toMatchObject({
    status: 409,
    error: expect.stringContaining('второй')
  })
  expect((await jobOf(job)).step).toBe('running')
  const released = await withCookie(other.cookie, queue.bindings)('POST', path, why())
  expect(released.status).toBe(200)
  expect((await jobOf(job)).step).toBe('failed')
})

test('what was never begun counts nothing', async () => {
  const support = await newOperator('support')
  const { userId } = await newPerson()
  await callAs(support, 'POST', `/people/${userId}/tokens`, { tokens: 1000, ...why() })
  const job = await newJob('flux', 'Маяк')
  expect(await callAs(support, 'POST', `/jobs/${job.id}/release`, why())).toMatchObject({ status: 200 })
})
