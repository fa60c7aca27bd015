// Every call of an account counts, whatever it is for: in its limit of calls within a minute, and in its breaker. What was paid is stored
// before the breaker hears of it.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { jobView } from '#data/history/job-view.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { delivered, endOf, expectAtRest, jobOf, newJob } from '../support/worker/jobs.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { longText, shorterText } from '../support/worker/speaking.ts'
import { setStage } from '../support/worker/stage.ts'
import {
  addAccount,
  callsTo,
  controlAccount,
  freeAccount,
  limitMaker,
  nameSupplies,
  newPrompt,
  openedBy,
  openRoute,
  queuedWork,
  ranWork,
  secondBfl
} from '../support/worker/supplies.ts'
import { forgetCalls, translationsAsked } from '../support/worker/translating.ts'

setStage()
watchOutages()

const voice = 'eleven_multilingual_v2'
const picture = 'flux-2-klein-4b'
const secondVoice = '/accounts/second/elevenlabs'
const makers = ['openai', 'anthropic', 'xai']
const translator = { supplier: 'openai', model: 'gpt-6-luna' }

beforeEach(async () => {
  await env.DB.exec('delete from route_states')
  await forgetCalls()
})
afterEach(async () => {
  await Promise.all([secondVoice, '/openai'].map(freeAccount))
  await env.DB.exec('delete from suppliers')
})

/** Every minute is used up. */
const withoutRoom = changedBinding(env.LIMITER, {
  getByName: () => ({ take: async () => ({ allowed: false, retryAfterSeconds: 60, key: 'calls' }) })
})

/** The only account that reads texts. */
async function onlyVoice(perMinuteMax: number | null = null) {
  const supplier = await addAccount({ dialect: 'elevenlabs', path: secondVoice, perMinuteMax })
  await nameSupplies(`elevenlabs ${voice}`, [{ supplier, model: voice }])
  return { supplier, model: voice }
}

describe('a later part of a recording', () => {
  test('waits while the minute of its account is used up, and is neither failed nor charged twice', async () => {
    const { supplier } = await onlyVoice(2)
    const { queue, job } = await queuedWork('elevenlabs', longText)
    const before = Date.now()
    // Made, waited a second, made, no room.
    for (let steps = 0; steps < 4; steps++) await queue.step()
    const held = await jobOf(job)
    expect(held).toMatchObject({ step: 'running', failedChecks: 0, leaseUntil: null, supply: { supplier } })
    expect(held.dueAt).toBeGreaterThan(before + 20_000)
    const { waiting } = jobView(held, environmentOf(env), Date.now())
    expect(waiting).toEqual({ reason: 'busy', triesAt: held.dueAt, until: held.deadlineAt })
    expect(await callsTo(secondVoice)).toHaveLength(2)
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect(await jobOf(job)).toMatchObject({ attempts: 1, supply: { supplier } })
    expect(await callsTo(secondVoice)).toHaveLength(4)
    expect(await callsTo('/elevenlabs')).toEqual([])
    await expectAtRest(job)
  })

  test('that has waited for the minute of its account has as many tries as every other', async () => {
    await onlyVoice(2)
    const { queue, job } = await queuedWork('elevenlabs', longText)
    for (let steps = 0; steps < 4; steps++) await queue.step()
    expect((await jobOf(job)).dueAt).toBeGreaterThan(Date.now() + 20_000)
    const send = globalThis.fetch
    let calls = 0
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (!new URL(String(input)).pathname.startsWith(secondVoice)) return send(input, init)
      calls += 1
      throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
    })
    await queue.drain()
    expect(calls).toBe(5)
    expect(await endOf(job)).toMatchObject({ step: 'failed', failure: 'PROVIDER_UNAVAILABLE', charged: 0 })
    await expectAtRest(job)
  })

  test('whose account never has room again ends with the job’s time, without a charge', async () => {
    await onlyVoice(1)
    const { queue, job } = await queuedWork('elevenlabs', shorterText)
    await queue.step()
    Object.assign(queue.bindings, { LIMITER: withoutRoom })
    await queue.drain()
    const { startedAt, finishedAt } = await jobOf(job)
    expect(await endOf(job)).toMatchObject({ step: 'failed', failure: 'TOO_SLOW', charged: 0 })
    expect((finishedAt ?? 0) - (startedAt ?? 0)).toBeLessThan(21 * 60_000)
    await expectAtRest(job)
  })

  test('that fails is told to the breaker, and one that is made closes it', async () => {
    const route = await onlyVoice()
    const { queue, job } = await queuedWork('elevenlabs', shorterText)
    await queue.step()
    // Within a minute after an answer, all failures of one user are one.
    vi.setSystemTime(Date.now() + 61_000)
    await controlAccount(secondVoice, { mediaFault: '429', mediaFaultCount: 3 })
    while ((await jobOf(job)).failedChecks < 3) await queue.step()
    expect(await openedBy(route)).toBe('busy')
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect(await openedBy(route)).toBeNull()
  })
})

