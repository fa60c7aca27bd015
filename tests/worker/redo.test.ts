// A delivered work that its user calls broken is made once more for nothing.
import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { jobs } from '#data/history/schema.ts'
import { recentRedos, recordRedo } from '#data/history/redos.ts'
import { sourceKey } from '#data/files/job-files.ts'
import { redosPerDay } from '#contract/jobs.ts'
import { redoAttemptsMax, redoDayMs } from '#domain/job.ts'
import { moneyOf } from '../support/worker/generating.ts'
import { endOf, jobOf, newJob, priceTokens } from '../support/worker/jobs.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { operate } from '../support/worker/operator.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { noisyPng } from '../support/worker/pictures.ts'
import { ask, free, jobIn, made, madeBy, redosOf, rowOf, tokens } from '../support/worker/redoing.ts'
import { setStage } from '../support/worker/stage.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { expectSound, passMs } from '../support/worker/wallet-rows.ts'
import { newFinishedJob, removeJob } from '../support/worker/finished-job.ts'

setStage()

describe('a broken work', () => {
  test.each([
    ['dalle', 'Маяк'],
    ['elevenlabs', 'Добрый вечер, друзья']
  ])('is made once more for nothing: %s', async (service, prompt) => {
    const { person, work, queue } = await made(service, prompt)
    const job = await jobIn(await ask(person, work, queue.bindings))
    expect(job).toMatchObject({ state: 'queued', priceTokens: 0, redoOf: work.operationId, parameters: { prompt } })
    await queue.drain()
    expect(await endOf(await rowOf(person, job))).toEqual(free)
    expect(await jobOf(work)).toMatchObject({ redoAttempts: 1, chargedTokens: priceTokens })
    expect(await moneyOf(person)).toEqual({ availableTokens: tokens - priceTokens, reservedTokens: 0 })
    await expectSound(person.userId)
  })

  test('that is asked about many times at once gives one job', async () => {
    const { person, work, queue } = await made('dalle', 'Маяк')
    const responses = await Promise.all([1, 2, 3, 4].map(() => ask(person, work, queue.bindings)))
    const ids = await Promise.all(responses.map(async (response) => (await jobIn(response)).id))
    expect(new Set(ids).size).toBe(1)
    await queue.drain()
    const again = await jobIn(await ask(person, work, queue.bindings))
    expect(again).toMatchObject({ id: ids[0], state: 'completed', chargedTokens: 0 })
    expect(await redosOf(person)).toHaveLength(1)
  })

  test('tells the pages that it is made once more, and that job of what', async () => {
    const { person, work, queue } = await made('dalle', 'Маяк')
    const { id } = await jobIn(await ask(person, work, queue.bindings))
    const { data } = await answered(await person.send('GET', `/jobs/${work.operationId}`))
    expect(data).toMatchObject({ job: { redo: id, redoOf: null } })
  })

  test('is not made a third time when the second result is broken as well', async () => {
    const { person, work, queue } = await made('dalle', 'Маяк')
    const job = await jobIn(await ask(person, work, queue.bindings))
    await queue.drain()
    const refused = await answered(await ask(person, await rowOf(person, job), queue.bindings))
    expect(refused).toMatchObject({ status: 409, code: 'REDO_DONE' })
    expect(await redosOf(person)).toHaveLength(1)
  })

  test('that Midjourney would answer with the same picture is declined, and not recorded', async () => {
    const { person, work, queue } = await made('dalle', 'Маяк')
    const enlargement = {
      service: 'midjourney',
      parameters: { ...work.parameters, parent: 'sheet', action: 'upscale', tile: 2 }
    }
    await openHistory(env, person.userId).update(jobs).set(enlargement).where(eq(jobs.id, work.id))
    expect(await answered(await ask(person, work, queue.bindings))).toMatchObject({
      status: 409,
      code: 'REDO_DECLINED',
      error: expect.stringContaining('ту же картинку')
    })
    expect(await jobOf(work)).toMatchObject({ redoAt: null, redoAttempts: 0 })
    expect(await redosOf(person)).toEqual([])
  })

  test('is begun anew when the second job ends without a result, a few times', async () => {
    const { person, work, queue } = await made('dalle', 'Маяк')
    const ids = new Set<string>()
    for (let attempt = 1; attempt <= redoAttemptsMax; attempt++) {
      const { id } = await jobIn(await ask(person, work, queue.bindings))
      ids.add(id)
      await person.send('DELETE', `/jobs/${id}`)
    }
    expect(ids.size).toBe(redoAttemptsMax)
    expect(await answered(await ask(person, work, queue.bindings))).toMatchObject({ code: 'REDO_DONE' })
    expect(await moneyOf(person)).toEqual({ availableTokens: tokens - priceTokens, reservedTokens: 0 })
    await expectSound(person.userId)
  })
})

describe('a second job that its user has deleted', () => {
  test('is begun anew when it ended without a result', async () => {
    const { person, work, queue } = await made('dalle', 'Маяк')
    const { id } = await jobIn(await ask(person, work, queue.bindings))
    await person.send('DELETE', `/jobs/${id}`)
    await removeJob(person, id)
    const next = await jobIn(await ask(person, work, queue.bindings))
    expect(next.id).not.toBe(id)
    await queue.drain()
    expect(await endOf(await rowOf(person, next))).toEqual(free)
  })

  test('was the answer when it had a result', async () => {
    const { person, work, queue } = await made('dalle', 'Маяк')
    const { id } = await jobIn(await ask(person, work, queue.bindings))
    await queue.drain()
    await removeJob(person, id)
    expect(await answered(await ask(person, work, queue.bindings))).toMatchObject({ code: 'REDO_DONE' })
    expect(await redosOf(person)).toHaveLength(1)
  })
})

