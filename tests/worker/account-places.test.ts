// Each account has places of its own for the jobs of all users: a second account of a maker doubles them.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { WatchedProvider } from '#contract/operator/jobs/services.ts'
import { openDirectory } from '#data/base/database.ts'
import { switchOff } from '#data/directory/outages.ts'
import { countPlaces, takePlace } from '#data/directory/places.ts'
import { jobView } from '#data/history/job-view.ts'
import { queueDeadlineOf, queueWaitMaxMs } from '#domain/job.ts'
import { jobContext } from '#queues/base/context.ts'
import { wakeNextAt } from '#queues/base/places.ts'
import { startJob } from '#queues/steps/start.ts'
import { environmentOf } from '#worker/http/context.ts'
import { suppliesInForce } from '#worker/http/in-force.ts'
import { runOnD1 } from '../support/worker/histories.ts'
import { delivered, endOf, expectAtRest, failedBy, jobOf, newJob } from '../support/worker/jobs.ts'
import { operate, operatorToken } from '../support/worker/operator.ts'
import { setStage } from '../support/worker/stage.ts'
import {
  addAccount,
  callsTo,
  closeKey,
  controlAccount,
  freeAccount,
  nameSupplies,
  newPrompt,
  secondBfl
} from '../support/worker/supplies.ts'
import { TestQueue } from '../support/worker/test-queue.ts'

setStage()

const model = 'flux-2-klein-4b'

beforeEach(async () => {
  await runOnD1('delete from provider_places')
  await runOnD1('delete from route_states')
  await runOnD1('delete from suppliers')
})

/** A queue with few places at each account; a second account comes after the maker's of the environment. */
async function twoAccounts(more: object = {}) {
  const second = await secondBfl()
  await nameSupplies(
    `bfl ${model}`,
    ['bfl', second].map((supplier) => ({ supplier, model }))
  )
  const queue = new TestQueue({ OPERATOR_TOKEN: operatorToken, LIMIT_PROVIDER_JOBS: '1' } as Partial<Env>)
  Object.assign(queue.bindings, more)
  return { queue, second }
}

/** Orders so many, one after the other. */
async function ordered(queue: TestQueue, count: number) {
  const made = []
  for (let place = 0; place < count; place++) {
    const job = await newJob('flux', newPrompt(), { createdAt: Date.now() - count + place })
    queue.send(job.id)
    await queue.deliverDue()
    made.push(job)
  }
  return made
}

const whereIs = async (job: Awaited<ReturnType<typeof newJob>>) => {
  const { step, supply } = await jobOf(job)
  return step === 'queued' ? step : supply?.supplier
}

const placesOf = async ({ id }: { id: string }) => {
  const { results } = await env.DB.prepare('select provider from provider_places where job_id = ? order by provider')
    .bind(id)
    .all<{ provider: string }>()
  return results.map(({ provider }) => provider)
}

test('each of two accounts runs as many, and the first to be free calls the job that has waited longest', async () => {
  const { queue, second } = await twoAccounts()
  const jobs = await ordered(queue, 4)
  expect(await Promise.all(jobs.map(whereIs))).toEqual(['bfl', second, 'queued', 'queued'])
  expect(await placesOf(jobs[2]!)).toEqual(['bfl', second])
  const counted = await countPlaces(openDirectory(env), Date.now())
  expect(counted).toEqual([
    { provider: 'bfl', running: 1, waiting: 2 },
    { provider: second, running: 1, waiting: 2 }
  ])
  await queue.drain()
  for (const job of jobs) expect(await endOf(job)).toEqual(delivered)
  const asked = await Promise.all(jobs.map(whereIs))
  expect(asked.filter((one) => one === second).length).toBeGreaterThan(1)
  expect(await countPlaces(openDirectory(env), Date.now())).toEqual([])
  await expectAtRest(...jobs)
})

test('the setting for a maker is that of its account of the environment; others have the common one', async () => {
  const { queue, second } = await twoAccounts({ LIMIT_JOBS_BY_PROVIDER: '{"bfl":2}' })
  const jobs = await ordered(queue, 4)
  expect(await Promise.all(jobs.map(whereIs))).toEqual(['bfl', 'bfl', second, 'queued'])
})

/** The first account refuses so many calls. @returns when it was asked */
function refuse(retryAfterSeconds = 0, count = Infinity, meanwhile = async () => undefined as void) {
  const send = globalThis.fetch
  const times: number[] = []
  const headers = { 'retry-after': String(retryAfterSeconds) }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (String(input) !== `${env.BFL_BASE_URL}/${model}`) return send(input, init)
    times.push(Date.now())
    if (times.length > count) return send(input, init)
    await meanwhile()
    return Response.json({ detail: 'Not now' }, { status: 429, headers })
  })
  return () => times
}

