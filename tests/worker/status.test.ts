// The public status of services, and the operator's cron call.
import { env } from 'cloudflare:workers'
import { createExecutionContext } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import type { readStatus } from '#contract/job-orders.ts'
import type { z } from 'zod'
import { openHistory } from '#data/base/database.ts'
import { jobs } from '#data/history/schema.ts'
import { createApp } from '#worker/app.ts'
import { standingDuties } from '../support/worker/clock.ts'
import { newJob } from '../support/worker/jobs.ts'
import { answered } from '../support/worker/person.ts'
import { addUsage } from '../support/worker/usage-rows.ts'

type Status = z.output<typeof readStatus.output>

/** Every other row is in the other history. */
const historyOf = (index: number) => openHistory(env, `h${1 + (index % 2)}-someone`)
const minuteMs = 60_000
const on = { reason: null, modelsOff: [] }

/** A new app has nothing cached yet. */
const freshApp = () => {
  const app = createApp()
  return (path: string, init: RequestInit = {}, bindings: object = {}) =>
    Promise.resolve(
      app.fetch(new Request(`${env.SITE_ORIGIN}/api${path}`, init), { ...env, ...bindings }, createExecutionContext())
    )
}

async function statusOf(send: ReturnType<typeof freshApp>) {
  const { status, data } = await answered(await send('/ai/status'))
  expect(status).toBe(200)
  return new Map((data as Status).services.map(({ service, ...rest }) => [service, rest]))
}

async function addAnswers(service: string, outcome: string, count: number, seconds = 4) {
  const finishedAt = Date.now() - minuteMs
  for (let index = 0; index < count; index++)
    await addUsage(`h${1 + (index % 2)}-someone`, {
      service,
      outcome,
      createdAt: finishedAt - seconds * 1000,
      finishedAt
    })
}

async function addJobs(service: string, ending: { step: 'completed' | 'failed'; failure?: string }, count: number) {
  const finishedAt = Date.now() - minuteMs
  const row = await newJob(service, 'Кот')
  const ended = { ...ending, dueAt: null, chargedTokens: 0, createdAt: finishedAt - 12_300, finishedAt }
  for (let index = 0; index < count; index++) {
    const id = crypto.randomUUID()
    await historyOf(index)
      .insert(jobs)
      .values({ ...row, ...ended, id, operationId: id })
  }
}

test('an unused service is up and has no duration', async () => {
  const status = await statusOf(freshApp())
  expect([...status.keys()].toSorted()).toEqual(
    'chatgpt claude dalle elevenlabs flux gpt-image-edit luma midjourney runwayml stability stable-diffusion veo3 xai'.split(
      ' '
    )
  )
  expect([...status.values()].filter(({ state, typicalSeconds }) => state !== 'up' || typicalSeconds !== null)).toEqual(
    []
  )
})

test('the state and duration of a service follow from its last requests', async () => {
  await addAnswers('chatgpt', 'complete', 8)
  await addAnswers('claude', 'failed', 6)
  await addJobs('flux', { step: 'completed' }, 6)
  await addJobs('flux', { step: 'failed', failure: 'PROVIDER_BUSY' }, 4)
  await addJobs('luma', { step: 'failed', failure: 'MODERATED' }, 9)
  const status = await statusOf(freshApp())
  expect(status.get('chatgpt')).toEqual({ ...on, kind: 'text', state: 'up', typicalSeconds: 4 })
  expect(status.get('claude')).toEqual({ ...on, kind: 'text', state: 'down', typicalSeconds: null })
  expect(status.get('flux')).toEqual({ ...on, kind: 'image', state: 'degraded', typicalSeconds: 12.3 })
  expect(status.get('luma')).toEqual({ ...on, kind: 'video', state: 'up', typicalSeconds: null })
})

test('the duration of a quiet service is that of its last jobs within a month', async () => {
  await addJobs('runwayml', { step: 'completed' }, 4)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 24 * 60 * minuteMs })
  expect((await statusOf(freshApp())).get('runwayml')).toMatchObject({ state: 'up', typicalSeconds: 12.3 })
  vi.setSystemTime(Date.now() + 20 * 24 * 60 * minuteMs)
  expect((await statusOf(freshApp())).get('runwayml')).toMatchObject({ typicalSeconds: null })
  vi.useRealTimers()
})

test('an isolate caches the status for half a minute', async () => {
  const send = freshApp()
  expect((await statusOf(send)).get('xai')).toMatchObject({ state: 'up' })
  await addAnswers('xai', 'failed', 9)
  expect((await statusOf(send)).get('xai')).toMatchObject({ state: 'up' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  expect((await statusOf(send)).get('xai')).toMatchObject({ state: 'down' })
  vi.useRealTimers()
})

const token = 'operator-token-with-more-than-32-characters'
const cron = (authorization: string | null, bindings: object) =>
  freshApp()('/operator/cron', { method: 'POST', headers: authorization === null ? {} : { authorization } }, bindings)

test('an operator can run the cron', async () => {
  // Its duties would run during the tests of another file, and see the services that failed here.
  const { queues } = standingDuties()
  expect(await answered(await cron(`Bearer ${token}`, { OPERATOR_TOKEN: token, ...queues }))).toMatchObject({
    status: 200,
    success: true
  })
})

test.each([
  ['no token', null, { OPERATOR_TOKEN: token }],
  ['another token', `Bearer ${token.replace('o', '0')}`, { OPERATOR_TOKEN: token }],
  ['the beginning of it', `Bearer ${token.slice(0, 20)}`, { OPERATOR_TOKEN: token }],
  ['the token in another way', token, { OPERATOR_TOKEN: token }],
  ['any token where none is set', `Bearer ${token}`, {}],
  ['nothing where none is set', 'Bearer undefined', {}]
])('a caller with %s gets 404', async (_, authorization, bindings) => {
  const unset = { OPERATOR_TOKEN: undefined }
  expect(await answered(await cron(authorization, { ...unset, ...bindings }))).toMatchObject({
    status: 404,
    code: 'NOT_FOUND'
  })
})
