// Works of tools whose first account fails: another one is asked only where nothing can have begun, and everything later goes to the
// account that has the work.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelJob } from '#queues/steps/cancel.ts'
import { suppliesInForce } from '#worker/http/in-force.ts'
import { controlSandbox, delivered, endOf, expectAtRest, failedBy, jobOf } from '../support/worker/jobs.ts'
import { operate } from '../support/worker/operator.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { setStage } from '../support/worker/stage.ts'
import {
  addAccount,
  callsTo,
  closeKey,
  controlAccount,
  freeAccount,
  nameSupplies,
  newPrompt,
  queuedWork,
  ranWork,
  secondBfl
} from '../support/worker/supplies.ts'

setStage()
const alarms = watchOutages()

const work = 'bfl flux-2-klein-4b'
const model = 'flux-2-klein-4b'
const first = '/bfl'
const second = '/accounts/second/bfl'

beforeEach(async () => {
  await env.DB.exec('delete from route_states')
})
afterEach(async () => {
  await Promise.all([first, second, '/resellers/one', '/resellers/other'].map(freeAccount))
})

const bothAccounts = async () => {
  const id = await secondBfl()
  await nameSupplies(work, [
    { supplier: 'bfl', model },
    { supplier: id, model }
  ])
  return id
}

const submissionsTo = async (path: string, prompt: string) =>
  (await callsTo(path, prompt)).filter(({ path: one }) => one.endsWith(model))

/** The first account answers as a supplier that cannot be reached, or with a status. */
function playFirst(answer: () => Promise<Response>) {
  const send = globalThis.fetch
  const address = `${env.BFL_BASE_URL}/${model}`
  let calls = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (String(input) !== address) return send(input, init)
    calls += 1
    return answer()
  })
  return () => calls
}

const refused = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }))
const status = (code: number) => async () => Response.json({ detail: 'Not now' }, { status: code })

const nothingBegun: [string, () => Promise<Response>][] = [
  ['a refused connection', refused],
  ['no server behind Cloudflare (521)', status(521)],
  ['a wrong key (401)', status(401)],
  ['no money (402)', status(402)],
  ['a model that is gone (404)', status(404)],
  ['too many calls (429)', status(429)]
]

test.each(nothingBegun)('after %s the second account makes the work: one start, one charge', async (_, answer) => {
  const id = await bothAccounts()
  const prompt = newPrompt()
  const calls = playFirst(answer)
  const job = await ranWork('flux', prompt)
  expect(await endOf(job)).toEqual(delivered)
  expect(calls()).toBe(1)
  expect(await submissionsTo(second, prompt)).toHaveLength(1)
  expect(await jobOf(job)).toMatchObject({ attempts: 1, supply: { supplier: id, model } })
  await expectAtRest(job)
})

test('operators read which account was asked last', async () => {
  const id = await secondBfl()
  await nameSupplies(work, [{ supplier: id, model: 'flux-as-they-say' }])
  const job = await ranWork('flux', newPrompt())
  const { data } = await operate('GET', `/jobs/${job.id}`)
  expect(data).toMatchObject({
    job: { account: { name: expect.stringMatching(/^Аккаунт \d+$/), model: 'flux-as-they-say' } }
  })
})

const maybeBegun: [string, () => Promise<Response>][] = [
  ['status 500', status(500)],
  ['a connection that broke', () => Promise.reject(new TypeError('fetch failed'))],
  ['status 504', status(504)],
  [
    'a page in place of the answer',
    async () => new Response('<h1>OK</h1>', { headers: { 'content-type': 'text/html' } })
  ]
]

test.each(maybeBegun)('after %s no other account is asked', async (_, answer) => {
  await bothAccounts()
  const prompt = newPrompt()
  const calls = playFirst(answer)
  const job = await ranWork('flux', prompt)
  expect(await endOf(job)).toEqual(failedBy('OUTCOME_UNKNOWN'))
  expect(calls()).toBe(1)
  expect(await submissionsTo(second, prompt)).toEqual([])
  await expectAtRest(job)
})

test.each([408, 503])(
  'status %i, which a gateway may send for a work that has begun, asks the same account again',
  async (code) => {
    await bothAccounts()
    const prompt = newPrompt()
    const calls = playFirst(status(code))
    const { queue, job } = await queuedWork('flux', prompt)
    await queue.step()
    expect(calls()).toBe(1)
    expect(await jobOf(job)).toMatchObject({ step: 'queued', attempts: 1, supply: { supplier: 'bfl' } })
    expect(await submissionsTo(second, prompt)).toEqual([])
  }
)

