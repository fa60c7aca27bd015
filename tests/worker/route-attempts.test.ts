// The calls of routes in the histories: one row for each, saved with the answer or soon after it, and never twice.
import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openHistories } from '#data/base/database.ts'
import type { Route } from '#domain/models/route.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { historyRows } from '../support/worker/histories.ts'
import {
  alarmOf,
  answerFor,
  type AskerRequest,
  commandOf,
  eventsOf,
  inAnswers,
  newAsker,
  priceTokens,
  requestOf
} from '../support/worker/asking.ts'
import { accounts, play, playedRoutes, replies, type Reply, suppliers } from '../support/worker/first-route.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { openStream } from '../support/worker/reading.ts'

watchOutages()
afterEach(() => vi.useRealTimers())

type Stored = Record<string, unknown>

/** Their models are those of no other test. */
const stored = async ({ userId, routes }: AskerRequest): Promise<Stored[]> =>
  (
    await historyRows(userId)
      .prepare(`select * from route_attempts where upstream_model in (select value from json_each(?)) order by rowid`)
      .bind(JSON.stringify(routes.map(({ model }) => model)))
      .all<Stored>()
  ).results

const briefly = (rows: Stored[]) =>
  rows.map(({ supplier, outcome, first_word_ms: firstWord, charged_tokens: charged }) => [
    supplier,
    outcome,
    firstWord !== null,
    charged
  ])

interface Asked {
  one?: Reply
  other?: Reply
  request?: Partial<AskerRequest>
}

/** Answers without usage. */
const untold = async () => {
  const text = await (await replies.answers(null)).text()
  return new Response(text.replace(/,"usage":\{[^}]*\}/, ''), { headers: { 'content-type': 'text/event-stream' } })
}

async function ask({ one, other, request: more }: Asked): Promise<AskerRequest> {
  play({ ...(one && { one }), ...(other && { other }) })
  const asker = await newAsker(20)
  const routes: Route[] = more?.routes ? [...more.routes] : playedRoutes('one', 'other')
  const request = requestOf(asker, 'Кратко о море', { accounts, ...more, routes })
  await eventsOf(await openStream(request))
  return request
}

describe('an answer in a conversation', () => {
  test('of the first route is one row, which tells nothing of the user', async () => {
    const request = await ask({ other: replies.answers, request: { routes: playedRoutes('other') } })
    const [row, ...more] = await stored(request)
    expect(more).toEqual([])
    expect(row).toEqual({
      at: expect.any(Number),
      id: expect.any(Number),
      model: 'gpt-4o-mini',
      supplier: suppliers.other,
      upstream_model: request.routes[0]?.model,
      outcome: 'answered',
      first_word_ms: expect.any(Number),
      total_ms: expect.any(Number),
      input_tokens: 1000,
      cached_input_tokens: 0,
      cache_write_tokens: 0,
      output_tokens: 500,
      searches: 0,
      // 1000 × $2 and 500 × $4 per million, without a markup.
      cost_micros: 4000,
      charged_tokens: priceTokens,
      is_on_plan: 0
    })
    expect(Number(row?.['total_ms'])).toBeGreaterThanOrEqual(Number(row?.['first_word_ms']))
    // The user's own rows have exact times.
    const steps = { at: 60_000, first_word_ms: 10, total_ms: 1000 }
    for (const [name, step] of Object.entries(steps)) expect(Number(row?.[name]) % step).toBe(0)
    const texts = JSON.stringify(row)
    for (const secret of [request.userId, request.operationId, request.prompt, request.userTag, 'Готово'])
      expect(texts).not.toContain(secret)
  })

  test('of the second route has the failure of the first, and the charge is of who served it', async () => {
    const request = await ask({ one: replies.error500, other: replies.answers })
    expect(briefly(await stored(request))).toEqual([
      [suppliers.one, 'server', false, 0],
      [suppliers.other, 'answered', true, priceTokens]
    ])
  })

  test('of no route has all failures, without usage and cost', async () => {
    const request = await ask({ one: replies.busy, other: replies.silent })
    const rows = await stored(request)
    expect(briefly(rows)).toEqual([
      [suppliers.one, 'busy', false, 0],
      [suppliers.other, 'timeout', false, 0]
    ])
    for (const row of rows)
      expect(row).toMatchObject({ input_tokens: null, output_tokens: null, searches: null, cost_micros: null })
  })

  test('that breaks after its first word was served, and is free', async () => {
    const request = await ask({ one: replies.breaksAfterWord, other: replies.answers })
    expect(briefly(await stored(request))).toEqual([[suppliers.one, 'cut', true, 0]])
  })

  test('whose supplier tells no usage has no cost, and its charge', async () => {
    const request = await ask({ one: untold })
    expect(await stored(request)).toMatchObject([
      { outcome: 'answered', input_tokens: null, cost_micros: null, charged_tokens: priceTokens }
    ])
  })

  test('that moderation refuses is refused by its route', async () => {
    const request = await ask({ one: replies.moderated, other: replies.answers })
    expect(briefly(await stored(request))).toEqual([[suppliers.one, 'refused', false, 0]])
  })

  test('that the user stops before the first word was stopped', async () => {
    const calls = play({ one: replies.silent })
    const asker = await newAsker(20)
    const routes = playedRoutes('one').map((route) => ({ ...route, firstWordMs: 60_000 }))
    const request = requestOf(asker, 'Кратко о море', { routes, accounts })
    await answerFor(request).ask(request)
    await expect.poll(() => calls.one).toBe(1)
    await answerFor(request).stop()
    expect(briefly(await stored(request))).toEqual([[suppliers.one, 'stopped', false, 0]])
  })
})

