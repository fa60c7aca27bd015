// The calls of routes that are saved after their answer: by the alarm, after a failure, or by an object that was killed.
import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openHistories } from '#data/base/database.ts'
import type { Route } from '#domain/models/route.ts'
import { userOf } from '#durable-objects/stubs.ts'
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
import { accounts, play, playedRoutes, replies, suppliers } from '../support/worker/first-route.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { openStream } from '../support/worker/reading.ts'
import { askPlayed, briefly, stored } from '../support/worker/route-attempts.ts'

watchOutages()
afterEach(() => vi.useRealTimers())

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
    const request = await askPlayed({
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
      // Beside the object's own attempt the alarm does nothing.
      const view = () => alarmOf(request).then(() => answerFor(request).view())
      await expect.poll(view).toMatchObject({ running: false, end: { type: 'done' } })
    } finally {
      for (const each of histories) await each.exec('alter table route_attempts_away rename to route_attempts')
    }
    // An alarm of its own may have tried meanwhile, and pauses then.
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] })
    await alarmOf(request)
    expect(briefly(await stored(request))).toEqual([[suppliers.one, 'answered', true, priceTokens]])
  })
})
