// Recordings: their speed and format, their subtitles, and long texts that are read in parts.
import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { resultKey, subtitlesKey } from '#data/files/job-files.ts'
import { jobView } from '#data/history/job-view.ts'
import { changeJob, type JobRow } from '#data/history/jobs.ts'
import { jobs } from '#data/history/schema.ts'
import { partsTicket, runDeadlineOf } from '#domain/job.ts'
import { speechParts } from '#domain/speech-parts.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { cancelJob } from '#queues/steps/cancel.ts'
import { jobContext } from '#queues/base/context.ts'
import { deleteJob } from '#queues/steps/finish.ts'
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
import { forgedLink } from '../support/worker/forged-link.ts'
import { longText, partObjectsOf, secondsOf, shorterText } from '../support/worker/speaking.ts'
import { setStage } from '../support/worker/stage.ts'
import { queuedJob, ranJob } from '#tests/support/worker/queued-job.ts'
import { suppliesInForce } from '#worker/http/in-force.ts'

setStage()

async function run(prompt: string, ordered: Parameters<typeof newJob>[2] = {}) {
  const job = await ranJob('elevenlabs', prompt, ordered)
  return job
}

const bytesAt = async (key: string) => new Uint8Array(await (await env.MEDIA.get(key))!.arrayBuffer())
const factsOf = async (job: JobRow) => inspectMedia(sourceOf(await bytesAt(resultKey(job.id, 0))))
const subtitlesOf = async (job: JobRow) => (await env.MEDIA.get(subtitlesKey(job.id)))?.text()

const open = (url: string) => exports.default.fetch(new Request(url))

