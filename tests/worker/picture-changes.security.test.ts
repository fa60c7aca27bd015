// What a client may ask of Midjourney's pictures: its own, finished ones, with the actions that they have.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { deleteJob } from '#queues/steps/finish.ts'
import { insertJob, type JobRow } from '#data/history/jobs.ts'
import { jobs } from '#data/history/schema.ts'
import { jobIdOf } from '#data/files/job-files.ts'
import { eq } from 'drizzle-orm'
import { keyed, later, moneyOf, rowsOf, sendWith, standingQueues, submitted } from '../support/worker/generating.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'

const enlarge = { action: 'upscale', tile: 2 }

/** A finished job as Midjourney leaves it, without files in R2. */
async function finishedJob({ userId }: Person, changes: Partial<JobRow> = {}): Promise<JobRow> {
  const operationId = `picture-${crypto.randomUUID().slice(0, 12)}`
  const history = openHistory(env, userId)
  const { row } = await insertJob(history, {
    id: jobIdOf(userId, operationId),
    userId,
    operationId,
    fingerprint: operationId,
    kind: 'image',
    service: 'midjourney',
    model: null,
    provider: 'midjourney',
    upstreamModel: 'imagine',
    parameters: { prompt: 'Маяк', aspectRatio: '1:1', quality: 'standard' },
    options: {},
    language: null,
    uploads: [],
    priceTokens: 2,
    createdAt: Date.now()
  })
  const ended = { step: 'completed', ticket: '1790', chargedTokens: 2, finishedAt: Date.now(), dueAt: null } as const
  const [done] = await history
    .update(jobs)
    .set({ ...ended, ...changes })
    .where(eq(jobs.id, row.id))
    .returning()
  return done!
}

const ask = (person: Person, id: string, body: object, headers: Record<string, string> = keyed()) =>
  sendWith(person, standingQueues().bindings, `/jobs/${id}/changes`, { body, headers: { ...later, ...headers } })

/** Checks that a refusal changed nothing: no job was added and no token reserved. */
async function expectRefused(person: Person, response: Response, refusal: object, jobCount = 1) {
  expect(await answered(response)).toMatchObject(refusal)
  expect(await rowsOf(person)).toHaveLength(jobCount)
  expect(await moneyOf(person)).toEqual({ availableTokens: 20, reservedTokens: 0 })
}

test('a picture of another user, a deleted one and none at all look the same', async () => {
  const [owner, stranger] = [await newPerson({ tokens: 20 }), await newPerson({ tokens: 20 })]
  const theirs = await finishedJob(owner)
  const deleted = await finishedJob(stranger)
  await deleteJob(env, deleted)
  for (const id of [theirs.operationId, deleted.operationId, 'nobodys-picture'])
    await expectRefused(stranger, await ask(stranger, id, enlarge), { status: 404, code: 'NOT_FOUND' })
  expect(await rowsOf(owner)).toHaveLength(1)
})

const upscaled = { parameters: { prompt: 'Маяк', aspectRatio: '1:1', quality: 'standard', action: 'upscale', tile: 1 } }

test.each<[string, Partial<JobRow>, object, string]>([
  ['that is not finished', { step: 'running' }, enlarge, 'action'],
  ['that failed', { step: 'failed', failure: 'MODERATED' }, enlarge, 'action'],
  ['of another service', { service: 'flux', provider: 'bfl' }, enlarge, 'action'],
  ['of four, to be shifted', {}, { action: 'pan-left', tile: 1 }, 'action'],
  ['that is enlarged, to be enlarged', upscaled, enlarge, 'action'],
  ['of four, without the number of one', {}, { action: 'upscale' }, 'tile'],
  ['that stands alone, with a number', upscaled, { action: 'vary-strong', tile: 1 }, 'tile']
])('a picture %s is refused with a text at its field', async (_, changes, body, path) => {
  const person = await newPerson({ tokens: 20 })
  const { operationId } = await finishedJob(person, changes)
  const details = [{ path, msg: expect.stringMatching(/[а-я]/) }]
  await expectRefused(person, await ask(person, operationId, body), {
    status: 400,
    code: 'VALIDATION_FAILED',
    data: { details }
  })
})

test('a picture whose task was never noted cannot be changed, and the user is told why', async () => {
  const person = await newPerson({ tokens: 20 })
  const { operationId } = await finishedJob(person, { ticket: null })
  const refusal = {
    status: 410,
    code: 'PICTURE_EXPIRED',
    error: expect.stringContaining('Midjourney больше не хранит')
  }
  await expectRefused(person, await ask(person, operationId, enlarge), refusal)
})

test('what the client says about task, price and parameters is ignored', async () => {
  const person = await newPerson({ tokens: 20 })
  const { operationId, ticket } = await finishedJob(person)
  const body = {
    ...enlarge,
    taskId: '666',
    ticket: '666',
    price: 0,
    priceTokens: 0,
    quality: 'high',
    prompt: 'Чужое',
    options: { taskId: '666' },
    parameters: { prompt: 'Чужое' }
  }
  const { job } = await submitted(await ask(person, operationId, body))
  expect(job).toMatchObject({
    priceTokens: 1,
    parameters: {
      prompt: 'Маяк',
      aspectRatio: '1:1',
      quality: 'standard',
      action: 'upscale',
      tile: 2,
      parent: operationId
    }
  })
  const [row] = (await rowsOf(person)).filter((one) => one.operationId === job.id)
  expect(row?.options).toEqual({ taskId: ticket, action: 'UPSCALE', index: 2 })
  expect(await moneyOf(person)).toEqual({ availableTokens: 19, reservedTokens: 1 })
})

test('the provider’s name of the picture is in no answer', async () => {
  const person = await newPerson({ tokens: 20 })
  const { operationId } = await finishedJob(person, { ticket: 'secret-task-1790' })
  for (const response of [
    await ask(person, operationId, enlarge),
    await person.send('GET', '/jobs'),
    await person.send('GET', `/jobs/${operationId}`)
  ])
    expect(await response.text()).not.toContain('secret-task-1790')
})

test('the key of another operation of the user is refused', async () => {
  const person = await newPerson({ tokens: 20 })
  const { operationId } = await finishedJob(person)
  const other = await finishedJob(person)
  const headers = { 'idempotency-key': other.operationId }
  await expectRefused(person, await ask(person, operationId, enlarge, headers), { code: 'IDEMPOTENCY_MISMATCH' }, 2)
})

test('without enough tokens, nothing is begun', async () => {
  const person = await newPerson({ tokens: 1 })
  const { operationId } = await finishedJob(person)
  const refused = await answered(await ask(person, operationId, { action: 'variation', tile: 1 }))
  expect(refused).toMatchObject({ status: 402, code: 'INSUFFICIENT_TOKENS' })
  expect(await rowsOf(person)).toHaveLength(1)
  expect(await moneyOf(person)).toEqual({ availableTokens: 1, reservedTokens: 0 })
})

test('before a purchase, pictures of the high quality cannot be changed', async () => {
  const person = await newPerson({ tokens: 20 })
  const parameters = { prompt: 'Маяк', aspectRatio: '1:1', quality: 'high' }
  const { operationId } = await finishedJob(person, { parameters })
  await expectRefused(person, await ask(person, operationId, enlarge), { status: 403, code: 'MODEL_NOT_IN_PLAN' })
})
