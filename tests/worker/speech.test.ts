// Recordings: their speed and format, their subtitles, and long texts that are read in parts.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openHistory } from '#data/database.ts'
import { resultKey, speechPartsOf, speechPartsPrefix, subtitlesKey } from '#data/job-files.ts'
import { jobView } from '#data/history/job-view.ts'
import { changeJob, type JobRow, requestCancel } from '#data/history/jobs.ts'
import { partsTicket, runDeadlineOf } from '#domain/job.ts'
import { speechParts } from '#domain/speech-parts.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { jobContext } from '#queues/context.ts'
import { removeStray } from '#queues/files.ts'
import { deleteJob } from '#queues/finish.ts'
import { eraseNext } from '#worker/people/erase-accounts.ts'
import {
  controlSandbox,
  delivered,
  endOf,
  expectAtRest,
  failedBy,
  jobOf,
  newJob,
  newMaker,
  startsAt
} from '../support/worker/jobs.ts'
import { type Death, Victim } from '../support/worker/killing.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { setStage } from '../support/worker/stage.ts'
import { sweepJobs } from '#queues/sweep.ts'

setStage()
beforeEach(() => controlSandbox({ mediaFault: null }))

const sentence = (word: string) => `${`${word} `.repeat(Math.floor(890 / (word.length + 1))).trim()}. `
/** Read in four parts. */
const longText = ['море', 'берег', 'маяк', 'ветер'].map(sentence).join('').trim()

async function run(prompt: string, ordered: Parameters<typeof newJob>[2] = {}) {
  const queue = new TestQueue()
  const job = await newJob('elevenlabs', prompt, ordered)
  queue.send(job.id)
  await queue.drain()
  return job
}

const bytesAt = async (key: string) => new Uint8Array(await (await env.MEDIA.get(key))!.arrayBuffer())
const factsOf = async (job: JobRow) => inspectMedia(sourceOf(await bytesAt(resultKey(job.id, 0))))
const subtitlesOf = async (job: JobRow) => (await env.MEDIA.get(subtitlesKey(job.id)))?.text()
const partsOf = async (userId: string) => (await env.MEDIA.list({ prefix: speechPartsOf(userId) })).objects.length

describe('a recording', () => {
  // Fifteen characters are a second.
  const text = 'а'.repeat(150)

  test.each([
    ['0.5', 'mp3', 'audio/mpeg', 20],
    ['0.75', 'mp3', 'audio/mpeg', 13.3],
    ['1', 'wav', 'audio/wav', 10],
    ['1.25', 'wav', 'audio/wav', 8],
    ['1.5', 'mp3', 'audio/mpeg', 6.7]
  ])('at %s as %s is the ordered file', async (speed, format, type, seconds) => {
    const job = await run(text, { settings: { speed, format } })
    expect(await endOf(job)).toEqual(delivered)
    const facts = await factsOf(job)
    expect(facts).toMatchObject({ type })
    expect(Math.abs((facts?.durationSeconds ?? 0) - seconds)).toBeLessThan(0.2)
    expect((await jobOf(job)).files[0]).toMatchObject({ type, durationSeconds: facts?.durationSeconds })
    await expectAtRest(job)
  })

  test('has subtitles as a second file, whose times are those of the file', async () => {
    const job = await run('Раз. Два.', { settings: { speed: '0.5' } })
    const view = jobView(await jobOf(job), { SITE_ORIGIN: 'http://site.test', JWT_SECRET: 'secret' }, Date.now())
    expect(view.files).toHaveLength(1)
    expect(view.files[0]?.subtitlesUrl).toBe(`${view.files[0]?.url}&subtitles=1`)
    // Five characters at half the speed: two thirds of a second.
    expect(await subtitlesOf(job)).toBe(
      '1\n00:00:00,000 --> 00:00:00,533\nРаз.\n\n2\n00:00:00,666 --> 00:00:01,200\nДва.\n'
    )
    expect(await deleteJob(env, await jobOf(job))).toBe(true)
    expect(await env.MEDIA.head(subtitlesKey(job.id))).toBeNull()
  })

  test('of samples that were cut is broken, and free', async () => {
    const job = await run(`${text} [сбой:битый-файл]`, { settings: { format: 'wav' } })
    expect(await endOf(job)).toEqual(failedBy('RESULT_BROKEN'))
    await expectAtRest(job)
  })
})

