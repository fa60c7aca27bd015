// Each account has places of its own for the jobs of all users: a second account of a maker doubles them.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import type { WatchedProvider } from '#contract/operator/jobs/services.ts'
import { openDirectory } from '#data/base/database.ts'
import { switchOff } from '#data/directory/outages.ts'
import { countPlaces } from '#data/directory/places.ts'
import { runOnD1 } from '../support/worker/histories.ts'
import { delivered, endOf, expectAtRest, jobOf } from '../support/worker/jobs.ts'
import { operate } from '../support/worker/operator.ts'
import { setStage } from '../support/worker/stage.ts'
import { addAccount, callsTo, closeKey, secondBfl } from '../support/worker/supplies.ts'
import { fill, ordered, placesOf, refuse, take, twoAccounts, whereIs } from '../support/worker/account-places.ts'

setStage()

beforeEach(async () => {
  await runOnD1('delete from provider_places')
  await runOnD1('delete from route_states')
  await runOnD1('delete from suppliers')
})

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

test('a job that goes on to the next account has its place there, and none at the one that refused it', async () => {
  const { queue, second } = await twoAccounts()
  refuse()
  const [job] = await ordered(queue, 1)
  expect(await whereIs(job!)).toBe(second)
  expect(await placesOf(job!)).toEqual([second])
  await queue.drain()
  expect(await endOf(job!)).toEqual(delivered)
})

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
