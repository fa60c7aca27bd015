// A service or a model is switched off: nothing new is accepted, users are told why and pay nothing, what runs goes on.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WatchedService } from '#contract/operator/jobs/services.ts'
import { call } from '../support/worker/account.ts'
import { answerFor, eventsOf, newAsker, requestOf } from '../support/worker/asking.ts'
import {
  expectUntouched,
  later,
  moneyOf,
  rowsOf,
  standingQueues,
  sendWith,
  submitted
} from '../support/worker/generating.ts'
import { addFinished } from '../support/worker/finished-jobs.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { because, operate } from '../support/worker/operator.ts'
import { newOperator } from '../support/worker/operating.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { caller as hearingCaller, hear, outcomeOf } from '../support/worker/hearing.ts'
import { openStream, viewOf } from '../support/worker/reading.ts'
import { webm } from '../support/worker/recordings.ts'
import { wavOf } from '../support/worker/sounds.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()

const text = 'Провайдер чинит серверы, вернёмся к вечеру'
const off = (service: string, model: string | null = null, told = text) =>
  operate('PUT', `/services/${service}/switch`, { model, text: told, ...because() })
const on = (service: string, model: string | null = null) =>
  operate('POST', `/services/${service}/switch`, { model, ...because() })

const told = { status: 503, code: 'SERVICE_OFF', error: text }

beforeEach(() => env.DB.exec('delete from service_switches'))
afterEach(() => env.DB.exec('delete from service_switches'))

async function publicStatus(service: string) {
  const { data } = (await call('/api/ai/status', { settings: {} })).body
  return (data as { services: { service: string }[] }).services.find((one) => one.service === service)
}

async function watched(service: string): Promise<WatchedService | undefined> {
  const { data } = await operate('GET', '/services')
  return (data as { services: WatchedService[] }).services.find((one) => one.service === service)
}

describe('a service of the studio', () => {
  const body = { prompt: 'Тихое море' }

  test('refuses new jobs with the reason, reserves nothing, and comes back', async () => {
    const person = await newPerson({ tokens: 20 })
    expect((await off('flux')).status).toBe(200)
    expect(await answered(await person.send('POST', '/ai/image/flux', body))).toMatchObject(told)
    await expectUntouched(person, 20)
    expect(await publicStatus('flux')).toMatchObject({ state: 'down', reason: text, modelsOff: [] })
    expect((await on('flux')).status).toBe(200)
    await submitted(await person.send('POST', '/ai/image/flux', body, later))
    expect(await publicStatus('flux')).toMatchObject({ state: 'up', reason: null })
  })

  test('lets jobs go on that it has accepted, and finds them again', async () => {
    const person = await newPerson({ tokens: 20 })
    const headers = { 'idempotency-key': crypto.randomUUID(), ...later }
    const { bindings } = standingQueues()
    const { job } = await submitted(await sendWith(person, bindings, '/ai/image/flux', { body, headers }))
    await off('flux')
    expect(await answered(await person.send('POST', '/ai/image/flux', body, headers))).toMatchObject({
      data: { job: { id: job.id } }
    })
    expect(await rowsOf(person)).toMatchObject([{ step: 'queued' }])
    expect((await moneyOf(person)).reservedTokens).toBeGreaterThan(0)
  })

  test('with one model off refuses that one alone', async () => {
    const person = await newPerson({ tokens: 20, paid: true })
    await off('flux', 'flux-dev')
    const dev = { ...body, model: 'flux-dev' }
    expect(await answered(await person.send('POST', '/ai/image/flux', dev))).toMatchObject(told)
    await submitted(await person.send('POST', '/ai/image/flux', { ...body, model: 'flux-schnell' }, later))
    expect(await publicStatus('flux')).toMatchObject({
      state: 'up',
      reason: null,
      modelsOff: [{ model: 'flux-dev', reason: text }]
    })
  })
})

describe('a chat', () => {
  const about = {
    service: 'xai',
    model: 'grok-2',
    upstream: { provider: 'xai', model: 'grok-4.3', outputTokensMax: 4096 }
  } as const

  test('refuses questions within a minute with the reason and charges nothing; other models answer', async () => {
    const asker = await newAsker(20)
    const first = requestOf(asker, 'Кратко о море', about)
    expect((await eventsOf(await openStream(first))).at(-1)?.event).toMatchObject({ type: 'done' })
    const { availableTokens } = await viewOf(asker.userId)
    await off('xai', 'grok-2')
    vi.setSystemTime(Date.now() + 60_000)
    const second = requestOf({ ...asker, conversationId: null }, 'Кратко о горах', about)
    expect(await answerFor(second).ask(second)).toEqual({ state: 'refused', code: 'SERVICE_OFF', text })
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens, reservedTokens: 0 })
    // The answer that was given can still be read.
    expect(await answerFor(first).ask(first)).toEqual({ state: 'accepted' })
    const other = requestOf({ ...asker, conversationId: null }, 'Кратко о реках', { ...about, model: 'grok-2-mini' })
    expect((await eventsOf(await openStream(other))).at(-1)?.event).toMatchObject({ type: 'done' })

    await on('xai', 'grok-2')
    vi.setSystemTime(Date.now() + 60_000)
    expect((await eventsOf(await openStream(second))).at(-1)?.event).toMatchObject({ type: 'done' })
  })
})

