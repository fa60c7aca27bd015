// The HTTP calls for a user's jobs: list, read, cancel, delete.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { openHistory } from '#data/base/database.ts'
import { pageOfJobs } from '#data/history/job-lists.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { jobs } from '#data/history/schema.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { jobOf, keyed, moneyOf, sendAndWait } from '../support/worker/generating.ts'
import { controlSandbox, newJob } from '../support/worker/jobs.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { copied } from '../support/worker/reconciling.ts'

let person: Person
beforeEach(async () => {
  person = await newPerson({ tokens: 100 })
})
const make = (service: string, createdAt = Date.now()) => newJob(service, 'Кот', { userId: person.userId, createdAt })
const change = (row: JobRow, values: Partial<JobRow>) =>
  openHistory(env, row.id).update(jobs).set(values).where(eq(jobs.id, row.id))
const list = async (query = '', who = person) =>
  dataOf<{ jobs: Job[]; hasMore: boolean }>(await who.send('GET', `/jobs${query}`))
const idsOf = ({ jobs: listed }: { jobs: Job[] }) => listed.map(({ id }) => id)
const found = async (query: string) => idsOf(await list(query)).toSorted()
const of = (...rows: JobRow[]) => rows.map(({ operationId }) => operationId).toSorted()
const notFound = { status: 404, code: 'NOT_FOUND' }

describe('the list', () => {
  test('is newest first, in pages without repeats and gaps, even for jobs of the same moment', async () => {
    const rows: JobRow[] = []
    for (const createdAt of [1000, 2000, 2000, 2000, 2000, 3000, 4000]) rows.push(await make('flux', createdAt))
    const expected = rows
      .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1))
      .map(({ operationId }) => operationId)
    const seen: string[] = []
    for (let before = ''; ; before = `&before=${seen.at(-1)}`) {
      const page = await list(`?limit=2${before}`)
      seen.push(...idsOf(page))
      if (!page.hasMore) break
    }
    expect(seen).toEqual(expected)
    expect(idsOf(await list('?limit=7'))).toEqual(expected)
  })

  test('is filtered by kind, service and state', async () => {
    const [flux, tool, video, voice] = [
      await make('flux'),
      await make('stability'),
      await make('luma'),
      await make('elevenlabs')
    ]
    await change(flux, { step: 'completed', chargedTokens: 3 })
    await change(tool, { step: 'checking' })
    await change(video, { step: 'submitting' })
    expect(await found('?kind=image')).toEqual(of(flux, tool))
    expect(await found('?kind=video')).toEqual(of(video))
    expect(await found('?kind=audio')).toEqual(of(voice))
    expect(await found('?service=stability')).toEqual(of(tool))
    expect(await found('?state=running')).toEqual(of(tool, video, voice))
    expect(await found('?state=queued')).toEqual(of(voice))
    expect(await found('?state=checking')).toEqual(of(tool))
    expect(await found('?state=completed&kind=image')).toEqual(of(flux))
    expect(await found('?state=failed')).toEqual([])
  })

  test('of running jobs uses the index of unended jobs', async () => {
    const asked: string[] = []
    const databases = guardedDatabases((run, query) => {
      asked.push(query)
      return run()
    })
    await pageOfJobs(openHistory({ ...env, ...databases }, person.userId), person.userId, {
      limit: 30,
      state: 'running'
    })
    const [query = ''] = asked
    const values = Array.from(query.matchAll(/\?/g), () => 'x')
    const { results } = await env.HISTORY_1.prepare(`explain query plan ${query}`)
      .bind(...values)
      .all<{ detail: string }>()
    expect(results.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH jobs USING INDEX jobs_unended /)
    ])
  })

  test('leaves out deleted jobs and those of other users', async () => {
    const [kept, deleted] = [await make('flux'), await make('flux')]
    await change(deleted, { step: 'completed', deletedAt: Date.now() })
    expect(idsOf(await list())).toEqual([kept.operationId])
    const stranger = await newPerson({ tokens: 100 })
    expect(await list('', stranger)).toEqual({ jobs: [], hasMore: false })
    await newJob('flux', 'Пёс', { userId: stranger.userId, createdAt: 1000 })
    expect(await list(`?before=${kept.operationId}`, stranger)).toEqual({ jobs: [], hasMore: false })
  })

  test.each([
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?kind=tool',
    '?state=done',
    "?before=' or 1=1 --",
    '?service=' + 'x'.repeat(50)
  ])('%s answers 400', async (query) => {
    expect(await answered(await person.send('GET', `/jobs${query}`))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED'
    })
  })

  test('is empty for an unknown service or cursor, and a filter is never run as SQL', async () => {
    await make('flux')
    expect(await list(`?service=${encodeURIComponent("flux' or '1'='1")}`)).toEqual({ jobs: [], hasMore: false })
    expect(await list('?before=never-was-there')).toEqual({ jobs: [], hasMore: false })
  })
})