test('a job that goes on to the next account has its place there, and none at the one that refused it', async () => {
  const { queue, second } = await twoAccounts()
  refuse()
  const [job] = await ordered(queue, 1)
  expect(await whereIs(job!)).toBe(second)
  expect(await placesOf(job!)).toEqual([second])
  await queue.drain()
  expect(await endOf(job!)).toEqual(delivered)
})

/** A job of somebody else that runs there for so long. */
const fill = (provider: string, forMs = 20_000) =>
  runOnD1(
    'insert into provider_places (job_id, provider, waits_since, taken_until) values (?1, ?2, 1, ?3)',
    'other',
    provider,
    Date.now() + forMs
  )

test('the next account is not called beyond its places: the job waits', async () => {
  const { queue, second } = await twoAccounts()
  await fill(second)
  refuse()
  const [job] = await ordered(queue, 1)
  expect(await jobOf(job!)).toMatchObject({ step: 'queued', attempts: 1 })
  expect(await placesOf(job!)).toEqual([second])
  expect(await callsTo('/accounts/second/bfl', String(job!.parameters['prompt']))).toEqual([])
  await queue.drain()
  expect(await endOf(job!)).toEqual(delivered)
  await expectAtRest(job!)
})

describe('a job that one account has refused while another was full', () => {
  test('keeps its line there, and a place that becomes free wakes it before the pause is over', async () => {
    const { queue, second } = await twoAccounts()
    await fill(second, 60 * 60_000)
    const asked = refuse(3600)
    const [job] = await ordered(queue, 1)
    const held = await jobOf(job!)
    expect(held).toMatchObject({ step: 'queued', attempts: 1, leaseUntil: null, startedAt: null })
    expect(held.deadlineAt).toBe(queueDeadlineOf(held))
    expect(jobView(held, environmentOf(env), Date.now()).waiting).toMatchObject({ reason: 'turn' })
    await queue.drain(Date.now() + 5 * 60_000)
    const { dueAt } = await jobOf(job!)
    expect(dueAt).toBeGreaterThan(Date.now())
    await runOnD1("delete from provider_places where job_id = 'other'")
    await wakeNextAt(jobContext(queue.bindings, job!.id), second, held)
    expect(await jobOf(job!)).toMatchObject({ dueAt: Date.now() })
    await queue.deliverDue()
    expect(await whereIs(job!)).toBe(second)
    await queue.drain()
    expect(await endOf(job!)).toEqual(delivered)
    expect(asked()).toHaveLength(1)
    expect(await jobOf(job!)).toMatchObject({ attempts: 2 })
    await expectAtRest(job!)
  })

  test('waits as long as any job for a place, and asks the other one again after each pause', async () => {
    const { queue, second } = await twoAccounts()
    await fill(second, 60 * 60_000)
    const asked = refuse(120)
    const [job] = await ordered(queue, 1)
    await queue.drain()
    expect(await endOf(job!)).toEqual(failedBy('QUEUE_TOO_LONG'))
    const { createdAt, finishedAt } = await jobOf(job!)
    expect((finishedAt ?? 0) - createdAt).toBeGreaterThanOrEqual(queueWaitMaxMs)
    // Busy for a quarter of an hour, it is not asked any more.
    const times = asked()
    expect(times.length).toBeGreaterThan(4)
    for (const [index, at] of times.entries()) {
      if (index > 0) expect(at - times[index - 1]!).toBeGreaterThanOrEqual(120_000)
      expect(at - createdAt).toBeLessThan(15 * 60_000)
    }
    await expectAtRest(job!)
  })

  test('asks all again when the other one has refused it too', async () => {
    const { queue, second } = await twoAccounts()
    await fill(second, 10_000)
    const asked = refuse(60, 2)
    await controlAccount('/accounts/second/bfl', { mediaFault: '429', mediaFaultCount: 1 })
    const [job] = await ordered(queue, 1)
    await queue.drain()
    await freeAccount('/accounts/second/bfl')
    expect(await endOf(job!)).toEqual(delivered)
    expect(asked().length).toBeLessThanOrEqual(2)
    await expectAtRest(job!)
  })
})

test('a place that is given back on the way to the next account wakes the job that waits there', async () => {
  const { queue, second } = await twoAccounts()
  const other = await newJob('flux', newPrompt(), { settings: { model: 'flux-pro' } })
  const work = `bfl ${other.upstreamModel}`
  expect(other.upstreamModel).not.toBe(model)
  await nameSupplies(work, [{ supplier: 'bfl', model: other.upstreamModel }])
  refuse(0, 1, async () => {
    queue.send(other.id)
    await queue.deliverDue()
    expect(await placesOf(other)).toEqual(['bfl'])
    expect((await jobOf(other)).dueAt).toBeGreaterThan(Date.now())
  })
  const [job] = await ordered(queue, 1)
  expect(await whereIs(job!)).toBe(second)
  expect(await jobOf(other)).toMatchObject({ step: 'queued', dueAt: Date.now() })
  await queue.deliverDue()
  expect(await whereIs(other)).toBe('bfl')
  await queue.drain()
  for (const one of [job!, other]) expect(await endOf(one)).toEqual(delivered)
})

