// A batch: several jobs of one request, each with a reservation and an end of its own; begun together or not at all.
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import type { SubmittedJobs } from '#contract/job-orders.ts'
import { openHistory } from '#data/base/database.ts'
import { endJob, type JobRow } from '#data/history/jobs.ts'
import { jobContext } from '#queues/base/context.ts'
import { finish } from '#queues/steps/finish.ts'
import { sweepJobs } from '#queues/sweep.ts'
import { breakingDatabases } from '../support/worker/breaking.ts'
import {
  expectUntouched,
  keyed,
  later,
  moneyOf,
  rowsOf,
  sendAndWait,
  sendWith,
  standingQueues,
  storedUpload,
  submitted
} from '../support/worker/generating.ts'
import { controlSandbox } from '../support/worker/jobs.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { dataUrl, jpeg, png } from '../support/worker/pictures.ts'
import { catchWarnings } from '../support/worker/wallet-rows.ts'

const four = { prompt: 'Кот', model: 'flux-schnell', count: 4 }
const path = '/ai/image/flux'

const begin = (person: Person, body: object, headers: Record<string, string> = keyed()) => {
  const { bindings, sent } = standingQueues()
  return sendWith(person, bindings, path, { body, headers: { ...later, ...headers } }).then((response) => ({
    response,
    sent
  }))
}

const inPlaces = (rows: JobRow[]) => rows.toSorted((one, other) => (one.batch?.index ?? 0) - (other.batch?.index ?? 0))

