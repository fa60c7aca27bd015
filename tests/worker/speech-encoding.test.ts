// Recordings that are encoded here, while the Worker which does that is away: the provider was paid for what it has made.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { encodingMaxMs } from '#domain/encoding.ts'
import { delivered, endOf, expectAtRest, failedBy, jobOf, newJob, newMaker, startsAt } from '../support/worker/jobs.ts'
import { partObjectsOf, sentence } from '../support/worker/speaking.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()

type Encode = (...sent: Parameters<Env['READER']['encodeMp3']>) => Promise<Uint8Array | null>
const really: Encode = (...sent) => env.READER.encodeMp3(...sent)
const gone: Encode = () => Promise.reject(new Error('Network connection lost'))

const readerThat = (encodeMp3: Encode) => ({ READER: { encodeMp3 } }) as unknown as Partial<Env>

const startedAt = async () => (await startsAt('elevenlabs')).started

/** Makes a recording that the provider cannot make as MP3 at this speed. @param isLate its first step ends two minutes before its deadline */
async function run(
  prompt: string,
  encode: Encode,
  { userId, isLate = false }: { userId?: string; isLate?: boolean } = {}
) {
  const queue = new TestQueue(readerThat(encode))
  const before = await startedAt()
  const job = await newJob('elevenlabs', prompt, { settings: { speed: '1.5' }, ...(userId && { userId }) })
  queue.send(job.id)
  if (isLate) {
    await queue.step()
    vi.setSystemTime((await jobOf(job)).deadlineAt - 120_000)
  }
  await queue.drain()
  return { job, starts: (await startedAt()) - before }
}

test.each([
  ['a short text', 'Раз. Два.', 1],
  ['a long text', `${sentence('море')}${sentence('берег')}`, 2]
])('%s waits until its encoder is back, and is made and charged once', async (_, prompt, starts) => {
  const encode = vi.fn<Encode>(really).mockImplementationOnce(gone).mockImplementationOnce(gone)
  const made = await run(prompt, encode)
  expect(await endOf(made.job)).toEqual(delivered)
  expect(made.starts).toBe(starts)
  expect(encode).toHaveBeenCalledTimes(starts + 2)
  expect(await jobOf(made.job)).toMatchObject({ attempts: 1, files: [{ type: 'audio/mpeg', subtitles: true }] })
  expect(await partObjectsOf(made.job.userId)).toBe(0)
  await expectAtRest(made.job)
})

test('a recording whose encoder stays away is free, and is had without the provider when it is ordered again', async () => {
  const userId = await newMaker()
  const failed = await run('Раз. Два.', gone, { userId, isLate: true })
  expect(await endOf(failed.job)).toEqual(failedBy('INTERNAL'))
  const { finishedAt, deadlineAt } = await jobOf(failed.job)
  expect(deadlineAt - (finishedAt ?? 0)).toBeLessThanOrEqual(31_000)
  expect(failed.starts).toBe(1)
  const again = await run('Раз. Два.', really, { userId })
  expect(await endOf(again.job)).toEqual(delivered)
  expect(again.starts).toBe(0)
  expect(await partObjectsOf(userId)).toBe(0)
  await expectAtRest(failed.job, again.job)
})

test('an encoder that never answers is waited for no longer than its time', async () => {
  const wait = scheduler.wait.bind(scheduler)
  const waits = vi
    .spyOn(scheduler, 'wait')
    .mockImplementation((ms, options) => (ms === encodingMaxMs ? Promise.resolve() : wait(ms, options)))
  const encode = vi.fn<Encode>(really).mockReturnValueOnce(new Promise(() => undefined))
  const queue = new TestQueue(readerThat(encode))
  const before = await startedAt()
  const job = await newJob('elevenlabs', 'Раз. Два.', { settings: { speed: '0.5' } })
  queue.send(job.id)
  await queue.step()
  expect(await jobOf(job)).toMatchObject({ step: 'running', leaseUntil: null })
  waits.mockRestore()
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
  expect([encode.mock.calls.length, (await startedAt()) - before]).toEqual([2, 1])
  await expectAtRest(job)
})

test('a recording of which the encoder makes nothing is broken and free, and is made anew when it is ordered again', async () => {
  const userId = await newMaker()
  const broken = await run('Раз. Два.', async () => null, { userId })
  expect(await endOf(broken.job)).toEqual(failedBy('RESULT_BROKEN'))
  const again = await run('Раз. Два.', really, { userId })
  expect(await endOf(again.job)).toEqual(delivered)
  expect([broken.starts, again.starts]).toEqual([1, 1])
  await expectAtRest(broken.job, again.job)
})
