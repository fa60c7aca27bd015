// Recordings that end halfway: what their parts are worth, and when they go.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { deleteUnsuccessful } from '#data/history/failed-jobs.ts'
import { resultKey, speechPartsPrefix } from '#data/files/job-files.ts'
import { removeStray } from '#queues/steps/files.ts'
import { deleteJob } from '#queues/steps/finish.ts'
import { joinParts } from '#queues/speech/join.ts'
import { sweepJobs } from '#queues/sweep.ts'
import { eraseNext } from '#worker/people/erase-accounts.ts'
import { controlSandbox, delivered, endOf, expectAtRest, jobOf, newJob, startsAt } from '../support/worker/jobs.ts'
import { type Death, Victim } from '../support/worker/killing.ts'
import { longText, partObjectsOf, sentence } from '../support/worker/speaking.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()
beforeEach(() => controlSandbox({ mediaFault: null }))

async function failedHalfway() {
  const queue = new TestQueue()
  const job = await newJob('elevenlabs', longText)
  queue.send(job.id)
  await queue.step()
  await queue.step()
  await controlSandbox({ mediaFault: '500', mediaFaultCount: 1 })
  await queue.drain()
  expect(await partObjectsOf(job.userId)).toBeGreaterThan(0)
  return job
}

const twoParts = `${sentence('море')}${sentence('берег')}`

async function dieAt(death: Death | null, prompt = twoParts, settings = {}) {
  const queue = new TestQueue()
  const healthy = queue.bindings
  const { started } = await startsAt('elevenlabs')
  const job = await newJob('elevenlabs', prompt, { settings })
  const victim = new Victim(healthy, death)
  queue.bindings = victim.bindings
  queue.send(job.id)
  while (!victim.isDead && queue.length > 0) await queue.step()
  queue.bindings = healthy
  vi.mocked(globalThis.fetch).mockRestore()
  for (let rounds = 0; rounds < 5 && (await jobOf(job)).dueAt !== null; rounds++) {
    await queue.drain()
    const { dueAt } = await jobOf(job)
    if (dueAt === null) break
    vi.setSystemTime(Math.max(Date.now(), dueAt) + 31_000)
    await sweepJobs(healthy, Date.now())
  }
  return { job, calls: victim.calls, starts: (await startsAt('elevenlabs')).started - started }
}

describe('what is left of a recording that failed', () => {
  test('goes when the user deletes the job', async () => {
    const job = await failedHalfway()
    expect(await deleteJob(env, await jobOf(job))).toBe(true)
    expect(await partObjectsOf(job.userId)).toBe(0)
  })

  test('stays while the same text is read again, which completes it', async () => {
    const job = await failedHalfway()
    const queue = new TestQueue()
    const again = await newJob('elevenlabs', longText, { userId: job.userId })
    const left = await partObjectsOf(job.userId)
    expect(await deleteJob(env, await jobOf(job))).toBe(true)
    expect(await partObjectsOf(job.userId)).toBe(left)
    const { started } = await startsAt('elevenlabs')
    queue.send(again.id)
    await queue.drain()
    expect(await endOf(again)).toEqual(delivered)
    expect((await startsAt('elevenlabs')).started).toBe(started + 4 - left / 2)
    expect(await partObjectsOf(job.userId)).toBe(0)
    await expectAtRest(again)
  })

  test('goes when the user clears all failures', async () => {
    const job = await failedHalfway()
    const { userId } = job
    const history = openHistory(env, job.id)
    const cleared = { userId, kind: undefined, now: Date.now(), limit: 10 }
    expect(await deleteUnsuccessful(history, cleared)).toEqual([job.operationId])
    const queue = new TestQueue()
    vi.setSystemTime(Date.now() + 31_000)
    await sweepJobs(queue.bindings, Date.now())
    await queue.drain()
    expect(await partObjectsOf(userId)).toBe(0)
    expect(await jobOf(job)).toMatchObject({ parameters: {}, options: {}, dueAt: null })
  })

  test('goes with the account', async () => {
    const job = await failedHalfway()
    while (!(await eraseNext(env, job.userId)));
    expect(await partObjectsOf(job.userId)).toBe(0)
  })

  test('goes after a day', async () => {
    const job = await failedHalfway()
    const [part] = (await env.MEDIA.list({ prefix: speechPartsPrefix })).objects
    const dayMs = 24 * 60 * 60 * 1000
    await removeStray(env, part!.uploaded.getTime() + dayMs - 60_000)
    expect(await partObjectsOf(job.userId)).toBeGreaterThan(0)
    await removeStray(env, Date.now() + 2 * dayMs + Math.abs(part!.uploaded.getTime() - Date.now()))
    expect(await partObjectsOf(job.userId)).toBe(0)
  })
})

