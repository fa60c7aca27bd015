// A provider at which our account has no money: it is switched off and a person is called, once; users are told that the
// service is away, and pay nothing.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { textOf as textOfCode } from '#contract/errors.ts'
import type { SubmittedJobs } from '#contract/job-orders.ts'
import { outageMs } from '#domain/outage.ts'
import { call } from '../support/worker/account.ts'
import { answerFor, eventsOf, newAsker, requestOf, routeTo } from '../support/worker/asking.ts'
import { expectUntouched, later, moneyOf, sendAndWait } from '../support/worker/generating.ts'
import { controlSandbox, delivered, endOf, expectAtRest, failedBy, newJob, startsAt } from '../support/worker/jobs.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { answered, dataOf, newPerson } from '../support/worker/person.ts'
import { dataUrl } from '../support/worker/pictures.ts'
import { callsAbout, control, openStream, viewOf } from '../support/worker/reading.ts'
import { webm } from '../support/worker/recordings.ts'
import { setStage } from '../support/worker/stage.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { ranJob } from '#tests/support/worker/queued-job.ts'

setStage()
const alarms = watchOutages()

const away = { code: 'UNAVAILABLE', text: textOfCode('UNAVAILABLE') }
type Provider = 'openai' | 'anthropic' | 'xai'

let questions = 0
/** Asks in one's own words, which no other call of the sandbox has. */
async function ask(provider: Provider, word = '') {
  const asker = await newAsker(20)
  const words = `вопрос номер ${++questions}.`
  return { ...asker, words, request: requestOf(asker, `${words} ${word}`, { routes: [routeTo(provider)] }) }
}

