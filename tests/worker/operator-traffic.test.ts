// What operators see of routes: figures of both histories together, breakers, and what a week would have cost elsewhere.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countedMax, type Replay, type TrafficModel } from '#contract/operator/shop/traffic.ts'
import { openDirectory, openHistories } from '#data/base/database.ts'
import { noteRouteState } from '#data/directory/route-states.ts'
import { attemptStatements, type StoredAttempt } from '#data/history/route-attempts.ts'
import { newKey, openaiWith } from '../support/worker/api-clients.ts'
import { caller as hearingCaller, hear, outcomeOf } from '../support/worker/hearing.ts'
import { newOperator } from '../support/worker/operating.ts'
import { operate } from '../support/worker/operator.ts'
import { newPerson } from '../support/worker/person.ts'
import { control } from '../support/worker/reading.ts'
import { wavOf } from '../support/worker/sounds.ts'
import { nothingServed, servedAttempt } from '../support/worker/stored-attempt.ts'
import { plansOf } from '../support/worker/query-plans.ts'

const [now, dayMs] = [Date.now(), 24 * 60 * 60_000]
let ids = 0

const attempt = (more: Partial<StoredAttempt> = {}): StoredAttempt => ({
  ...servedAttempt,
  id: ++ids,
  at: now - 1000,
  usage: { inputTokens: 1000, cachedInputTokens: 200, outputTokens: 500 },
  costMicros: 350,
  chargedMicros: 5_000_000,
  ...more
})
const earlier = { supplier: 's-earlier00000', upstreamModel: 'sold/model' }

const told = (answer: { data?: unknown }) => answer.data as Replay
/** In the history with this number, from 1. */
async function store(shard: number, ...attempts: StoredAttempt[]) {
  const { history } = openHistories(env)[shard - 1]!
  await history.$client.batch(attemptStatements(history, attempts))
}

interface Traffic {
  models: TrafficModel[]
  is_whole: boolean
}

const traffic = async (days = 7) => (await operate('GET', `/routes?days=${days}`)).data as Traffic
const callsIn = (routes: readonly { calls: number }[]) => routes.reduce((sum, { calls }) => sum + calls, 0)

/** Of the first model and its first route. */
const callsOf = async (days: number) => callsIn((await traffic(days)).models[0]?.routes ?? [])
const firstRoute = async () => (await traffic()).models[0]?.routes[0]
const breakerNow = async () => (await firstRoute())?.breaker

const replay = (query: Record<string, string | number>) => {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  return operate('GET', `/routes/replay?${new URLSearchParams(texts).toString()}`)
}

beforeEach(async () => {
  for (const { history } of openHistories(env)) await history.$client.exec('delete from route_attempts')
  await env.DB.exec('delete from route_states')
})