test('a seed that the user has chosen is drawn anew, and shown with the settings', async () => {
  const { person, work, queue } = await made('flux', 'Маяк')
  const { parameters, options } = work
  await openHistory(env, work.id)
    .update(jobs)
    .set({ parameters: { ...parameters, seed: 7 }, options: { ...options, seed: 7 } })
    .where(eq(jobs.id, work.id))
  const row = await rowOf(person, await jobIn(await ask(person, work, queue.bindings)))
  expect(row.options['seed']).not.toBe(7)
  expect(row.parameters['seed']).toBe(row.options['seed'])
})

test('a work that has not ended, or has failed, is refused', async () => {
  const person = await newPerson({ tokens })
  const queue = new TestQueue()
  const running = await newJob('dalle', 'Маяк', { userId: person.userId })
  expect(await answered(await ask(person, running, queue.bindings))).toMatchObject({ code: 'JOB_RUNNING' })
  await person.send('DELETE', `/jobs/${running.operationId}`)
  expect(await answered(await ask(person, running, queue.bindings))).toMatchObject({ code: 'CONFLICT' })
})

describe('what was uploaded for a work', () => {
  const files = { image: noisyPng(64, 64) }

  test('goes along with the second job', async () => {
    const { person, work, queue } = await made('gpt-image-edit', 'Замени фон', { files })
    const job = await jobIn(await ask(person, work, queue.bindings))
    await queue.drain()
    const row = await rowOf(person, job)
    expect(await endOf(row)).toEqual(free)
    expect(await env.MEDIA.head(sourceKey(row.id, 'image'))).not.toBeNull()
  })

  test('goes along as it was sent when the browser made it from another work', async () => {
    const { person, work, queue } = await made('gpt-image-edit', 'Замени фон', { files })
    const derived = [{ parameter: 'image', job: crypto.randomUUID(), file: 0, derived: true as const }]
    await openHistory(env, work.id).update(jobs).set({ madeFrom: derived }).where(eq(jobs.id, work.id))
    const job = await jobIn(await ask(person, work, queue.bindings))
    await queue.drain()
    const row = await rowOf(person, job)
    expect(row).toMatchObject({ madeFrom: derived, keptSources: ['image'] })
  })

  test('goes with the work when the user deletes it', async () => {
    const { person, work } = await made('gpt-image-edit', 'Замени фон', { files })
    expect(await env.MEDIA.head(sourceKey(work.id, 'image'))).not.toBeNull()
    await person.send('DELETE', `/jobs/${work.operationId}/files`)
    expect(await env.MEDIA.head(sourceKey(work.id, 'image'))).toBeNull()
  })

  test('is missed with words of its own, and nothing is recorded', async () => {
    const { person, work, queue } = await made('gpt-image-edit', 'Замени фон', { files })
    await env.MEDIA.delete(sourceKey(work.id, 'image'))
    const refused = await answered(await ask(person, work, queue.bindings))
    expect(refused).toMatchObject({ status: 410, code: 'REDO_SOURCE_GONE' })
    expect(await jobOf(work)).toMatchObject({ redoAt: null, redoAttempts: 0 })
  })
})

test('a user has only so many works redone within a day, also when all are asked for at once', async () => {
  const person = await newPerson({ tokens })
  const queue = new TestQueue()
  const works = await Promise.all(Array.from({ length: redosPerDay + 2 }, () => newFinishedJob(person)))
  const answers = await Promise.all(works.map(async (work) => answered(await ask(person, work, queue.bindings))))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, code }) => [status, code])).toEqual([1, 2].map(() => [429, 'REDO_LIMIT']))
  expect(await redosOf(person)).toHaveLength(redosPerDay)
  // The session of the test would not outlive a day: the claims are made older instead.
  await openHistory(env, person.userId)
    .update(jobs)
    .set({ redoAt: sql`redo_at - ${redoDayMs}` })
    .where(eq(jobs.userId, person.userId))
  const later = await Promise.all(works.map(async (work) => (await ask(person, work, queue.bindings)).status))
  expect(later).toEqual(works.map(() => 200))
  expect(await redosOf(person)).toHaveLength(redosPerDay + 2)
})

test('an operator sees what users called broken, newest first', async () => {
  // Works of other tests may be more than an hour ahead of this test's clock.
  passMs(2 * 60 * 60_000)
  const { person, work, queue } = await made('dalle', 'Маяк')
  const job = await jobIn(await ask(person, work, queue.bindings))
  const second = await madeBy(person, 'dalle', 'Маяк')
  passMs(1000)
  await ask(person, second, queue.bindings)
  const { data } = await operate('GET', '/redos?limit=2')
  expect(Object(data).redos).toMatchObject([
    { operation_id: second.operationId, attempts: 1 },
    { user_id: person.userId, job_id: work.id, service: 'dalle', attempts: 1, redo_id: job.id }
  ])
  expect(JSON.stringify(data)).not.toContain('Маяк')
})

test('what is counted and listed of claims is found by indexes, however many works there are', async () => {
  const { person, work } = await made('dalle', 'Маяк')
  const history = openHistory(env, person.userId)
  const { steps } = await plansOf(person.userId, async () => {
    await recordRedo(history, work, Date.now())
    await recentRedos(history, 10)
  })
  expect(steps.join('\n')).toMatch(/mine USING (COVERING )?INDEX jobs_redo_claims/)
  expect(steps.join('\n')).toContain('INDEX jobs_redo_recent')
  expect(steps.filter((step) => /^SCAN (?!jobs USING INDEX jobs_redo_recent)|TEMP B-TREE/.test(step))).toEqual([])
})