describe('a long text', () => {
  test('is read in parts that become one file, and paid once', async () => {
    const { started } = await startsAt('elevenlabs')
    const job = await run(longText)
    expect(speechParts(longText)).toHaveLength(4)
    expect((await startsAt('elevenlabs')).started).toBe(started + 4)
    expect(await endOf(job)).toEqual(delivered)
    const [file] = (await jobOf(job)).files
    const facts = await factsOf(job)
    expect(facts?.durationSeconds).toBeCloseTo(longText.length / 15, 0)
    expect(file?.durationSeconds).toBeCloseTo(facts?.durationSeconds ?? 0, 3)
    expect(file?.sizeBytes).toBe((await bytesAt(resultKey(job.id, 0))).length)
    const lines = (await subtitlesOf(job)) ?? ''
    expect(lines).toContain('ветер')
    // The last word is heard at the end.
    const [, minutes, seconds] = /.*--> 00:(\d\d):(\d\d),\d+\n[^\n]+/s.exec(lines) ?? []
    expect(Number(minutes) * 60 + Number(seconds)).toBeCloseTo(longText.length / 15, -1)
    expect(await partsOf(job.userId)).toBe(0)
    await expectAtRest(job)
  })

  test('as WAV at half the speed is one file, too', async () => {
    const job = await run(longText, { settings: { format: 'wav', speed: '0.5' } })
    expect(await endOf(job)).toEqual(delivered)
    const facts = await factsOf(job)
    expect(facts?.type).toBe('audio/wav')
    expect(facts?.durationSeconds).toBeCloseTo(longText.length / 15 / 0.5, -1)
    await expectAtRest(job)
  })

  test('tells how far it is, and ends between two parts when it is cancelled', async () => {
    const queue = new TestQueue()
    const job = await newJob('elevenlabs', longText)
    queue.send(job.id)
    await queue.step()
    expect(await jobOf(job)).toMatchObject({ step: 'running', ticket: partsTicket })
    await queue.step()
    await queue.step()
    expect((await jobOf(job)).progress).toBe(0.5)
    await requestCancel(openHistory(env, job.id), job.id, Date.now())
    const { started } = await startsAt('elevenlabs')
    await queue.drain()
    expect(await jobOf(job)).toMatchObject({ step: 'cancelled', chargedTokens: 0 })
    expect((await startsAt('elevenlabs')).started).toBe(started)
    await expectAtRest(job)
  })

  test('of which a part is refused for a moment waits, and goes on', async () => {
    const queue = new TestQueue()
    const job = await newJob('elevenlabs', longText)
    queue.send(job.id)
    await queue.step()
    await controlSandbox({ mediaFault: '429', mediaFaultCount: 2 })
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect(await jobOf(job)).toMatchObject({ attempts: 1 })
    await expectAtRest(job)
  })

  test('of which a part fails is free, and what is made is not paid again when the user tries once more', async () => {
    const userId = await newMaker()
    const queue = new TestQueue()
    const failed = await newJob('elevenlabs', longText, { userId })
    queue.send(failed.id)
    // Made, waited a second, made.
    for (let steps = 0; steps < 3; steps++) await queue.step()
    await controlSandbox({ mediaFault: '500', mediaFaultCount: 1 })
    await queue.drain()
    expect(await endOf(failed)).toEqual(failedBy('PROVIDER_FAILED'))
    expect(await partsOf(userId)).toBe(4)
    const { started } = await startsAt('elevenlabs')
    const again = await newJob('elevenlabs', longText, { userId })
    queue.send(again.id)
    await queue.drain()
    expect(await endOf(again)).toEqual(delivered)
    expect((await startsAt('elevenlabs')).started).toBe(started + 2)
    expect(await partsOf(userId)).toBe(0)
    await expectAtRest(failed, again)
  })

  test('that the provider does not finish in time is given up, without a charge', async () => {
    const queue = new TestQueue()
    const job = await newJob('elevenlabs', longText)
    queue.send(job.id)
    await queue.step()
    const { startedAt } = await jobOf(job)
    vi.setSystemTime(runDeadlineOf('audio', startedAt ?? 0) + 1)
    await queue.drain()
    expect(await endOf(job)).toEqual(failedBy('TOO_SLOW'))
    await expectAtRest(job)
  })
})

describe('what is left of a recording that failed', () => {
  async function failedHalfway() {
    const queue = new TestQueue()
    const job = await newJob('elevenlabs', longText)
    queue.send(job.id)
    await queue.step()
    await queue.step()
    await controlSandbox({ mediaFault: '500', mediaFaultCount: 1 })
    await queue.drain()
    expect(await partsOf(job.userId)).toBeGreaterThan(0)
    return job
  }

  test('goes when the user deletes the job', async () => {
    const job = await failedHalfway()
    expect(await deleteJob(env, await jobOf(job))).toBe(true)
    expect(await partsOf(job.userId)).toBe(0)
  })

  test('goes with the account', async () => {
    const job = await failedHalfway()
    while (!(await eraseNext(env, job.userId)));
    expect(await partsOf(job.userId)).toBe(0)
  })

  test('goes after a day', async () => {
    const job = await failedHalfway()
    const [part] = (await env.MEDIA.list({ prefix: speechPartsPrefix })).objects
    const dayMs = 24 * 60 * 60 * 1000
    await removeStray(env, part!.uploaded.getTime() + dayMs - 60_000)
    expect(await partsOf(job.userId)).toBeGreaterThan(0)
    await removeStray(env, Date.now() + 2 * dayMs + Math.abs(part!.uploaded.getTime() - Date.now()))
    expect(await partsOf(job.userId)).toBe(0)
  })
})

describe('an isolate that dies while a text is read in parts', () => {
  async function dieAt(death: Death | null) {
    const queue = new TestQueue()
    const healthy = queue.bindings
    const { started } = await startsAt('elevenlabs')
    const job = await newJob('elevenlabs', `${sentence('море')}${sentence('берег')}`)
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

  const thirds = [1, 2, 3] as const
  const moments = thirds.flatMap((third) => (['before', 'after'] as const).map((moment) => [moment, third] as const))

  test.each(moments)('%s any call of third %i loses no stored part, and makes at most one twice', async (moment, third) => {
    const { calls, starts: usual } = await dieAt(null)
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
  })
})

test('a row that another step has changed meanwhile is left to it', async () => {
  const queue = new TestQueue()
  const job = await newJob('elevenlabs', longText)
  queue.send(job.id)
  await queue.step()
  const row = await jobOf(job)
  const { history } = jobContext(env, job.id)
  expect(await changeJob(history, row, { leaseUntil: Date.now() + 1000 })).toBeDefined()
  const { started } = await startsAt('elevenlabs')
  await queue.deliverDue()
  expect((await startsAt('elevenlabs')).started).toBe(started)
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
})
