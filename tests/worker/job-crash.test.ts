// A job whose isolate dies at any of its calls, before the call or after it took effect.
import { describe, expect, test, vi } from 'vitest'
import type { JobRow } from '#data/history/jobs.ts'
import { checkingMaxMs } from '#domain/job.ts'
import { sweepJobs } from '#queues/sweep.ts'
import {
  delivered,
  type Ending,
  endOf,
  expectAtRest,
  failedBy,
  jobOf,
  newJob,
  startsAt
} from '../support/worker/jobs.ts'
import { type Death, Victim } from '../support/worker/killing.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()

/** Delivers the waiting messages; the sweep finds a job whose message was lost. */
async function comeToRest(queue: TestQueue, job: JobRow) {
  for (let rounds = 0; rounds < 5; rounds++) {
    await queue.drain()
    const { dueAt } = await jobOf(job)
    if (dueAt === null) return
    vi.setSystemTime(Math.max(Date.now(), dueAt) + 31_000)
    await sweepJobs(queue.bindings, Date.now())
  }
  throw new Error('The job never comes to rest')
}

async function dieAt({ service, prompt }: Course, death: Death | null) {
  const queue = new TestQueue()
  const healthy = queue.bindings
  const job = await newJob(service, prompt)
  const victim = new Victim(healthy, death)
  queue.bindings = victim.bindings
  queue.send(job.id)
  while (!victim.isDead && queue.length > 0) await queue.step()
  queue.bindings = healthy
  vi.mocked(globalThis.fetch).mockRestore()
  await comeToRest(queue, job)
  return { job, calls: victim.calls.length }
}

type Outcome = 'end' | 'unknown'
/** A call, and how the job ends when the isolate is killed before and after it. */
type Point = [call: string, before: Outcome, after: Outcome]

interface Course {
  service: string
  provider: string
  prompt: string
  /** The end of the job unless its outcome is unknown. */
  end: Ending
  points: Point[]
}

const untilAsked: Point[] = [
  ['the row is read', 'end', 'end'],
  ['the user is looked up', 'end', 'end'],
  // Until the provider's answer is stored, nobody knows whether the provider was asked.
  ['a place is taken', 'end', 'end'],
  ['the start is noted', 'end', 'unknown'],
  ['the tokens are marked as dispatched', 'unknown', 'unknown'],
  ['the provider is asked to start', 'unknown', 'unknown']
]
/** Calls that translate the prompt. They come before any call to the provider. */
const untilTranslated: Point[] = [
  ['the words are taken to be translated', 'end', 'end'],
  ['the translator is asked', 'end', 'end'],
  ['the translation is noted', 'end', 'end']
]
const untilChecked: Point[] = [
  ['the ticket is noted', 'unknown', 'end'],
  ['the row is read again', 'end', 'end'],
  ['the row is leased', 'end', 'end'],
  ['the provider is asked how far it is', 'end', 'end']
]
const charged: Point[] = [
  ['the row is completed', 'end', 'end'],
  ['the wallet settles', 'end', 'end'],
  ['the charge is noted', 'end', 'end'],
  ['the place is passed on', 'end', 'end']
]

const courses: Course[] = [
  {
    service: 'dalle',
    provider: 'openai',
    prompt: 'Маяк на скале',
    end: delivered,
    // This provider answers with the result itself and cannot be asked again, so a file that is not stored is lost.
    points: [...untilAsked, ['the file is stored', 'unknown', 'end'], ...charged]
  },
  {
    service: 'stable-diffusion',
    provider: 'stability',
    prompt: 'Маяк на скале',
    end: delivered,
    points: [
      ...untilAsked.slice(0, 2),
      ...untilTranslated,
      ...untilAsked.slice(2),
      ['the file is stored', 'unknown', 'end'],
      ...charged
    ]
  },
  {
    service: 'flux',
    provider: 'bfl',
    prompt: 'Маяк на скале',
    end: delivered,
    points: [
      ...untilAsked,
      ...untilChecked,
      ['the row is leased for the delivery', 'end', 'end'],
      ['the file is fetched', 'end', 'end'],
      ['the file is stored', 'end', 'end'],
      ['the stored file is looked at', 'end', 'end'],
      ...charged
    ]
  },
  {
    service: 'flux',
    provider: 'bfl',
    prompt: 'Маяк [сбой:ошибка-задания]',
    end: failedBy('PROVIDER_FAILED'),
    points: [
      ...untilAsked,
      ...untilChecked,
      ['the row is failed', 'end', 'end'],
      ['the wallet releases', 'end', 'end'],
      ['files are removed', 'end', 'end'],
      ['the charge of nothing is noted', 'end', 'end'],
      ['the place is passed on', 'end', 'end']
    ]
  }
]

describe.each(courses)('$service, «$prompt»', (course) => {
  test('makes exactly these calls', async () => {
    const { job, calls } = await dieAt(course, null)
    expect({ calls, ...(await endOf(job)) }).toEqual({ calls: course.points.length, ...course.end })
  })

  const deaths = course.points.flatMap(([call, before, after], index) => [
    { call, index, moment: 'before' as const, outcome: before },
    { call, index, moment: 'after' as const, outcome: after }
  ])
  test.each(deaths)('killed $moment $call: starts at most once, outcome $outcome', async (death) => {
    const { started } = await startsAt(course.provider)
    const { job } = await dieAt(course, { call: death.index + 1, moment: death.moment })
    expect(await endOf(job)).toEqual(death.outcome === 'end' ? course.end : failedBy('OUTCOME_UNKNOWN'))
    expect((await startsAt(course.provider)).started - started).toBeLessThanOrEqual(1)
    await expectAtRest(job)
  })
})

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
  const asked = untilAsked.length
  const stored = untilAsked.length + 1

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