describe('a batch of four', () => {
  test('is four jobs with ids made from its own, each reserved at the price of one', async () => {
    const person = await newPerson({ tokens: 10 })
    const { response, sent } = await begin(person, four, keyed('batch-number-1'))
    const { job, jobs, balance } = await submitted(response)
    expect(job).toEqual(jobs[0])
    expect(jobs.map(({ id, batch, priceTokens }) => [id, batch, priceTokens])).toEqual([
      ['batch-number-1', { id: 'batch-number-1', index: 0, size: 4 }, 1],
      ['batch-number-1-2', { id: 'batch-number-1', index: 1, size: 4 }, 1],
      ['batch-number-1-3', { id: 'batch-number-1', index: 2, size: 4 }, 1],
      ['batch-number-1-4', { id: 'batch-number-1', index: 3, size: 4 }, 1]
    ])
    expect(balance).toBe(6)
    expect(await moneyOf(person)).toEqual({ availableTokens: 6, reservedTokens: 4 })
    expect([(await rowsOf(person)).length, sent.length]).toEqual([4, 4])
    // The settings of each are those of a single job.
    for (const { parameters } of jobs)
      expect(parameters).toEqual({ prompt: 'Кот', model: 'flux-schnell', aspectRatio: '1:1' })
  })

  test('has four seeds, one after another; a chosen one is the first', async () => {
    const person = await newPerson({ tokens: 10 })
    const drawn = (await submitted((await begin(person, four)).response)).jobs
    const [first = 0] = drawn.map(({ seed }) => seed ?? 0)
    expect(new Set(drawn.map(({ seed }) => seed)).size).toBe(4)
    expect(first).toBeGreaterThan(0)
    // A seed that the server has drawn is not a setting: repeating the job draws another one.
    for (const { parameters } of drawn) expect(parameters).not.toHaveProperty('seed')
    const last = 4_294_967_294
    const chosen = (await submitted((await begin(person, { ...four, seed: last })).response)).jobs
    expect(chosen.map(({ seed, parameters }) => [seed, parameters.seed])).toEqual([
      [last, last],
      [1, 1],
      [2, 2],
      [3, 3]
    ])
  })

  test('stores the files for each of its jobs', async () => {
    const person = await newPerson({ tokens: 10 })
    const reference1 = dataUrl('image/jpeg', jpeg)
    await submitted((await begin(person, { ...four, reference1 })).response)
    for (const row of await rowsOf(person)) {
      expect(row.uploads).toEqual(['reference1'])
      expect((await storedUpload(row, 'reference1'))?.subarray(0, 3)).toEqual(Uint8Array.of(0xff, 0xd8, 0xff))
    }
  })

  test('of which one part fails is charged for what it delivers', async () => {
    const person = await newPerson({ tokens: 10 })
    await submitted((await begin(person, four)).response)
    const [one, two, three, last] = inPlaces(await rowsOf(person))
    const history = openHistory(env, person.userId)
    const file = { index: 0, type: 'image/png', sizeBytes: 1, width: 1, height: 1, durationSeconds: null }
    for (const [row, end] of [
      [one, { step: 'completed', files: [file] }],
      [two, { step: 'failed', failure: 'MODERATED' }],
      [three, { step: 'cancelled' }]
    ] as const) {
      const ended = await endJob(history, row!.id, end as never, { now: Date.now(), from: ['queued'] })
      // Finished twice, as after a lost message: the money moves once.
      for (const _ of [1, 2]) await finish(jobContext(env, row!.id), ended!)
    }
    expect(await moneyOf(person)).toEqual({ availableTokens: 8, reservedTokens: 1 })
    expect(last?.step).toBe('queued')
  })

  test('is waited for as a whole, and its answer has what was charged for all', async () => {
    const person = await newPerson({ tokens: 10 })
    await controlSandbox({ speed: 20_000 })
    const response = await sendAndWait(person, path, { body: four, headers: keyed() })
    const { jobs, result, billing, balance } = await dataOf<SubmittedJobs>(response)
    expect(jobs.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed', 'completed'])
    expect(result?.imageUrl).toBe(jobs[0]?.files[0]?.url)
    expect([billing, balance]).toEqual([{ siteTokens: 4 }, 6])
  })
})

describe('the same batch', () => {
  test('sent twenty times at once is one batch', async () => {
    const person = await newPerson({ tokens: 20 })
    const headers = keyed()
    const answers = await Promise.all(Array.from({ length: 20 }, () => begin(person, four, headers)))
    expect(answers.filter(({ response }) => response.status === 202).length).toBe(20)
    expect(answers.filter(({ response }) => !response.headers.has('idempotency-replayed')).length).toBe(1)
    expect(answers.flatMap(({ sent }) => sent).length).toBe(4)
    expect((await rowsOf(person)).length).toBe(4)
    expect(await moneyOf(person)).toEqual({ availableTokens: 16, reservedTokens: 4 })
  })

  test('with another number of jobs is another request, and answers 422', async () => {
    const person = await newPerson({ tokens: 20 })
    const headers = keyed()
    await submitted((await begin(person, four, headers)).response)
    for (const count of [1, 2])
      expect(await answered((await begin(person, { ...four, count }, headers)).response)).toMatchObject({
        status: 422,
        code: 'IDEMPOTENCY_MISMATCH'
      })
    expect((await rowsOf(person)).length).toBe(4)
  })

  test('is continued after a crash before its rows, and found after a crash behind them', async () => {
    for (const moment of ['before', 'after'] as const) {
      const person = await newPerson({ tokens: 20 })
      const headers = { ...later, ...keyed() }
      const { bindings, sent } = standingQueues()
      // Session, prices, room and provider are read first; the fifth call inserts all rows.
      const broken = { ...bindings, ...breakingDatabases({ call: 5, moment }) }
      vi.spyOn(console, 'log').mockReturnValue()
      expect((await sendWith(person, broken, path, { body: four, headers })).status).toBe(500)
      expect((await rowsOf(person)).length).toBe(moment === 'before' ? 0 : 4)
      const again = await submitted(await sendWith(person, bindings, path, { body: four, headers }))
      expect(again.jobs.map(({ batch }) => batch?.index)).toEqual([0, 1, 2, 3])
      expect(await moneyOf(person)).toEqual({ availableTokens: 16, reservedTokens: 4 })
      catchWarnings()
      if (moment === 'after') await sweepJobs({ ...env, ...bindings } as unknown as Env, Date.now() + 60_000)
      const rows = await rowsOf(person)
      for (const { id } of rows) expect(sent).toContainEqual({ jobId: id })
      vi.restoreAllMocks()
    }
  })

  test('returns all tokens when its files cannot be stored', async () => {
    const person = await newPerson({ tokens: 20 })
    const { bindings } = standingQueues()
    catchWarnings()
    const MEDIA = { put: () => Promise.reject(new Error('The store is down')) }
    const body = { ...four, reference1: dataUrl('image/png', png(80, 64)) }
    const response = await sendWith(person, { ...bindings, MEDIA }, path, { body, headers: { ...later, ...keyed() } })
    expect(await answered(response)).toMatchObject({ status: 503, code: 'JOB_NOT_SUBMITTED' })
    await expectUntouched(person, 20)
  })
})

describe('a batch that cannot begin whole', () => {
  test('for lack of tokens begins not at all, and says what all of it costs', async () => {
    const person = await newPerson({ tokens: 3 })
    const { response, sent } = await begin(person, four)
    expect(response.status).toBe(402)
    const { data } = await response.json<{ data: object }>()
    expect(data).toMatchObject({ availableTokens: 3, missingTokens: 1, priceTokens: 4 })
    expect(sent).toEqual([])
    await expectUntouched(person, 3)
  })

  test('for lack of places begins not at all', async () => {
    const person = await newPerson({ tokens: 20 })
    const { bindings } = standingQueues()
    const limited = { ...bindings, LIMIT_RUNNING_JOBS: '5' }
    const send = (count: number) =>
      sendWith(person, limited, path, { body: { ...four, count }, headers: { ...later, ...keyed() } })
    expect((await send(2)).status).toBe(202)
    expect(await answered(await send(4))).toMatchObject({
      status: 429,
      error: expect.stringContaining('Одновременно может выполняться работ: 5')
    })
    expect((await rowsOf(person)).length).toBe(2)
    expect(await moneyOf(person)).toEqual({ availableTokens: 18, reservedTokens: 2 })
    expect((await send(3)).status).toBe(202)
  })

  test('because of its number or its id is refused with the field', async () => {
    const person = await newPerson({ tokens: 20 })
    for (const count of [0, 5, 'много'])
      expect(await answered((await begin(person, { ...four, count })).response)).toMatchObject({ status: 400 })
    const long = keyed('a'.repeat(61))
    expect(await answered((await begin(person, four, long)).response)).toMatchObject({ status: 400 })
    expect((await begin(person, { ...four, count: 1 }, long)).response.status).toBe(202)
  })
})