describe('a delivery that comes late', () => {
  test('leaves the place of a running job where it is, also when its account is left out meanwhile', async () => {
    const { queue, second } = await twoAccounts()
    const job = await newJob('flux', newPrompt())
    queue.send(job.id)
    await queue.step()
    expect(await whereIs(job)).toBe('bfl')
    await switchOff(openDirectory(env), { provider: 'bfl', code: 'no_credits' }, Date.now())
    expect(await startJob(jobContext(queue.bindings, job.id, suppliesInForce), job)).toBeNull()
    expect(await placesOf(job)).toEqual(['bfl'])
    const counted = await countPlaces(openDirectory(env), Date.now())
    expect(counted).toEqual([{ provider: 'bfl', running: 1, waiting: 0 }])
    expect(await callsTo('/accounts/second/bfl', String(job.parameters['prompt']))).toEqual([])
    await runOnD1('delete from provider_outages')
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect((await jobOf(job)).supply?.supplier).not.toBe(second)
  })

  test('of a waiting job gives back a place that an interrupted one took at an account that is left out', async () => {
    const { queue, second } = await twoAccounts()
    const job = await newJob('flux', newPrompt())
    await take(job.id, { from: 'bfl' })
    await switchOff(openDirectory(env), { provider: 'bfl', code: 'no_credits' }, Date.now())
    queue.send(job.id)
    await queue.drain()
    await runOnD1('delete from provider_outages')
    expect(await endOf(job)).toEqual(delivered)
    expect((await jobOf(job)).supply?.supplier).toBe(second)
  })
})

test('operators see each account that is connected by its name, with its outage and places', async () => {
  const { queue, second } = await twoAccounts()
  const off = await addAccount({ dialect: 'anthropic-messages', path: '/accounts/second/anthropic', isOn: false })
  await closeKey(await secondBfl())
  await ordered(queue, 3)
  await switchOff(openDirectory(env), { provider: second, code: 'no_credits' }, Date.now())
  const { data } = await operate('GET', '/services', undefined, { bindings: { LIMIT_JOBS_BY_PROVIDER: '{"bfl":2}' } })
  const { providers } = data as { providers: WatchedProvider[] }
  const names = providers.map(({ name }) => name)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'ru')))
  const nothing = { is_on: true, away_until: null, away_code: null, running: 0, places: 20, waiting: 0 }
  const added = providers.filter(({ provider }) => provider.startsWith('s-'))
  expect(new Set(added.map(({ provider }) => provider))).toEqual(new Set([second, off]))
  expect(providers).toEqual(
    expect.arrayContaining([
      { ...nothing, provider: 'bfl', name: 'Black Forest Labs', running: 1, waiting: 1, places: 2 },
      { ...nothing, provider: 'xai', name: 'xAI', places: 0 },
      {
        ...nothing,
        provider: second,
        name: expect.stringMatching(/^Аккаунт/),
        away_until: expect.any(Number),
        away_code: 'no_credits',
        running: 1,
        waiting: 1
      },
      { ...nothing, provider: off, name: expect.stringMatching(/^Аккаунт/), is_on: false, places: 0 }
    ])
  )
})

const take = (jobId: string, { from, at = [from ?? 'first'] }: { from?: string; at?: string[] }) =>
  takePlace(openDirectory(env), {
    jobId,
    accounts: at.map((provider) => ({ provider, jobsMax: 1 })),
    waitsSince: 1,
    until: Date.now() + 60_000,
    now: Date.now(),
    ...(from !== undefined && { from })
  })

test('a job that takes a place again keeps the one it has, until that account has refused it', async () => {
  expect(await take('one', { at: ['first', 'other'] })).toBe('first')
  expect(await take('two', { at: ['first', 'other'] })).toBe('other')
  expect(await take('one', { at: ['other', 'first'] })).toBe('first')
  expect(await take('three', { at: ['other', 'first', 'other'] })).toBeNull()
  expect(await placesOf({ id: 'three' })).toEqual(['first', 'other'])
  expect(await take('one', { at: ['third'] })).toBe('first')
  expect(await placesOf({ id: 'one' })).toEqual(['first'])
  expect(await take('one', { from: 'first', at: ['third'] })).toBe('third')
  expect(await take('three', { at: ['other', 'first'] })).toBe('first')
  expect(await placesOf({ id: 'three' })).toEqual(['first'])
  expect(await placesOf({ id: 'one' })).toEqual(['third'])
})