describe('a recording', () => {
  const text = 'а'.repeat(150)

  test.each([
    ['0.5', 'mp3', 'audio/mpeg'],
    ['0.75', 'mp3', 'audio/mpeg'],
    ['1', 'wav', 'audio/wav'],
    ['1.25', 'wav', 'audio/wav'],
    ['1.5', 'mp3', 'audio/mpeg']
  ])('at %s as %s is the ordered file', async (speed, format, type) => {
    const job = await run(text, { settings: { speed, format } })
    expect(await endOf(job)).toEqual(delivered)
    const facts = await factsOf(job)
    expect(facts).toMatchObject({ type })
    expect(Math.abs((facts?.durationSeconds ?? 0) - secondsOf(text) / Number(speed))).toBeLessThan(0.08)
    expect((await jobOf(job)).files[0]).toMatchObject({ type, durationSeconds: facts?.durationSeconds })
    await expectAtRest(job)
  })

  test('has subtitles as a second file, whose times are those of the file', async () => {
    const job = await run('Раз, два, три, четыре, пять. Вышел зайчик погулять.', { settings: { speed: '0.5' } })
    const { files } = jobView(await jobOf(job), environmentOf(env), Date.now())
    expect(files).toHaveLength(1)
    const [{ url, subtitlesUrl = '' } = { url: '' }] = files
    expect(subtitlesUrl).toBe(`${url}&subtitles=1`)
    const response = await open(subtitlesUrl)
    // Of 75 characters a second, at half the speed: the first sentence has 28, the space 1, the second 22.
    expect(await response.text()).toBe(
      '1\n00:00:00,000 --> 00:00:00,746\nРаз, два, три, четыре, пять.\n\n2\n00:00:00,773 --> 00:00:01,359\nВышел зайчик погулять.\n'
    )
    expect(response.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;.*%D0%A0%D0%B0%D0%B7.*\.srt$/)
    expect((await open(forgedLink(subtitlesUrl, 'signature'))).status).toBe(403)
    expect((await open(url)).headers.get('content-type')).toBe('audio/mpeg')
    expect(await deleteJob(env, await jobOf(job))).toBe(true)
    expect(await env.MEDIA.head(subtitlesKey(job.id))).toBeNull()
    expect((await open(subtitlesUrl)).status).toBe(404)
  })

  test('without subtitles has no link to them, even if there is a file', async () => {
    const job = await run('Раз.')
    const [{ subtitles, ...plain } = expect.fail('no file')] = (await jobOf(job)).files
    expect(subtitles).toBe(true)
    await openHistory(env, job.id)
      .update(jobs)
      .set({ files: [plain] })
      .where(eq(jobs.id, job.id))
    const { files } = jobView(await jobOf(job), environmentOf(env), Date.now())
    expect(files[0]?.subtitlesUrl).toBeUndefined()
    expect((await open(`${files[0]?.url}&subtitles=1`)).status).toBe(404)
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
    expect(Math.abs((facts?.durationSeconds ?? 0) - secondsOf(longText))).toBeLessThan(0.2)
    expect(file?.durationSeconds).toBeCloseTo(facts?.durationSeconds ?? 0, 3)
    expect(file?.sizeBytes).toBe((await bytesAt(resultKey(job.id, 0))).length)
    const lines = (await subtitlesOf(job)) ?? ''
    expect(lines).toContain('ветер')
    // The last word is heard at the end.
    const [, minutes, seconds] = /.*--> 00:(\d\d):(\d\d,\d+)\n[^\n]+/s.exec(lines) ?? []
    expect(Number(minutes) * 60 + Number(seconds?.replace(',', '.'))).toBeCloseTo(secondsOf(longText), 0)
    expect(await partObjectsOf(job.userId)).toBe(0)
    await expectAtRest(job)
  })

  test('as WAV at half the speed is one file, too', async () => {
    const job = await run(shorterText, { settings: { format: 'wav', speed: '0.5' } })
    expect(await endOf(job)).toEqual(delivered)
    const facts = await factsOf(job)
    expect(facts?.type).toBe('audio/wav')
    expect(facts?.durationSeconds).toBeCloseTo(secondsOf(shorterText) / 0.5, 0)
    await expectAtRest(job)
  })

  test('tells how far it is, and is finished and charged although it is cancelled between two parts', async () => {
    const { queue, job } = await queuedJob('elevenlabs', longText)
    await queue.step()
    expect(await jobOf(job)).toMatchObject({ step: 'running', ticket: partsTicket })
    await queue.step()
    await queue.step()
    expect((await jobOf(job)).progress).toBe(0.5)
    const { started } = await startsAt('elevenlabs')
    expect(await cancelJob(env, await jobOf(job), suppliesInForce)).toMatchObject({ step: 'running' })
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect((await startsAt('elevenlabs')).started).toBe(started + 2)
    await expectAtRest(job)
  })

  test('is cancelled for nothing before its first part is made', async () => {
    const { queue, job } = await queuedJob('elevenlabs', shorterText)
    const { started } = await startsAt('elevenlabs')
    await cancelJob(env, await jobOf(job), suppliesInForce)
    await queue.drain()
    expect(await jobOf(job)).toMatchObject({ step: 'cancelled', chargedTokens: 0 })
    expect((await startsAt('elevenlabs')).started).toBe(started)
    await expectAtRest(job)
  })

  test('of which a part is refused for a moment waits, and goes on', async () => {
    const { queue, job } = await queuedJob('elevenlabs', shorterText)
    await queue.step()
    await controlSandbox({ mediaFault: '429', mediaFaultCount: 2 })
    // Waited a second, refused.
    for (let steps = 0; steps < 2; steps++) await queue.step()
    const held = await jobOf(job)
    const { state, waiting } = jobView(held, environmentOf(env), Date.now())
    expect([state, waiting]).toEqual(['running', { reason: 'busy', triesAt: held.dueAt, until: held.deadlineAt }])
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect(await jobOf(job)).toMatchObject({ attempts: 1 })
    await expectAtRest(job)
  })

  test('of which a part fails is free, and what is made is not paid again when the user tries once more', async () => {
    const userId = await newMaker()
    const { queue, job: failed } = await queuedJob('elevenlabs', longText, { userId })
    // Made, waited a second, made.
    for (let steps = 0; steps < 3; steps++) await queue.step()
    await controlSandbox({ mediaFault: '500', mediaFaultCount: 1 })
    await queue.drain()
    expect(await endOf(failed)).toEqual(failedBy('PROVIDER_FAILED'))
    expect(await partObjectsOf(userId)).toBe(4)
    const { started } = await startsAt('elevenlabs')
    const again = await newJob('elevenlabs', longText, { userId })
    queue.send(again.id)
    await queue.drain()
    expect(await endOf(again)).toEqual(delivered)
    expect((await startsAt('elevenlabs')).started).toBe(started + 2)
    expect(await partObjectsOf(userId)).toBe(0)
    await expectAtRest(failed, again)
  })

  test('whose parts an earlier job has all left is joined without a call', async () => {
    const userId = await newMaker()
    const { queue, job: late } = await queuedJob('elevenlabs', shorterText, { userId })
    while ((await jobOf(late)).progress !== 1) await queue.step()
    vi.setSystemTime(runDeadlineOf('audio', (await jobOf(late)).startedAt ?? 0) + 1)
    await queue.drain()
    expect(await endOf(late)).toEqual(failedBy('TOO_SLOW'))
    const { started } = await startsAt('elevenlabs')
    const again = await newJob('elevenlabs', shorterText, { userId })
    queue.send(again.id)
    await queue.drain()
    expect(await endOf(again)).toEqual(delivered)
    expect((await startsAt('elevenlabs')).started).toBe(started)
    await expectAtRest(late, again)
  })

  test('that the provider does not finish in time is given up, without a charge', async () => {
    const { queue, job } = await queuedJob('elevenlabs', shorterText)
    await queue.step()
    const { startedAt } = await jobOf(job)
    vi.setSystemTime(runDeadlineOf('audio', startedAt ?? 0) + 1)
    await queue.drain()
    expect(await endOf(job)).toEqual(failedBy('TOO_SLOW'))
    await expectAtRest(job)
  })
})

test('a row that another step has changed meanwhile is left to it', async () => {
  const { queue, job } = await queuedJob('elevenlabs', shorterText)
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