describe('what writes recordings down', () => {
  test('refuses keys and dictation with the reason, asks no supplier, and comes back', async () => {
    const { person, user, key } = await hearingCaller()
    await off('transcription')
    expect(await outcomeOf(hear(key, wavOf(1)))).toMatch(/^503 /)
    const dictation = { audio: Buffer.from(webm).toString('base64') }
    expect(await answered(await person.send('POST', '/ai/audio/transcribe', dictation))).toMatchObject(told)
    expect(await user.viewMetering()).toMatchObject({ heldMicros: 0, spentMicros: 0 })
    await on('transcription')
    vi.setSystemTime(Date.now() + 60_000)
    expect((await answered(await person.send('POST', '/ai/audio/transcribe', dictation))).status).toBe(200)
    expect((await hear(key, wavOf(1))).text).toMatch(/[а-я]/)
  })
})

describe('the switch', () => {
  test('is recorded before and after, is made once, and changes its text', async () => {
    const change = { model: null, text, ...because() }
    for (let times = 0; times < 2; times++)
      expect(await operate('PUT', '/services/luma/switch', change)).toMatchObject({
        status: 200,
        data: { off: { reason: text, by: 'anna', since: Date.now() } }
      })
    const since = Date.now()
    vi.setSystemTime(since + 60_000)
    const another = 'Уже знаем, что случилось, и чиним'
    expect(await off('luma', null, another)).toMatchObject({ data: { off: { reason: another, since } } })
    expect(await watched('luma')).toMatchObject({ state: 'down', off: { reason: another, since, by: 'anna' } })
    expect(await operate('PUT', '/services/luma/switch', { ...change, text: another })).toMatchObject({ status: 422 })
    const { results } = await env.DB.prepare(
      `select phase, facts from operator_actions where subject = 'luma' order by rowid`
    ).all<{ phase: string; facts: string }>()
    expect(results.map(({ phase, facts }) => [phase, JSON.parse(facts)])).toEqual([
      ['begun', { off: false, text: null }],
      ['done', { off: true, text }],
      ['begun', { off: true, text }],
      ['done', { off: true, text: another }]
    ])
  })

  test('whose call died is not repeated when another operator has switched on meanwhile', async () => {
    const change = { model: null, text, ...because() }
    let lines = 0
    const dying = guardedDatabases((run, name) =>
      name.includes('into "operator_actions"') && ++lines === 2 ? Promise.reject(new Error('Died')) : run()
    )
    expect((await operate('PUT', '/services/luma/switch', change, { bindings: dying })).status).toBe(500)
    expect(await watched('luma')).toMatchObject({ off: { reason: text } })
    vi.setSystemTime(Date.now() + 1000)
    await on('luma')
    vi.setSystemTime(Date.now() + 1000)
    expect(await operate('PUT', '/services/luma/switch', change)).toMatchObject({ status: 409 })
    expect(await watched('luma')).toMatchObject({ off: null })
    expect((await off('luma')).status).toBe(200)
  })

  test.each([
    ['no-such-service', null],
    ['flux', 'no-such-model'],
    ['claude', 'gpt-4o']
  ])('there is none for %s %s', async (service, model) => {
    expect(await off(service, model)).toMatchObject({ status: 404 })
    expect(await on(service, model)).toMatchObject({ status: 404 })
  })

  test.each(['коротко', 'x'.repeat(201), 'две\nстроки и больше'])('users are not told: %s', async (wrong) => {
    expect(await off('flux', null, wrong)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })

  test('every service and model of the catalogue has one', async () => {
    const { data } = await operate('GET', '/services')
    for (const { service, models } of (data as { services: WatchedService[] }).services)
      for (const model of [null, ...models.map((one) => one.model)])
        expect((await off(service, model)).status).toBe(200)
  })
})

test('a work costs us what was asked of its provider', async () => {
  const person = await newPerson()
  const at = Date.now()
  const made = { kind: 'video', service: 'runwayml', provider: 'runway', upstreamModel: 'gen4.5' } as const
  await addFinished(person, { ...made, options: { duration: 4 }, createdAt: at - 1000, finishedAt: at })
  expect((await watched('runwayml'))?.health).toMatchObject([{ provider: 'runway', usd_micros_each: 480_000 }])
})

test('support sees how services do, and not what they cost us', async () => {
  const asker = await newAsker(20)
  await eventsOf(await openStream(requestOf(asker, 'Кратко о море')))
  vi.useRealTimers()
  const [support, owner] = [await newOperator('support'), await newOperator('owner')]
  const healthFor = async ({ send }: typeof support) => {
    const { data } = await answered(await send('GET', '/services'))
    const services = (data as { services: WatchedService[] }).services
    return services.flatMap(({ health }) => health)
  }
  await expect.poll(async () => (await healthFor(owner)).some((one) => one.usd_micros_each !== null)).toBe(true)
  const seen = await healthFor(support)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((one) => one.usd_micros_each !== null)).toEqual([])
})
