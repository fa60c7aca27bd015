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
import { partObjectsOf, shorterText } from '../support/worker/speaking.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { setStage } from '../support/worker/stage.ts'
import { queuedJob } from '#tests/support/worker/queued-job.ts'

setStage()
beforeEach(() => controlSandbox({ mediaFault: null }))

async function failedHalfway() {
  const { queue, job } = await queuedJob('elevenlabs', shorterText)
  await queue.step()
  await controlSandbox({ mediaFault: '500', mediaFaultCount: 1 })
  await queue.drain()
  expect(await partObjectsOf(job.userId)).toBeGreaterThan(0)
  return job
}

async function dieAt(death: Death | null, prompt = shorterText, settings = {}) {
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
  return { job, isDead: victim.isDead, starts: (await startsAt('elevenlabs')).started - started }
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
    const again = await newJob('elevenlabs', shorterText, { userId: job.userId })
    const left = await partObjectsOf(job.userId)
    expect(await deleteJob(env, await jobOf(job))).toBe(true)
    expect(await partObjectsOf(job.userId)).toBe(left)
    const { started } = await startsAt('elevenlabs')
    queue.send(again.id)
    await queue.drain()
    expect(await endOf(again)).toEqual(delivered)
    expect((await startsAt('elevenlabs')).started).toBe(started + 2 - left / 2)
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
  const job = await newJob('elevenlabs', shorterText)
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

test('an isolate that dies while a text is read in parts loses no stored part, and makes at most one twice', async () => {
  expect((await dieAt(null)).starts).toBe(2)
  // The sound of a part is the second thing that is stored of it. What lies between these calls changes nothing that is kept or paid.
  const deaths = [
    [{ call: 1, to: 'fetch', moment: 'after' }, 'not kept'],
    [{ call: 2, to: 'MEDIA.put', moment: 'before' }, 'not kept'],
    [{ call: 2, to: 'MEDIA.put', moment: 'after' }, 'kept'],
    [{ call: 2, to: 'fetch', moment: 'after' }, 'kept'],
    [{ call: 4, to: 'MEDIA.put', moment: 'after' }, 'kept'],
    [{ call: 6, to: 'MEDIA.put', moment: 'after' }, 'kept'],
    [{ call: 1, to: 'USER.settle', moment: 'after' }, 'kept'],
    [{ call: 1, to: 'MEDIA.delete', moment: 'before' }, 'kept']
  ] as const
  for (const [death, firstPart] of deaths) {
    const point = JSON.stringify(death)
    const { job, starts, isDead } = await dieAt(death)
    expect({ point, isDead }).toEqual({ point, isDead: true })
    const { step, failure } = await jobOf(job)
    if (firstPart === 'kept') expect({ point, step, failure }).toEqual({ point, step: 'completed', failure: null })
    else expect(['completed', 'failed'], point).toContain(step)
    expect(starts, point).toBeLessThanOrEqual(3)
    await expectAtRest(job)
  }
})

test('an isolate that dies after the samples of a recording are stored does not ask for them again', async () => {
  // The samples are the second thing that is stored.
  const deaths = [
    { call: 2, to: 'MEDIA.put', moment: 'after' },
    { call: 4, to: 'MEDIA.put', moment: 'after' },
    { call: 1, to: 'USER.settle', moment: 'after' },
    { call: 1, to: 'MEDIA.delete', moment: 'before' }
  ] as const
  for (const death of deaths) {
    const point = JSON.stringify(death)
    const { job, starts, isDead } = await dieAt(death, 'Раз.', { speed: '0.5' })
    const { step, failure } = await jobOf(job)
    expect({ point, isDead, step, failure, starts }).toEqual({
      point,
      isDead: true,
      step: 'completed',
      failure: null,
      starts: 1
    })
    expect(await partObjectsOf(job.userId), point).toBe(0)
    await expectAtRest(job)
  }
})
