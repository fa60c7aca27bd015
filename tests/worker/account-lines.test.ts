// A job keeps its line and its place: when one account refuses it while another is full, and when a delivery comes late.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { switchOff } from '#data/directory/outages.ts'
import { countPlaces } from '#data/directory/places.ts'
import { jobView } from '#data/history/job-view.ts'
import { queueDeadlineOf, queueWaitMaxMs } from '#domain/job.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { breakersOf } from '#durable-objects/base/breakers.ts'
import { jobContext } from '#queues/base/context.ts'
import { wakeNextAt } from '#queues/base/places.ts'
import { startJob } from '#queues/steps/start.ts'
import { suppliesInForce } from '#worker/http/in-force.ts'
import { runOnD1 } from '../support/worker/histories.ts'
import { delivered, endOf, expectAtRest, failedBy, jobOf, newJob } from '../support/worker/jobs.ts'
import { setStage } from '../support/worker/stage.ts'
import { callsTo, controlAccount, freeAccount, nameSupplies, newPrompt } from '../support/worker/supplies.ts'
import { fill, model, ordered, placesOf, refuse, take, twoAccounts, whereIs } from '../support/worker/account-places.ts'

setStage()

beforeEach(async () => {
  await runOnD1('delete from provider_places')
  await runOnD1('delete from route_states')
  await runOnD1('delete from suppliers')
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

  test('waits as long as every job for a place, and asks the other one again after each pause', async () => {
    const { queue, second } = await twoAccounts()
    await fill(second, 60 * 60_000)
    const asked = refuse(120)
    const [job] = await ordered(queue, 1)
    await queue.drain()
    expect(await endOf(job!)).toEqual(failedBy('QUEUE_TOO_LONG'))
    const { createdAt, finishedAt } = await jobOf(job!)
    expect((finishedAt ?? 0) - createdAt).toBeGreaterThanOrEqual(queueWaitMaxMs)
    const times = asked()
    expect(times.length).toBeGreaterThan(4)
    for (const [index, at] of times.entries())
      if (index > 0) expect(at - times[index - 1]!).toBeGreaterThanOrEqual(120_000)
    // Busy for a quarter of an hour, it is not asked any more. The breaker may delay the last time by the pause of its fourth opening, and
    // by half a minute for the user whose job has opened it; a job that waits looks every half a minute.
    const late = times.filter((at) => at - createdAt >= 15 * 60_000)
    expect(late.length).toBeLessThan(2)
    for (const at of late) expect(at - createdAt).toBeLessThan(18 * 60_000)
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

test.each([
  ['by a refusal with no other account to ask', { status: 429, alone: true }],
  ['by a refusal of all accounts', { status: 429, alone: false }],
  ['by one that may have begun the work', { status: 503, alone: false }]
])('a place that becomes free %s wakes the job that waits there', async (_how, { status, alone }) => {
  const { queue, second } = await twoAccounts()
  if (alone) await nameSupplies(`bfl ${model}`, [{ supplier: 'bfl', model }])
  else await controlAccount('/accounts/second/bfl', { mediaFault: '429', mediaFaultCount: 1 })
  const other = await newJob('flux', newPrompt(), { settings: { model: 'flux-pro' } })
  await nameSupplies(`bfl ${other.upstreamModel}`, [{ supplier: 'bfl', model: other.upstreamModel }])
  // Nothing of theirs is woken by what happens at another account.
  if (!alone)
    await nameSupplies(
      `bfl ${model}`,
      [second, 'bfl'].map((supplier) => ({ supplier, model }))
    )
  refuse(
    60,
    1,
    async () => {
      queue.send(other.id)
      await queue.deliverDue()
      expect((await jobOf(other)).dueAt).toBeGreaterThan(Date.now())
    },
    status
  )
  const [job] = await ordered(queue, 1)
  const held = await jobOf(job!)
  expect(held.step).toBe('queued')
  expect(held.dueAt).toBeGreaterThan(Date.now())
  expect(await jobOf(other)).toMatchObject({ step: 'queued', dueAt: Date.now() })
  await queue.deliverDue()
  expect(await whereIs(other)).toBe('bfl')
  await freeAccount('/accounts/second/bfl')
})

test('after a refusal that may have begun the work no other account is asked, however often that one refuses', async () => {
  const { queue, second } = await twoAccounts()
  const asked = refuse(0, 3, undefined, 503)
  const [job] = await ordered(queue, 1)
  expect(await jobOf(job!)).toMatchObject({ step: 'queued', attempts: 1, refusals: { pauses: {}, only: 'bfl' } })
  const other = await newJob('flux', newPrompt())
  await nameSupplies(`bfl ${model}`, [
    { supplier: second, model },
    { supplier: 'bfl', model }
  ])
  queue.send(other.id)
  await queue.drain()
  for (const one of [job!, other]) expect(await endOf(one)).toEqual(delivered)
  expect((await jobOf(job!)).supply?.supplier).toBe('bfl')
  expect(asked().length).toBeGreaterThan(3)
  expect(await callsTo('/accounts/second/bfl', String(job!.parameters['prompt']))).toEqual([])
  await expectAtRest(job!)
})

test('a job that all accounts left have refused for good is asked again when a full one goes away', async () => {
  const { queue, second } = await twoAccounts()
  await fill(second, 60 * 60_000)
  refuse(0, 1, undefined, 401)
  const [job] = await ordered(queue, 1)
  expect(await jobOf(job!)).toMatchObject({ step: 'queued', attempts: 1 })
  await switchOff(openDirectory(env), { provider: second, code: 'no_credits' }, Date.now())
  await queue.drain()
  await runOnD1('delete from provider_outages')
  expect(await endOf(job!)).toEqual(delivered)
  await expectAtRest(job!)
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

type Account = Record<'supplier' | 'model', string>

test('a job whose user has opened a route is no try of it right after the pause', async () => {
  const { queue, second } = await twoAccounts()
  const [route, other] = ['bfl', second].map((supplier) => ({ supplier, model })) as [Account, Account]
  const first = await newJob('flux', newPrompt())
  const breakers = breakersOf(queue.bindings)
  const openAt = (at: number) => breakers.failed(route, { kind: 'timeout', retryAfterSeconds: null }, at, first.userId)
  openAt(Date.now() - 31_000)
  queue.send(first.id)
  await queue.drain()
  expect(await jobOf(first)).toMatchObject({ step: 'completed', supply: other })
  // Now there is no other account, and the route is asked all the same.
  await nameSupplies(`bfl ${model}`, [route])
  refuse()
  vi.setSystemTime(Date.now() + 120_000)
  openAt(Date.now() - 61_000)
  const again = await newJob('flux', newPrompt(), { userId: first.userId })
  queue.send(again.id)
  await queue.step()
  expect(await jobOf(again)).toMatchObject({ step: 'queued', supply: route })
  expect(breakers.toTry([route, other], Date.now(), 'another')).toEqual([route, other])
})