describe('the figures of routes', () => {
  test('of a new shop are none', async () => {
    expect(await traffic()).toMatchObject({ models: [], is_whole: true })
  })

  test('count calls of the API with the parts of a token that they cost, and failed ones for free', async () => {
    const person = await newPerson({ tokens: 100, paid: true })
    const client = openaiWith(await newKey(person.userId))
    const ask = (content: string) =>
      client.chat.completions.create({ model: 'gpt-4o-mini', messages: [{ role: 'user', content }] })
    const { usage } = await ask('Кратко: что такое лес?')
    await expect(ask('Кратко [сбой:500]')).rejects.toThrow()
    // The one that fails is tried by each route, and may be counted before the one that is served.
    const both = { served: 1, failures: [{}] }
    await vi.waitFor(async () => expect(await firstRoute()).toMatchObject(both), { timeout: 20_000 })
    const { cost } = usage as unknown as { cost: number }
    expect(cost).toBeLessThan(1)
    expect(await firstRoute()).toMatchObject({ served: 1, charged_tokens: cost, plan_served: 0 })
  })

  test('count recordings that keys have written down, with what their seconds cost, and failed ones for free', async () => {
    const { key } = await hearingCaller()
    const { usage } = await hear(key, wavOf(2.4))
    await control({ mediaFault: '429' })
    expect(await outcomeOf(hear(key, wavOf(1)))).toBe('429 overloaded')
    await control({ mediaFault: null })
    await vi.waitFor(async () => expect(await callsOf(7)).toBe(2), { timeout: 20_000 })
    const [model] = (await traffic()).models
    expect(model).toMatchObject({ model: 'gpt-transcribe', name: 'GPT Transcribe' })
    expect(model?.routes).toMatchObject([
      {
        supplier: 'openai',
        place: 1,
        served: 1,
        failures: [{ kind: 'busy', calls: 1 }],
        cost_micros: (3 * 4500) / 60,
        charged_tokens: usage.cost
      }
    ])
  })

  test('join the histories, name the routes of now in their order, then earlier ones', async () => {
    await store(1, attempt(), attempt({ firstWordMs: 200, isOnPlan: true, chargedMicros: 0 }))
    await store(1, attempt({ ...nothingServed, outcome: 'busy' }), attempt({ ...nothingServed, outcome: 'timeout' }))
    await store(2, attempt({ firstWordMs: 9000, usage: null, costMicros: null }))
    await store(2, attempt({ ...nothingServed, outcome: 'timeout' }), attempt({ ...earlier, costMicros: 1_000_000 }))
    await store(2, attempt({ model: 'gone-model', ...earlier }))
    const { models } = await traffic()
    expect(models.map(({ model, name, routes }) => [model, name, callsIn(routes)])).toEqual([
      ['gpt-4o-mini', expect.any(String), 7],
      ['gone-model', 'gone-model', 1]
    ])
    const closed = { state: 'closed', until: null, failure: null }
    expect(models[0]?.routes).toEqual([
      {
        supplier: 'openai',
        supplier_name: 'OpenAI',
        upstream_model: 'gpt-6-luna',
        place: 1,
        calls: 6,
        served: 3,
        share: 0.75,
        failures: [
          { kind: 'timeout', calls: 2 },
          { kind: 'busy', calls: 1 }
        ],
        first_word: { median_ms: 400, p95_ms: 9000 },
        input_tokens: 2000,
        cached_input_tokens: 400,
        output_tokens: 1000,
        cost_micros: 700,
        uncosted: 1,
        charged_tokens: 5,
        plan_served: 1,
        breaker: closed
      },
      expect.objectContaining({
        supplier: 's-earlier00000',
        place: null,
        share: 0.25,
        cost_micros: 1_000_000
      })
    ])
  })

  test('have a route of now that nothing was asked of, and no cost where none is known', async () => {
    await store(1, attempt({ ...earlier, usage: null, costMicros: null }))
    const [model] = (await traffic()).models
    expect(model?.routes.map(({ supplier, calls, cost_micros: cost }) => [supplier, calls, cost])).toEqual([
      ['openai', 0, 0],
      [earlier.supplier, 1, null]
    ])
  })

  test('are those of the asked days', async () => {
    await store(1, attempt(), attempt({ at: now - 2 * dayMs }), attempt({ at: now - 20 * dayMs }))
    expect([await callsOf(1), await callsOf(7), await callsOf(30)]).toEqual([1, 2, 3])
    expect(await operate('GET', '/routes?days=31')).toMatchObject({ status: 400 })
  })

  test('say how the breaker stands', async () => {
    await store(1, attempt())
    const state = { supplier: 'openai', model: 'gpt-6-luna', opened: 1, failure: 'timeout', changedAt: now }
    await noteRouteState(openDirectory(env), { ...state, openUntil: now + 60_000 })
    expect(await breakerNow()).toEqual({ state: 'open', until: now + 60_000, failure: 'timeout' })
    await noteRouteState(openDirectory(env), { ...state, openUntil: now - 1, changedAt: now + 1 })
    expect(await breakerNow()).toMatchObject({ state: 'waiting' })
    const closed = { opened: 0, openUntil: 0, failure: null, changedAt: now + 2 }
    await noteRouteState(openDirectory(env), { ...state, ...closed })
    expect(await breakerNow()).toMatchObject({ state: 'closed', failure: null })
  })

  test('are those of the newest calls where there are many, and say so', async () => {
    await env.HISTORY_1.prepare(
      `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ?1)
        insert into route_attempts (at, id, model, supplier, upstream_model, outcome, first_word_ms, total_ms, charged_micros, is_on_plan)
        select ?2 - n, n, 'gpt-4o-mini', 'openai', 'gpt-6-luna', 'answered', n, n, 1, 0 from counted`
    )
      .bind(countedMax + 5000, now)
      .run()
    await store(1, attempt({ ...nothingServed, supplier: '', upstreamModel: '', outcome: 'unrouted' }))
    const { models, is_whole: isWhole } = await traffic()
    expect(isWhole).toBe(false)
    expect(models[0]).toMatchObject({
      routes: [{ calls: countedMax, first_word: { median_ms: countedMax / 2, p95_ms: countedMax * 0.95 } }]
    })
  })

  test('are found by the key of the rows, each history once', async () => {
    const { trips, steps } = await plansOf('h1-x', () => traffic())
    expect(trips).toBe(0)
    const own = steps.filter((step) => step.includes('route_attempts'))
    expect(own).toEqual([expect.stringMatching(/SEARCH route_attempts USING INDEX sqlite_autoindex_route_attempts_1/)])
  })

  test('are closed to roles that do not run the shop', async () => {
    const support = await newOperator('support')
    expect((await support.send('GET', '/routes?days=7')).status).toBe(403)
    expect((await support.send('GET', '/routes/replay?model=gpt-4o&input_micros=1&output_micros=1')).status).toBe(403)
  })
})

