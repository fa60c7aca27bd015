// Answers whose first route fails: each way in which it can, and a second route that works, fails or hangs.
import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import {
  alarmOf,
  answerFor,
  type Asker,
  eventsOf,
  newAsker,
  priceTokens,
  requestOf,
  routeTo,
  savedMessages,
  textOf
} from '../support/worker/asking.ts'
import { accounts, play, playedRoutes, replies, type Reply, suppliers } from '../support/worker/first-route.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { callsAbout, openStream, readSome, viewOf } from '../support/worker/reading.ts'

const alarms = watchOutages()

const fails = {
  'a refused connection': replies.refusedConnection,
  'status 500': replies.error500,
  'status 503': replies.error503,
  'a page of status 502': replies.page502,
  'a rate limit': replies.busy,
  'no money (429)': replies.unpaid,
  'no money (402)': replies.payment,
  'a wrong key': replies.wrongKey,
  'a model that is gone': replies.modelGone,
  'a page in place of events': replies.html,
  'a body without events': replies.cutAtOnce,
  'an end before the first word': replies.cutAfterStart,
  'a broken event': replies.brokenEvent,
  'an error in the stream': replies.errorInStream,
  silence: replies.silent,
  'silence after the start': replies.silentAfterStart
} satisfies Record<string, Reply>

type Served = { supplier: string | null; upstream_model: string | null; usd_micros: number | null }

async function servedBy({ userId, conversationId }: Asker): Promise<Served[]> {
  const { results } = await openHistory(env, userId)
    .$client.prepare(
      `select supplier, upstream_model, usd_micros from messages where conversation_id = ? and role = 'assistant'`
    )
    .bind(conversationId)
    .all<Served>()
  return results
}

const attemptsOf = async ({ userId }: Asker) =>
  (
    await openHistory(env, userId)
      .$client.prepare(`select attempts from usage where user_id = ? and service = 'chatgpt'`)
      .bind(userId)
      .all<{ attempts: number }>()
  ).results.map(({ attempts }) => attempts)

async function ask(behaviour: { one?: Reply; other?: Reply }) {
  const calls = play(behaviour)
  const asker = await newAsker(20)
  const request = requestOf(asker, 'Кратко о море', { routes: playedRoutes('one', 'other'), accounts })
  const begunAt = Date.now()
  const events = await eventsOf(await openStream(request))
  return { asker, request, events, calls, ms: Date.now() - begunAt, end: events.at(-1)?.event }
}

describe.each(Object.entries(fails))('after %s', (_, one) => {
  test('the second route answers: one answer, one charge, and the cost of who served it', async () => {
    const { asker, events, calls, end } = await ask({ one, other: replies.answers })
    expect(end).toMatchObject({
      type: 'done',
      outcome: 'complete',
      upstreamModel: 'ran',
      billing: { siteTokens: priceTokens },
      settlement: { priceTokens, chargedTokens: priceTokens, returnedTokens: 0, balanceTokens: 20 - priceTokens }
    })
    expect(textOf(events)).toBe('Готово')
    expect(events.filter(({ event }) => event.type === 'done')).toHaveLength(1)
    expect(calls).toEqual({ one: 1, other: 1 })
    expect(await savedMessages(asker)).toEqual([
      { role: 'user', content: 'Кратко о море', outcome: null, chargedTokens: null },
      { role: 'assistant', content: 'Готово', outcome: 'complete', chargedTokens: priceTokens }
    ])
    // 1000 × $2 and 500 × $4 per million, with the markup of 30 percent.
    expect(await servedBy(asker)).toEqual([{ supplier: suppliers.other, upstream_model: 'ran', usd_micros: 5200 }])
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 15, reservedTokens: 0, usedTokens: 5 })
  })

  test('a second route that fails too makes it free', async () => {
    const { asker, end, calls } = await ask({ one, other: replies.error500 })
    expect(end).toMatchObject({
      type: 'error',
      outcome: 'failed',
      failure: { code: 'PROVIDER_FAILED' },
      settlement: { chargedTokens: 0, returnedTokens: priceTokens, balanceTokens: 20 }
    })
    expect(calls).toEqual({ one: 1, other: 1 })
    expect(await servedBy(asker)).toMatchObject([{ supplier: suppliers.other, usd_micros: null }])
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0, usedTokens: 0 })
  })

  test('a second route that hangs is given up, and nothing is charged', async () => {
    const { asker, end, ms } = await ask({ one, other: replies.silent })
    expect(end).toMatchObject({ outcome: 'failed', settlement: { chargedTokens: 0, balanceTokens: 20 } })
    expect(ms).toBeLessThan(5000)
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
  })
})