test('a part that is gone while all are joined ends the store of the whole at once', async () => {
  const job = await newJob('elevenlabs', longText)
  const puts: Promise<unknown>[] = []
  const MEDIA = new Proxy(env.MEDIA, {
    get: (bucket, name) => {
      const value: unknown = Reflect.get(bucket, name)
      if (typeof value !== 'function') return value
      return (...sent: unknown[]) => {
        const answer: unknown = value.apply(bucket, sent)
        if (name === 'put') puts.push(Promise.resolve(answer))
        return answer
      }
    }
  })
  const parts = [{ key: 'speech-parts/none', sizeBytes: 1000, durationSeconds: 1, cues: [] }]
  await expect(joinParts({ ...env, MEDIA }, job, parts)).rejects.toThrow('A part of a recording is gone')
  expect((await Promise.allSettled(puts)).map(({ status }) => status)).toEqual(['rejected'])
  expect(await env.MEDIA.head(resultKey(job.id, 0))).toBeNull()
})

/** What a recording takes that nothing interrupts; the same for all tests about it. */
const uninterrupted = (...order: [prompt?: string, settings?: object]) => {
  let usual: ReturnType<typeof dieAt> | undefined
  return () => (usual ??= dieAt(null, ...order))
}

describe('an isolate that dies while a text is read in parts', () => {
  const usualCourse = uninterrupted()
  const thirds = [1, 2, 3] as const
  const moments = thirds.flatMap((third) => (['before', 'after'] as const).map((moment) => [moment, third] as const))

  test.each(moments)(
    '%s any call of third %i loses no stored part, and makes at most one twice',
    async (moment, third) => {
      const { calls, starts: usual } = await usualCourse()
      expect(usual).toBe(2)
      // The sound of a part is the second thing that is stored of it.
      const firstIsStored = calls.indexOf('MEDIA.put') + 2
      for (let call = third; call <= calls.length; call += thirds.length) {
        const { job, starts } = await dieAt({ call, moment })
        const point = `${call}: ${calls[call - 1]}`
        const isKept = call > firstIsStored || (call === firstIsStored && moment === 'after')
        const { step, failure } = await jobOf(job)
        if (isKept) expect({ point, step, failure }).toEqual({ point, step: 'completed', failure: null })
        else expect(['completed', 'failed'], point).toContain(step)
        expect(starts, point).toBeLessThanOrEqual(3)
        await expectAtRest(job)
      }
    }
  )
})

const slow = ['Раз.', { speed: '0.5' }] as const
const slowCourse = uninterrupted(...slow)

test.each(['before', 'after'] as const)(
  'an isolate that dies %s any call after the samples of a recording are stored does not ask for them again',
  async (moment) => {
    const { calls, starts: usual } = await slowCourse()
    expect(usual).toBe(1)
    // The samples are the second thing that is stored.
    const samplesStored = calls.indexOf('MEDIA.put') + 2
    for (let call = samplesStored + (moment === 'before' ? 1 : 0); call <= calls.length; call++) {
      const { job, starts } = await dieAt({ call, moment }, ...slow)
      const { step, failure } = await jobOf(job)
      const point = `${call}: ${calls[call - 1]}`
      expect({ point, step, failure, starts }).toEqual({ point, step: 'completed', failure: null, starts: 1 })
      expect(await partObjectsOf(job.userId), point).toBe(0)
      await expectAtRest(job)
    }
  }
)