describe('«Проиграть неделю»', () => {
  const typed = { input_micros: 2_000_000, output_micros: 10_000_000 }

  test('asks what the recorded usage would have cost by a typed price, and says what is not known', async () => {
    await store(
      1,
      attempt(),
      attempt({ usage: null, costMicros: null }),
      attempt({ ...nothingServed, outcome: 'busy' })
    )
    await store(2, attempt(), attempt({ model: 'gpt-4o' }), attempt({ at: now - 8 * dayMs }))
    expect(told(await replay({ model: 'gpt-4o-mini', ...typed }))).toEqual({
      served: 3,
      told: 2,
      cost_micros: 700,
      // Twice 1000 × $2 and 500 × $10 for a million.
      replayed_micros: 14_000,
      is_whole: true
    })
    const cached = await replay({ model: 'gpt-4o-mini', ...typed, cached_input_micros: 0 })
    expect(told(cached).replayed_micros).toBe(13_200)
  })

  test('by a route in force, with its rates for long inputs, for the calls that are long', async () => {
    const long = { inputTokens: 300_000, outputTokens: 100 }
    await store(1, attempt(), attempt({ usage: long }))
    const route = { of_model: 'gpt-4o-mini', supplier: 'openai', upstream_model: 'gpt-6-luna' }
    // $0.1 and $0.5 for a million; beyond 272,000 tokens twice and one and a half times as much.
    expect(told(await replay({ model: 'gpt-4o-mini', ...route })).replayed_micros).toBe(350 + 60_000 + 75)
  })

  test('of a model without calls costs nothing', async () => {
    expect(told(await replay({ model: 'gpt-4o', ...typed }))).toMatchObject({ served: 0, replayed_micros: 0 })
  })

  test('an unknown route and half a price are refused', async () => {
    const unknown = { of_model: 'gpt-4o-mini', supplier: 'openai', upstream_model: 'no-such-model' }
    expect(await replay({ model: 'gpt-4o-mini', ...unknown })).toMatchObject({ status: 404 })
    expect(await replay({ model: 'gpt-4o-mini', input_micros: 5 })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED'
    })
    expect(await replay({ model: 'gpt-4o-mini', ...typed, input_micros: 1e10 })).toMatchObject({ status: 400 })
  })
})
