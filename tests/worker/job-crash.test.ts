// A job whose isolate dies when its provider has been asked to start, and when its money has moved.
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

interface Course {
  service: string
  provider: string
  prompt: string
  end: Ending
  /** Everything that the job asks of the world outside, in its order. */
  calls: string[]
}

const start = 'the provider is asked to start'
const untilAsked = [
  'the row is read',
  'the user is looked up',
  'a place is taken',
  'the start is noted',
  'the tokens are marked as dispatched',
  start
]
/** They come before any call to the provider. */
const translate = 'the translator is asked'
const untilTranslated = ['the words are taken to be translated', translate, 'the translation is noted']
const untilChecked = [
  'the ticket is noted',
  'the row is read again',
  'the row is leased',
  'the provider is asked how far it is'
]
const settle = 'the wallet settles'
const release = 'the wallet releases'
const charged = ['the row is completed', settle, 'the charge is noted', 'the place is passed on']

const courses: Course[] = [
  {
    service: 'dalle',
    provider: 'openai',
    prompt: 'Маяк на скале',
    end: delivered,
    calls: [...untilAsked, 'the file is stored', ...charged]
  },
  {
    service: 'stable-diffusion',
    provider: 'stability',
    prompt: 'Маяк на скале',
    end: delivered,
    calls: [...untilAsked.slice(0, 2), ...untilTranslated, ...untilAsked.slice(2), 'the file is stored', ...charged]
  },
  {
    service: 'flux',
    provider: 'bfl',
    prompt: 'Маяк на скале',
    end: delivered,
    calls: [
      ...untilAsked,
      ...untilChecked,
      'the row is leased for the delivery',
      'the file is fetched',
      'the file is stored',
      'the stored file is looked at',
      ...charged
    ]
  },
  {
    service: 'flux',
    provider: 'bfl',
    prompt: 'Маяк [сбой:ошибка-задания]',
    end: failedBy('PROVIDER_FAILED'),
    calls: [
      ...untilAsked,
      ...untilChecked,
      'the row is failed',
      release,
      'files are removed',
      'the charge of nothing is noted',
      'the place is passed on'
    ]
  }
]

/** Where a repetition would cost most, and how the job ends then. Deaths at all other calls are the simulator's: tests/simulation. */
const deathsOf = ({ calls, end }: Course) =>
  [
    { call: translate, outcome: end },
    { call: start, outcome: failedBy('OUTCOME_UNKNOWN') },
    { call: settle, outcome: end },
    { call: release, outcome: end }
  ]
    .map((death) => ({ ...death, number: calls.indexOf(death.call) + 1 }))
    .filter(({ number }) => number > 0)

describe.each(courses)('$service, «$prompt»', (course) => {
  test('makes exactly these calls', async () => {
    const { job, calls } = await dieAt(course, null)
    expect({ calls, ...(await endOf(job)) }).toEqual({ calls: course.calls.length, ...course.end })
  })

  test.each(deathsOf(course))('killed after $call: starts at most once', async ({ number, outcome }) => {
    const { started } = await startsAt(course.provider)
    const { job } = await dieAt(course, { call: number, moment: 'after' })
    expect(await endOf(job)).toEqual(outcome)
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