describe('no other route is asked', () => {
  test('after the first word: what came is kept, and nothing is charged', async () => {
    const { asker, events, calls, end } = await ask({ one: replies.breaksAfterWord, other: replies.answers })
    expect(end).toMatchObject({ outcome: 'failed', settlement: { chargedTokens: 0 } })
    expect(textOf(events)).toBe('Первое слово')
    expect(calls).toEqual({ one: 1, other: 0 })
    expect(await servedBy(asker)).toMatchObject([{ supplier: suppliers.one }])
  })

  test('when moderation has refused, or the request was at fault', async () => {
    const moderated = await ask({ one: replies.moderated, other: replies.answers })
    expect(moderated.end).toMatchObject({ outcome: 'refused', settlement: { chargedTokens: 0 } })
    expect(moderated.calls).toEqual({ one: 1, other: 0 })
    const wrong = await ask({ one: replies.badRequest, other: replies.answers })
    expect(wrong.end).toMatchObject({ outcome: 'failed', settlement: { chargedTokens: 0 } })
    expect(wrong.calls).toEqual({ one: 1, other: 0 })
  })

  test('after the user has stopped, while the first one is silent', async () => {
    const calls = play({ one: replies.silent, other: replies.answers })
    const asker = await newAsker(20)
    const routes = playedRoutes('one', 'other').map((route) => ({ ...route, firstWordMs: 60_000 }))
    const request = requestOf(asker, 'Кратко о море', { routes, accounts })
    await answerFor(request).ask(request)
    await expect.poll(() => calls.one).toBe(1)
    expect(await answerFor(request).stop()).toMatchObject({ content: '', end: { settlement: { chargedTokens: 0 } } })
    expect(calls).toEqual({ one: 1, other: 0 })
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
  })

  test('by an object that was killed meanwhile: the answer is interrupted, once, and free', async () => {
    const calls = play({ one: replies.silent, other: replies.answers })
    const asker = await newAsker(20)
    const routes = playedRoutes('one', 'other').map((route) => ({ ...route, firstWordMs: 60_000 }))
    const request = requestOf(asker, 'Кратко о море', { routes, accounts })
    await answerFor(request).ask(request)
    await expect.poll(() => calls.one).toBe(1)
    await abortAllDurableObjects()
    await alarmOf(request)
    await alarmOf(request)
    expect(await answerFor(request).view()).toMatchObject({ running: false, end: { outcome: 'interrupted' } })
    expect(calls).toEqual({ one: 1, other: 0 })
    expect(await savedMessages(asker)).toHaveLength(2)
    expect(await servedBy(asker)).toMatchObject([{ supplier: null, usd_micros: null }])
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
  })
})

test('an answer of two routes says in the books that two calls were made', async () => {
  const { asker } = await ask({ one: replies.error500, other: replies.answers })
  expect(await attemptsOf(asker)).toEqual([2])
})

test('twenty answers at once over a failing first route are twenty answers and twenty charges', async () => {
  const calls = play({ one: replies.error503 })
  const [one] = playedRoutes('one')
  const routes = [one!, routeTo('anthropic')]
  const askers = await Promise.all(Array.from({ length: 20 }, () => newAsker(20)))
  const ends = await Promise.all(
    askers.map(async (asker, index) => {
      const request = requestOf(asker, `Кратко о волне ${index}`, { routes, accounts })
      return (await eventsOf(await openStream(request))).at(-1)?.event
    })
  )
  expect(ends.map((end) => end?.type)).toEqual(Array.from({ length: 20 }, () => 'done'))
  expect(await callsAbout('Кратко о волне')).toHaveLength(20)
  expect(calls.one).toBeLessThanOrEqual(20)
  for (const asker of askers) {
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 15, reservedTokens: 0, usedTokens: 5 })
    expect(await servedBy(asker)).toMatchObject([{ supplier: 'anthropic' }])
  }
})

test('a supplier without our money is noted, and its routes are skipped by the next request', async () => {
  const { asker, calls, request, end } = await ask({ one: replies.unpaid, other: replies.answers })
  expect(end).toMatchObject({ type: 'done' })
  expect(alarms()).toMatchObject([{ event: 'provider-unpaid', provider: suppliers.one, failure: 'insufficient_quota' }])
  const next = requestOf(asker, 'Ещё о море', { routes: request.routes, accounts })
  expect((await eventsOf(await openStream(next))).at(-1)?.event).toMatchObject({ type: 'done' })
  expect(calls).toEqual({ one: 1, other: 2 })
})

test('a request none of whose suppliers is connected is refused before anything is reserved', async () => {
  const asker = await newAsker(20)
  for (const [routes, own] of [
    [playedRoutes('one'), []],
    [[], accounts]
  ] as const) {
    const request = requestOf(asker, 'Кратко о море', { routes, accounts: own })
    expect(await answerFor(request).ask(request)).toEqual({ state: 'refused', code: 'UNAVAILABLE' })
  }
  expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
})

test('a supplier whose calls of this minute are used up is passed over', async () => {
  const calls = play({ one: replies.answers, other: replies.answers })
  const limited = accounts.map((account) =>
    account.supplier === suppliers.one ? { ...account, perMinuteMax: 2 } : account
  )
  const routes = playedRoutes('one', 'other')
  const asker = await newAsker(20)
  for (const count of [1, 2, 3]) {
    const request = requestOf(asker, `Кратко о море ${count}`, { routes, accounts: limited })
    expect((await eventsOf(await openStream(request))).at(-1)?.event).toMatchObject({ type: 'done' })
  }
  expect(calls).toEqual({ one: 2, other: 1 })
})

test('a reader who comes while the first route is silent gets the one answer of the second', async () => {
  const calls = play({ one: replies.silent, other: replies.answers })
  const asker = await newAsker(20)
  const request = requestOf(asker, 'Кратко о море', { routes: playedRoutes('one', 'other'), accounts })
  const [first, again] = await Promise.all([openStream(request), openStream(request)])
  expect(await readSome(first)).toContain('Готово')
  expect(textOf(await eventsOf(again))).toBe('Готово')
  expect(calls).toEqual({ one: 1, other: 1 })
})