test('what moderation refuses, or what is wrong with the order, is final', async () => {
  await bothAccounts()
  const prompts = [newPrompt(), newPrompt()] as const
  const moderated = await ranWork('flux', `${prompts[0]} [сбой:модерация]`)
  expect(await endOf(moderated)).toEqual(failedBy('MODERATED'))
  playFirst(status(422))
  const wrong = await ranWork('flux', prompts[1])
  expect(await endOf(wrong)).toEqual(failedBy('REJECTED'))
  for (const prompt of prompts) expect(await submissionsTo(second, prompt)).toEqual([])
})

test('an account without our money is left out for a while, and the alarm names it', async () => {
  const id = await bothAccounts()
  playFirst(status(402))
  await ranWork('flux', newPrompt())
  expect(alarms()).toContainEqual(expect.objectContaining({ event: 'provider-unpaid', provider: 'bfl' }))
  vi.restoreAllMocks()
  const prompt = newPrompt()
  const job = await ranWork('flux', prompt)
  expect(await jobOf(job)).toMatchObject({ step: 'completed', supply: { supplier: id } })
  expect(await submissionsTo(first, prompt)).toEqual([])
})

test('when all are busy the job waits, and asks both again', async () => {
  await bothAccounts()
  await controlAccount(first, { mediaFault: '429', mediaFaultCount: 2 })
  await controlAccount(second, { mediaFault: 'перегрузка', mediaFaultCount: 2 })
  const job = await ranWork('flux', newPrompt())
  expect(await endOf(job)).toEqual(delivered)
  expect(await jobOf(job)).toMatchObject({ attempts: 3 })
  await expectAtRest(job)
})

describe('everything after the start', () => {
  test('goes to the account that has the work, also when the order of accounts changes meanwhile', async () => {
    const id = await secondBfl()
    await nameSupplies(work, [{ supplier: id, model }])
    const { queue, job } = await queuedWork('flux', newPrompt())
    await queue.step()
    expect(await jobOf(job)).toMatchObject({ step: 'running', supply: { supplier: id } })
    await nameSupplies(work, [{ supplier: 'bfl', model }])
    const before = (await callsTo(`${second}/v1/get_result`)).length
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect((await callsTo(`${second}/v1/get_result`)).length).toBeGreaterThan(before)
    await expectAtRest(job)
  })

  test('without its key nobody else is asked: the job waits for the account, and is free when it does not come back', async () => {
    const id = await secondBfl()
    await nameSupplies(work, [{ supplier: id, model }])
    const prompt = newPrompt()
    const { queue, job } = await queuedWork('flux', prompt)
    await queue.step()
    await closeKey(id)
    vi.setSystemTime(Date.now() + 61_000)
    await queue.drain()
    expect(await endOf(job)).toMatchObject({ step: 'failed', charged: 0 })
    expect(await submissionsTo(first, prompt)).toEqual([])
    await expectAtRest(job)
  })

  test('a cancellation goes there too', async () => {
    const id = await addAccount({ dialect: 'runway', path: '/accounts/second/runway' })
    await nameSupplies('runway gen4.5', [{ supplier: id, model: 'gen4.5' }])
    const { queue, job } = await queuedWork('runwayml', newPrompt())
    await controlSandbox({ speed: 1 })
    await queue.step()
    expect(await jobOf(job)).toMatchObject({ step: 'running', supply: { supplier: id } })
    expect(await cancelJob(queue.bindings, await jobOf(job), suppliesInForce)).toMatchObject({ step: 'cancelled' })
    const methods = await callsTo('/accounts/second/runway/v1/tasks')
    expect(methods.length).toBeGreaterThan(1)
    expect(await callsTo('/runway/v1/tasks')).toEqual([])
  })
})

test('an account that is off, or has used up its calls of the minute, is passed over', async () => {
  const [off, narrow] = [
    await addAccount({ dialect: 'bfl', path: '/accounts/second/bfl/v1', isOn: false }),
    await addAccount({ dialect: 'bfl', path: '/accounts/second/bfl/v1', perMinuteMax: 1 })
  ]
  await nameSupplies(work, [
    { supplier: off, model },
    { supplier: narrow, model },
    { supplier: 'bfl', model }
  ])
  const jobs = [await ranWork('flux', newPrompt()), await ranWork('flux', newPrompt())]
  const asked = await Promise.all(jobs.map(async (job) => (await jobOf(job)).supply?.supplier))
  expect(asked).toEqual([narrow, 'bfl'])
})