describe('a translation', () => {
  test('passes over a supplier whose minute is used up', async () => {
    await limitMaker('openai', 1)
    const jobs = [await ranWork('stable-diffusion', newPrompt()), await ranWork('stable-diffusion', newPrompt())]
    for (const job of jobs) expect(await endOf(job)).toEqual(delivered)
    expect(await translationsAsked()).toHaveLength(1)
    expect(await callsTo('/anthropic')).toHaveLength(1)
    expect(await jobOf(jobs[1]!)).toMatchObject({ translations: 1 })
  })

  test('waits when all have used up their minutes', async () => {
    for (const maker of makers) await limitMaker(maker, 1)
    const { queue, job } = await queuedWork('stable-diffusion', newPrompt())
    const { LIMITER } = queue.bindings
    Object.assign(queue.bindings, { LIMITER: withoutRoom })
    await queue.step()
    const held = await jobOf(job)
    expect(held).toMatchObject({ step: 'queued', translations: 1, attempts: 0 })
    expect(held.dueAt).toBeGreaterThanOrEqual(Date.now() + 60_000)
    expect((await Promise.all(makers.map((maker) => callsTo(`/${maker}`)))).flat()).toEqual([])
    Object.assign(queue.bindings, { LIMITER })
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    await expectAtRest(job)
  })

  test('that fails is told to the breaker, and the next supplier translates meanwhile', async () => {
    await controlAccount('/openai', { fault: 'server-error', faultCount: 3 })
    const { queue, job } = await queuedWork('stable-diffusion', newPrompt())
    const jobs = [job, await newJob('stable-diffusion', newPrompt()), await newJob('stable-diffusion', newPrompt())]
    for (const { id } of jobs.slice(1)) queue.send(id)
    await queue.drain()
    for (const one of jobs) expect(await endOf(one)).toEqual(delivered)
    expect(await openedBy(translator)).toBe('server')
    await forgetCalls()
    expect(await endOf(await ranWork('stable-diffusion', newPrompt()))).toEqual(delivered)
    expect(await translationsAsked()).toEqual([])
    expect(await callsTo('/anthropic')).toHaveLength(1)
  })
})

test('what an account has accepted is stored before the breaker hears of it', async () => {
  await openRoute({ supplier: 'bfl', model: picture })
  const { queue, job } = await queuedWork('flux', newPrompt())
  const tickets: (string | null)[] = []
  Object.assign(
    queue.bindings,
    guardedDatabases(async (run, name) => {
      if (name.startsWith('insert into "route_states"')) tickets.push((await jobOf(job)).ticket)
      return run()
    })
  )
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
  expect(tickets).toEqual([expect.stringContaining('get_result')])
})

test('a translation is stored before the breaker hears of it', async () => {
  await openRoute(translator)
  const { queue, job } = await queuedWork('stable-diffusion', newPrompt())
  const prompts: unknown[] = []
  Object.assign(
    queue.bindings,
    guardedDatabases(async (run, name) => {
      if (name.startsWith('insert into "route_states"')) prompts.push((await jobOf(job)).options['prompt'])
      return run()
    })
  )
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
  const { options } = await jobOf(job)
  expect(options['prompt']).not.toBe(job.options['prompt'])
  expect(prompts).toEqual([options['prompt']])
})

const inOrder = async (...suppliers: string[]) =>
  nameSupplies(
    `bfl ${picture}`,
    suppliers.map((supplier) => ({ supplier, model: picture }))
  )

describe('an account that was chosen and not called', () => {
  test('is tried by the next call, when our own preparation has failed', async () => {
    await inOrder('bfl', await secondBfl())
    await openRoute({ supplier: 'bfl', model: picture })
    const { queue, job } = await queuedWork('flux', newPrompt())
    const { USER } = queue.bindings
    const broken = { markDispatched: () => Promise.reject(new Error('Not now')), publish: async () => undefined }
    Object.assign(queue.bindings, { USER: changedBinding(USER, { getByName: () => broken }) })
    await queue.step()
    expect(await jobOf(job)).toMatchObject({ step: 'queued', attempts: 1 })
    Object.assign(queue.bindings, { USER })
    await queue.drain()
    expect(await jobOf(job)).toMatchObject({ step: 'completed', supply: { supplier: 'bfl' } })
    expect(await openedBy({ supplier: 'bfl', model: picture })).toBeNull()
  })

  test('is tried by the next call, when its minute was used up', async () => {
    const narrow = await addAccount({ dialect: 'bfl', path: '/accounts/second/bfl/v1', perMinuteMax: 1 })
    await inOrder(narrow, 'bfl')
    await ranWork('flux', newPrompt())
    await openRoute({ supplier: narrow, model: picture })
    const { queue, job } = await queuedWork('flux', newPrompt())
    await queue.drain()
    expect(await jobOf(job)).toMatchObject({ step: 'completed', supply: { supplier: 'bfl' } })
    vi.setSystemTime(Date.now() + 61_000)
    const next = await newJob('flux', newPrompt())
    queue.send(next.id)
    await queue.drain()
    expect(await jobOf(next)).toMatchObject({ step: 'completed', supply: { supplier: narrow } })
  })
})
