// Actions on Midjourney's pictures: each is a job of its own, paid once, and free when Midjourney refuses.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SubmittedJobs } from '#contract/job-orders.ts'
import { openHistory } from '#data/base/database.ts'
import { jobIdOf } from '#data/files/job-files.ts'
import { findUserJob, type JobRow } from '#data/history/jobs.ts'
import { jobs } from '#data/history/schema.ts'
import { deleteJob } from '#queues/steps/finish.ts'
import { breakingDatabases } from '../support/worker/breaking.ts'
import { keyed, later, moneyOf, rowsOf, sendAndWait, sendWith, submitted } from '../support/worker/generating.ts'
import { controlSandbox, jobOf } from '../support/worker/jobs.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { sandboxSizes } from '../support/sandbox-speed.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { expectSound, stopClock } from '../support/worker/wallet-rows.ts'
import { queuedJob } from '#tests/support/worker/queued-job.ts'

beforeEach(async () => {
  stopClock()
  await controlSandbox({ speed: 20_000 })
})
afterEach(() => controlSandbox({ mediaFault: null }))

/** The sheet of four pictures that the first test made. Those of later tests are as it was, at Midjourney as well. */
let painted: JobRow | undefined

async function paintSheet() {
  const { queue, job } = await queuedJob('midjourney', 'Маяк на скале')
  await queue.drain()
  return jobOf(job)
}

/** A person with 100 tokens and a sheet. @param isNew of which nothing was enlarged yet: Midjourney does that once */
async function withSheet(isNew = false) {
  const tokens = 100
  const person = await newPerson({ tokens })
  painted = isNew || !painted ? await paintSheet() : painted
  const operationId = crypto.randomUUID()
  const sheet = { ...painted, id: jobIdOf(person.userId, operationId), userId: person.userId, operationId }
  await openHistory(env, person.userId).insert(jobs).values(sheet)
  return { person, queue: new TestQueue(), sheet, tokens }
}

const change = (
  person: Person,
  { bindings }: Pick<TestQueue, 'bindings'>,
  parent: JobRow,
  body: object,
  headers = {}
) => sendWith(person, bindings, `/jobs/${parent.operationId}/changes`, { body, headers: { ...later, ...headers } })

/** Submits an action and lets it end. @returns its row */
async function changed(person: Person, queue: TestQueue, parent: JobRow, body: object): Promise<JobRow> {
  const { job } = await submitted(await change(person, queue, parent, body, keyed()))
  await queue.drain()
  const row = await findUserJob(openHistory(env, person.userId), person.userId, job.id)
  if (!row) throw new Error('The action has no job')
  return row
}

const { variantSide } = sandboxSizes
const enlarge = { action: 'upscale', tile: 2 }

describe('an action is a job of its own', () => {
  test('enlarging makes one picture of twice the size, for half of what a sheet costs', async () => {
    const { person, queue, sheet, tokens } = await withSheet()
    const row = await changed(person, queue, sheet, enlarge)
    expect(row).toMatchObject({
      step: 'completed',
      service: 'midjourney',
      parameters: { ...sheet.parameters, parent: sheet.operationId, action: 'upscale', tile: 2 },
      options: { taskId: sheet.ticket, action: 'UPSCALE', index: 2 },
      chargedTokens: 1,
      files: [{ index: 0, width: 2 * variantSide, height: 2 * variantSide }]
    })
    expect(await moneyOf(person)).toEqual({ availableTokens: tokens - 1, reservedTokens: 0 })
    await expectSound(person.userId)
  })

  test('variations make four pictures; an enlarged one is varied, widened and shifted further', async () => {
    const { person, queue, sheet, tokens } = await withSheet()
    const variations = await changed(person, queue, sheet, { action: 'variation', tile: 4 })
    expect(variations).toMatchObject({ step: 'completed', chargedTokens: 2 })
    expect(variations.files).toHaveLength(4)
    const enlarged = await changed(person, queue, variations, enlarge)
    let spent = 2 + 1
    for (const action of ['vary-strong', 'vary-subtle', 'zoom-out-1.5', 'zoom-out-2', 'pan-left', 'pan-down']) {
      const row = await changed(person, queue, enlarged, { action })
      expect(row, action).toMatchObject({ step: 'completed', chargedTokens: 2, upstreamModel: 'action' })
      expect(row.parameters, action).toEqual({ ...sheet.parameters, parent: enlarged.operationId, action })
      expect(row.files, action).toHaveLength(4)
      spent += 2
    }
    expect(await moneyOf(person)).toEqual({ availableTokens: tokens - spent, reservedTokens: 0 })
    await expectSound(person.userId)
  })

  test('a client that waits gets the picture itself', async () => {
    const person = await newPerson({ tokens: 10 })
    const send = (path: string, body: object) => sendAndWait(person, path, { body, headers: keyed() })
    const { job } = await dataOf<SubmittedJobs>(await send('/ai/image/midjourney', { prompt: 'Маяк' }))
    const answer = await answered(await send(`/jobs/${job.id}/changes`, enlarge))
    expect(await moneyOf(person)).toEqual({ availableTokens: 7, reservedTokens: 0 })
    expect(answer).toMatchObject({
      status: 200,
      data: { result: { imageUrl: expect.any(String) }, billing: { siteTokens: 1 } }
    })
  })
})

