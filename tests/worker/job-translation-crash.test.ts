// An isolate that dies while a prompt is translated: the job starts once, with the stored translation.
import { beforeEach, expect, test, vi } from 'vitest'
import type { JobRow } from '#data/history/jobs.ts'
import { sweepJobs } from '#queues/sweep.ts'
import { delivered, endOf, expectAtRest, newJob, startsAt } from '../support/worker/jobs.ts'
import { type Death, Victim } from '../support/worker/killing.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { forgetCalls, picturesAsked, translationsAsked } from '../support/worker/translating.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()
beforeEach(forgetCalls)

async function dieAt(death: Death): Promise<JobRow> {
  const queue = new TestQueue()
  const healthy = queue.bindings
  const job = await newJob('stable-diffusion', 'Маяк')
  const victim = new Victim(healthy, death)
  queue.bindings = victim.bindings
  queue.send(job.id)
  while (!victim.isDead && queue.length > 0) await queue.step()
  expect(victim.isDead).toBe(true)
  queue.bindings = healthy
  vi.mocked(globalThis.fetch).mockRestore()
  await queue.drain()
  await sweepJobs(healthy, Date.now())
  await queue.drain()
  return job
}

// The calls of a job: read the row, read the user, lease the row, ask the translator, store the translation.
test.each([
  ['before it takes the row', { call: 3, moment: 'before' }, 1],
  ['after it took the row', { call: 3, moment: 'after' }, 1],
  ['before the translator is asked', { call: 4, moment: 'before' }, 1],
  ['after the translator was asked', { call: 4, moment: 'after' }, 2],
  ['before the translation is noted', { call: 5, moment: 'before' }, 2],
  ['after the translation was noted', { call: 5, moment: 'after' }, 1],
  ['before the place is taken', { call: 6, moment: 'before' }, 1]
] satisfies [string, Death, number][])('%s: the job starts once', async (_, death, translations) => {
  const { started } = await startsAt('stability')
  const job = await dieAt(death)
  expect(await endOf(job)).toEqual(delivered)
  expect(await picturesAsked()).toMatchObject([{ prompt: 'Lighthouse' }])
  expect((await startsAt('stability')).started).toBe(started + 1)
  expect(await translationsAsked()).toHaveLength(translations)
  await expectAtRest(job)
})