describe('one job', () => {
  test('is not found by the id of its row', async () => {
    const row = await make('flux')
    expect(await answered(await person.send('GET', `/jobs/${row.id}`))).toMatchObject(notFound)
  })

  test('is cancelled while queued, and its tokens are returned at once', async () => {
    const row = await make('flux')
    expect(await dataOf(await person.send('DELETE', `/jobs/${row.operationId}`))).toMatchObject({
      job: { state: 'cancelled', chargedTokens: 0 }
    })
    expect(await moneyOf(person)).toEqual({ availableTokens: 100, reservedTokens: 0 })
    expect(await dataOf(await person.send('DELETE', `/jobs/${row.operationId}`))).toMatchObject({
      job: { state: 'cancelled', chargedTokens: 0 }
    })
  })
})

describe('deleting a job', () => {
  test('that has not ended is refused', async () => {
    const row = await make('flux')
    expect(await answered(await person.send('DELETE', `/jobs/${row.operationId}/files`))).toMatchObject({
      status: 409,
      code: 'JOB_RUNNING',
      error: 'Работа ещё не закончена. Сначала отмените её'
    })
  })

  test('removes it from every list, and deleting it again answers 404', async () => {
    const row = await make('flux')
    await person.send('DELETE', `/jobs/${row.operationId}`)
    const path = `/jobs/${row.operationId}/files`
    expect(await dataOf(await person.send('DELETE', path))).toEqual({ deleted: true })
    expect(await list()).toEqual({ jobs: [], hasMore: false })
    expect(await answered(await person.send('GET', `/jobs/${row.operationId}`))).toMatchObject(notFound)
    expect(await answered(await person.send('DELETE', path))).toMatchObject(notFound)
  })
})

const clear = async (body: object = {}, who = person) =>
  dataOf<{ ids: string[]; hasMore: boolean }>(await who.send('POST', '/jobs/clear-failures', body))
const ended = async (service: string, values: Partial<JobRow>) => {
  const row = await make(service)
  await change(row, { chargedTokens: 0, finishedAt: Date.now(), dueAt: null, ...values })
  return row
}

describe('deleting all jobs without a result', () => {
  test('deletes failed and cancelled ones with their texts, and nothing else', async () => {
    const [broken, cancelled] = [await ended('flux', { step: 'failed' }), await ended('luma', { step: 'cancelled' })]
    const kept = [
      await ended('flux', { step: 'completed' }),
      await make('flux'),
      await ended('flux', { step: 'failed', chargedTokens: null })
    ]
    const stranger = await newPerson({ tokens: 1 })
    expect(await clear({}, stranger)).toEqual({ ids: [], hasMore: false })
    const { ids, hasMore } = await clear()
    expect([ids.toSorted(), hasMore]).toEqual([of(broken, cancelled), false])
    expect(await found('')).toEqual(of(...kept))
    for (const { id } of [broken, cancelled]) {
      const [row] = await openHistory(env, id).select().from(jobs).where(eq(jobs.id, id))
      expect(row).toMatchObject({
        deletedAt: expect.any(Number),
        dueAt: expect.any(Number),
        parameters: {},
        options: {}
      })
    }
    expect(await clear()).toEqual({ ids: [], hasMore: false })
  })

  test('of one kind leaves the others, and the lists tell results from failures', async () => {
    const [picture, film] = [await ended('flux', { step: 'failed' }), await ended('luma', { step: 'failed' })]
    const result = await ended('flux', { step: 'completed' })
    const runs = await make('flux')
    expect(await found('?outcome=failures')).toEqual(of(picture, film))
    expect(await found('?outcome=results')).toEqual(of(result, runs))
    expect((await clear({ kind: 'video' })).ids).toEqual([film.operationId])
    expect(await found('?outcome=failures')).toEqual(of(picture))
  })
})

test('an ended job can be read by its id, by its owner only, and its action and cost are in the history', async () => {
  await controlSandbox({ speed: 20_000 })
  await sendAndWait(person, '/ai/image/flux', { body: { prompt: 'Кот' }, headers: keyed('operation-owned-1') })
  expect(await jobOf(person, 'operation-owned-1')).toMatchObject({ state: 'completed' })
  const stranger = await newPerson()
  expect((await stranger.send('GET', '/jobs/operation-owned-1')).status).toBe(404)
  await copied(person)
  const { usage } = await dataOf<{ usage: object[] }>(await person.send('GET', '/ai/usage'))
  expect(usage).toMatchObject([
    {
      service: 'flux',
      action: 'Генерация изображения',
      model: 'flux-schnell',
      cost_in_tokens: 1,
      price_tokens: 1,
      outcome: 'delivered'
    },
    {}
  ])
})