describe('without a conversation', () => {
  test('the alarm saves the calls of several answers, once', async () => {
    play({ one: replies.error500, other: replies.answers })
    const asker = { ...(await newAsker(20)), conversationId: null }
    const routes = playedRoutes('one', 'other')
    const requests = [1, 2].map((count) => requestOf(asker, `Кратко о море ${count}`, { routes, accounts }))
    for (const request of requests) await eventsOf(await openStream(request))
    const [request] = requests as [AskerRequest]
    expect(await stored(request)).toEqual([])
    await alarmOf(request)
    const rows = await stored(request)
    expect(briefly(rows).toSorted()).toEqual(
      [
        [suppliers.one, 'server', false, 0],
        [suppliers.one, 'server', false, 0],
        [suppliers.other, 'answered', true, priceTokens],
        [suppliers.other, 'answered', true, priceTokens]
      ].toSorted()
    )
    await alarmOf(request)
    expect(await stored(request)).toEqual(rows)
    expect(await inAnswers(request, (store) => store.uncounted(10))).toEqual([])
  })

  test('a history that fails holds up the alarm for nothing, and is not asked again at once', async () => {
    const histories = openHistories(env).map(({ history }) => history.$client)
    const asker = { ...(await newAsker(20)), conversationId: null }
    const request = requestOf(asker, 'Кратко о море', { routes: playedRoutes('one'), accounts })
    for (const each of histories) await each.exec('alter table route_attempts rename to route_attempts_away')
    try {
      play({ one: replies.answers })
      await eventsOf(await openStream(request))
      await alarmOf(request)
    } finally {
      for (const each of histories) await each.exec('alter table route_attempts_away rename to route_attempts')
    }
    await alarmOf(request)
    expect(await stored(request)).toEqual([])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    await alarmOf(request)
    expect(briefly(await stored(request))).toEqual([[suppliers.one, 'answered', true, priceTokens]])
  })

  test('help with a prompt is no traffic of the model', async () => {
    const request = await ask({
      one: replies.answers,
      request: { routes: playedRoutes('one'), conversationId: null, helpTask: 'image' }
    })
    await alarmOf(request)
    expect(await stored(request)).toEqual([])
  })
})

describe('what was decided survives', () => {
  test('an object that is killed before it could save, and a save that is repeated', async () => {
    const asker = await newAsker(20)
    const [route] = playedRoutes('one') as [Route]
    const request = requestOf(asker, 'Кратко о море', { routes: [route], place: { below: 0 } })
    await userOf(env, request.userId).reserve({
      id: request.operationId,
      fingerprint: request.fingerprint,
      priceTokens,
      owner: 'answer',
      operation: { service: request.service, model: request.model, action: { kind: 'answer' } },
      lifetimeMs: 1_200_000,
      runningMax: 1000,
      dispatches: true
    })
    const attempt = {
      at: Date.now(),
      id: 77,
      supplier: route.supplier,
      upstreamModel: route.model,
      outcome: 'answered',
      firstWordMs: 5,
      totalMs: 9,
      usage: null,
      costMicros: null
    }
    const facts = { attempts: 1, upstreamModel: route.model, supplier: route.supplier, usdMicros: null }
    await inAnswers(request, (store) => {
      store.begin(commandOf(request).request, false, Date.now())
      store.saveTexts(request.operationId, 1, ['Готово'])
      const ending = { outcome: 'complete', failure: null } as const
      store.decide(
        request.operationId,
        { ending, costTokens: priceTokens, ...facts, routeAttempts: [attempt] },
        Date.now()
      )
    })
    await abortAllDurableObjects()
    await alarmOf(request)
    const rows = await stored(request)
    expect(briefly(rows)).toEqual([[suppliers.one, 'answered', true, priceTokens]])

    // As if the confirmation of D1 had been lost.
    await inAnswers(request, (_, sql) => sql.exec('update answers set route_attempts = ?', JSON.stringify([attempt])))
    await abortAllDurableObjects()
    await alarmOf(request)
    expect(await stored(request)).toEqual(rows)
    expect(await inAnswers(request, (store) => store.uncounted(10))).toEqual([])
  })

  test('a batch that fails because of them: the answer is saved without them, and the alarm goes on trying', async () => {
    const histories = openHistories(env).map(({ history }) => history.$client)
    for (const each of histories) await each.exec('alter table route_attempts rename to route_attempts_away')
    let request: AskerRequest
    try {
      play({ one: replies.answers })
      const asker = await newAsker(20)
      request = requestOf(asker, 'Кратко о море', { routes: playedRoutes('one'), accounts })
      await answerFor(request).ask(request)
      await expect.poll(() => inAnswers(request, (store) => store.open()[0]?.ending?.outcome)).toBe('complete')
      await alarmOf(request)
      expect(await answerFor(request).view()).toMatchObject({ running: false, end: { type: 'done' } })
    } finally {
      for (const each of histories) await each.exec('alter table route_attempts_away rename to route_attempts')
    }
    await alarmOf(request)
    expect(briefly(await stored(request))).toEqual([[suppliers.one, 'answered', true, priceTokens]])
  })
})