describe.each([
  ['openai', 'insufficient_quota'],
  ['anthropic', 'enforced_spend_limit_reached'],
  ['xai', 'personal-team-blocked:spending-limit']
] as const)('%s without money', (provider, failure) => {
  test('is not asked twice, tells that it is away, charges nothing and calls a person', async () => {
    const { request, userId, words } = await ask(provider, '[сбой:квота]')
    const events = await eventsOf(await openStream(request))
    expect(events.at(-1)?.event).toMatchObject({
      type: 'error',
      outcome: 'failed',
      failure: away,
      settlement: { chargedTokens: 0, balanceTokens: 20 }
    })
    expect(await viewOf(userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
    expect(await callsAbout(words)).toHaveLength(1)
    expect(alarms()).toEqual([
      { event: 'provider-unpaid', severity: 'urgent', provider, failure, user: expect.any(String) }
    ])
  })

  test('gets no more questions, of this user and of others, until the outage is over', async () => {
    const first = await ask(provider, '[сбой:квота]')
    await eventsOf(await openStream(first.request))
    const second = requestOf({ ...first, conversationId: null }, 'Кратко о море', { routes: [routeTo(provider)] })
    expect(await answerFor(second).ask(second)).toEqual({ state: 'refused', code: 'UNAVAILABLE' })
    const stranger = await ask(provider)
    expect(await answerFor(stranger.request).ask(stranger.request)).toEqual({ state: 'refused', code: 'UNAVAILABLE' })
    expect(await callsAbout(first.words)).toHaveLength(1)
    expect(await viewOf(first.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
    // The answer that failed can still be read, and other providers answer.
    expect(await answerFor(first.request).ask(first.request)).toEqual({ state: 'accepted' })
    const other = await ask(provider === 'xai' ? 'openai' : 'xai')
    expect((await eventsOf(await openStream(other.request))).at(-1)?.event).toMatchObject({ type: 'done' })

    vi.setSystemTime(Date.now() + outageMs)
    expect((await eventsOf(await openStream(second))).at(-1)?.event).toMatchObject({ type: 'done' })
    expect(alarms()).toHaveLength(1)
  })
})

test('a provider that is still without money after an outage calls a person again', async () => {
  await eventsOf(await openStream((await ask('xai', '[сбой:квота]')).request))
  vi.setSystemTime(Date.now() + outageMs)
  await eventsOf(await openStream((await ask('xai', '[сбой:квота]')).request))
  expect(alarms()).toHaveLength(2)
})

test('moderation of xAI is a refusal, and switches nothing off', async () => {
  const { request } = await ask('xai', '[сбой:модерация]')
  expect((await eventsOf(await openStream(request))).at(-1)?.event).toMatchObject({
    type: 'error',
    outcome: 'refused',
    failure: { code: 'PROVIDER_REFUSED' },
    settlement: { chargedTokens: 0 }
  })
  const next = await ask('xai')
  expect(await answerFor(next.request).ask(next.request)).toEqual({ state: 'accepted' })
  expect(alarms()).toEqual([])
})

async function run(service: string, prompt: string) {
  const job = await ranJob(service, prompt)
  return job
}

describe('jobs', () => {
  test('one that is refused for money switches its provider off, and jobs that wait are not sent', async () => {
    const waiting = await newJob('flux', 'Маяк')
    const { started } = await startsAt('bfl')
    const refused = await run('flux', 'Маяк [сбой:квота]')
    expect(await endOf(refused)).toEqual(failedBy('PROVIDER_UNAVAILABLE'))
    const queue = new TestQueue()
    queue.send(waiting.id)
    await queue.drain()
    expect(await endOf(waiting)).toEqual(failedBy('PROVIDER_UNAVAILABLE'))
    await expectAtRest(refused, waiting)
    expect((await startsAt('bfl')).started).toBe(started)
    expect(alarms()).toMatchObject([{ event: 'provider-unpaid', provider: 'bfl', failure: 'unpaid' }])
  })

  test('a 400 about the billing limit of pictures is no money either', async () => {
    expect(await endOf(await run('dalle', 'Маяк [сбой:квота]'))).toEqual(failedBy('PROVIDER_UNAVAILABLE'))
    expect(alarms()).toMatchObject([{ provider: 'openai', failure: 'billing_hard_limit_reached' }])
  })

  test('new ones are refused before anything is reserved; one that was accepted is found again', async () => {
    const person = await newPerson({ tokens: 20 })
    const known = { 'idempotency-key': crypto.randomUUID(), ...later }
    const body = { prompt: 'Тихое море' }
    const headers = { 'idempotency-key': known['idempotency-key'] }
    const { job } = await dataOf<SubmittedJobs>(await sendAndWait(person, '/ai/image/flux', { body, headers }))
    await run('flux', 'Маяк [сбой:квота]')

    const stranger = await newPerson({ tokens: 20 })
    expect(await answered(await stranger.send('POST', '/ai/image/flux', body))).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      error: away.text
    })
    await expectUntouched(stranger, 20)
    const again = await answered(await person.send('POST', '/ai/image/flux', body, known))
    expect(again).toMatchObject({ data: { job: { id: job.id } } })
    expect(await moneyOf(person)).toEqual({ availableTokens: 19, reservedTokens: 0 })
  })

  test('are translated by another provider at once where the first has no money', async () => {
    await controlSandbox({ fault: 'quota', faultCount: 1 })
    expect(await endOf(await run('stable-diffusion', 'Первый маяк'))).toMatchObject({ ...delivered, charged: 3 })
    expect(await endOf(await run('stable-diffusion', 'Второй маяк'))).toMatchObject({ ...delivered, charged: 3 })
    expect(await callsAbout('Второй маяк')).toMatchObject([{ outcome: 'completed' }])
    expect(alarms()).toMatchObject([{ provider: 'openai', failure: 'insufficient_quota' }])
  })
})

describe('dictation', () => {
  const audio = dataUrl('audio/webm', webm)
  beforeEach(() => control({ mediaFault: 'quota', mediaFaultCount: 1 }))
  afterEach(() => control({ mediaFault: null }))

  test('is away too, and the next recording is not sent', async () => {
    const person = await newPerson({ tokens: 1 })
    for (let times = 0; times < 2; times++)
      expect(await answered(await person.send('POST', '/ai/audio/transcribe', { audio }))).toMatchObject({
        status: 503,
        code: 'UNAVAILABLE'
      })
    expect(alarms()).toMatchObject([{ provider: 'openai', failure: 'insufficient_quota' }])
  })
})

test('the public status shows a service that is switched off as down', async () => {
  await eventsOf(await openStream((await ask('xai', '[сбой:квота]')).request))
  const { data } = (await call('/api/ai/status', { settings: {} })).body
  const { services } = data as { services: { service: string; state: string }[] }
  expect(services.filter(({ state }) => state === 'down').map(({ service }) => service)).toEqual(['xai'])
})