describe('asked twice', () => {
  test('with one key it is one job and one charge, also after the picture was deleted', async () => {
    const { person, queue, sheet, tokens } = await withSheet()
    const headers = keyed()
    const body = { action: 'variation', tile: 1 }
    const first = await submitted(await change(person, queue, sheet, body, headers))
    const again = await change(person, queue, sheet, body, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await submitted(again)).job.id).toBe(first.job.id)
    await queue.drain()
    await deleteJob(env, sheet)
    const third = await answered(await change(person, queue, sheet, body, headers))
    expect(third).toMatchObject({ status: 200, data: { job: { id: first.job.id, state: 'completed' } } })
    expect(await moneyOf(person)).toEqual({ availableTokens: tokens - 2, reservedTokens: 0 })
  })

  test('with one key and another action or variant it is refused', async () => {
    const { person, queue, sheet } = await withSheet()
    const headers = keyed()
    await submitted(await change(person, queue, sheet, enlarge, headers))
    for (const body of [
      { ...enlarge, tile: 3 },
      { ...enlarge, action: 'variation' }
    ])
      expect(await answered(await change(person, queue, sheet, body, headers))).toMatchObject({
        status: 422,
        code: 'IDEMPOTENCY_MISMATCH'
      })
  })

  test('the same variant is enlarged once, whatever the key; another variant is another job', async () => {
    const { person, queue, sheet, tokens } = await withSheet()
    const first = await changed(person, queue, sheet, enlarge)
    const again = await answered(await change(person, queue, sheet, enlarge, keyed()))
    expect(again).toMatchObject({ status: 200, data: { job: { id: first.operationId } } })
    const other = await changed(person, queue, sheet, { ...enlarge, tile: 3 })
    expect(other.operationId).not.toBe(first.operationId)
    expect(await moneyOf(person)).toEqual({ availableTokens: tokens - 2, reservedTokens: 0 })
  })

  test('at the same moment with two keys it is one job and one charge', async () => {
    const { person, queue, sheet, tokens } = await withSheet()
    const both = await Promise.all([1, 2].map(() => change(person, queue, sheet, enlarge, keyed())))
    const ids = await Promise.all(both.map(async (answer) => (await submitted(answer)).job.id))
    expect(new Set(ids).size).toBe(1)
    expect(both.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(1)
    await queue.drain()
    expect(await rowsOf(person)).toHaveLength(2)
    expect(await moneyOf(person)).toEqual({ availableTokens: tokens - 1, reservedTokens: 0 })
    await expectSound(person.userId)
  })

  test('a variant whose enlargement was deleted is enlarged anew', async () => {
    const { person, queue, sheet } = await withSheet()
    const first = await changed(person, queue, sheet, enlarge)
    await deleteJob(env, first)
    const second = await changed(person, queue, sheet, enlarge)
    expect(second.operationId).not.toBe(first.operationId)
    expect(second).toMatchObject({ step: 'completed', chargedTokens: 1 })
  })
})

describe('when Midjourney does not make it, nothing is charged', () => {
  test.each([
    ['модерация', 'MODERATED'],
    ['ошибка-задания', 'PROVIDER_FAILED'],
    ['обрыв', 'OUTCOME_UNKNOWN']
  ])('«%s»: %s', async (mediaFault, failure) => {
    const { person, queue, sheet, tokens } = await withSheet(true)
    await controlSandbox({ mediaFault, mediaFaultCount: 1 })
    expect(await changed(person, queue, sheet, enlarge)).toMatchObject({ step: 'failed', failure, chargedTokens: 0 })
    expect(await moneyOf(person)).toEqual({ availableTokens: tokens, reservedTokens: 0 })
    await expectSound(person.userId)
  })

  test('a picture that Midjourney no longer has is said to be gone, for both kinds of actions', async () => {
    const { person, queue, sheet, tokens } = await withSheet()
    const enlarged = await changed(person, queue, sheet, enlarge)
    const history = openHistory(env, person.userId)
    await history.update(jobs).set({ ticket: '17' }).where(eq(jobs.userId, person.userId))
    const gone = { step: 'failed', failure: 'SOURCE_GONE', chargedTokens: 0 }
    expect(await changed(person, queue, sheet, { action: 'variation', tile: 2 })).toMatchObject(gone)
    expect(await changed(person, queue, enlarged, { action: 'pan-up' })).toMatchObject(gone)
    expect(await moneyOf(person)).toEqual({ availableTokens: tokens - 1, reservedTokens: 0 })
  })

  test('an action goes on when the picture is deleted while it waits', async () => {
    const { person, queue, sheet, tokens } = await withSheet()
    const { job } = await submitted(await change(person, queue, sheet, enlarge, keyed()))
    await deleteJob(env, sheet)
    await queue.drain()
    expect(await jobOf({ id: jobIdOf(person.userId, job.id) })).toMatchObject({ step: 'completed', chargedTokens: 1 })
    expect(await moneyOf(person)).toEqual({ availableTokens: tokens - 1, reservedTokens: 0 })
  })
})

// The statements: the session, the operation, the picture, an earlier enlargement, the room, the provider, the row. The tokens are
// reserved before the last one; what breaks earlier leaves nothing.
test.each([2, 7])('a submission that breaks at statement %i is continued by the next attempt', async (call) => {
  const { person, queue, sheet, tokens } = await withSheet()
  const headers = keyed()
  const broken = { bindings: { ...queue.bindings, ...breakingDatabases({ call, moment: 'before' }) } }
  expect((await change(person, broken, sheet, enlarge, headers)).status).toBe(500)
  await submitted(await change(person, queue, sheet, enlarge, headers))
  await queue.drain()
  expect(await rowsOf(person)).toHaveLength(2)
  expect(await moneyOf(person)).toEqual({ availableTokens: tokens - 1, reservedTokens: 0 })
  await expectSound(person.userId)
})
