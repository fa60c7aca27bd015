// The calls of routes in the histories: one row for each, saved with the answer, and never twice.
import { describe, expect, test } from 'vitest'
import { answerFor, newAsker, priceTokens, requestOf } from '../support/worker/asking.ts'
import { accounts, play, playedRoutes, replies, suppliers } from '../support/worker/first-route.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { askPlayed, briefly, stored } from '../support/worker/route-attempts.ts'

watchOutages()

/** Answers without usage. */
const untold = async () => {
  const text = await (await replies.answers(null)).text()
  return new Response(text.replace(/,"usage":\{[^}]*\}/, ''), { headers: { 'content-type': 'text/event-stream' } })
}

describe('an answer in a conversation', () => {
  test('of the first route is one row, which tells nothing of the user', async () => {
    const request = await askPlayed({ other: replies.answers, request: { routes: playedRoutes('other') } })
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
      charged_micros: priceTokens * 1e6,
      is_on_plan: 0,
      surface: 'site',
      ends_call: null
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
    const request = await askPlayed({ one: replies.error500, other: replies.answers })
    expect(briefly(await stored(request))).toEqual([
      [suppliers.one, 'server', false, 0],
      [suppliers.other, 'answered', true, priceTokens]
    ])
  })

  test('of no route has all failures, without usage and cost', async () => {
    const request = await askPlayed({ one: replies.busy, other: replies.silent })
    const rows = await stored(request)
    expect(briefly(rows)).toEqual([
      [suppliers.one, 'busy', false, 0],
      [suppliers.other, 'timeout', false, 0]
    ])
    for (const row of rows)
      expect(row).toMatchObject({ input_tokens: null, output_tokens: null, searches: null, cost_micros: null })
  })

  test('that breaks after its first word was served, and is free', async () => {
    const request = await askPlayed({ one: replies.breaksAfterWord, other: replies.answers })
    expect(briefly(await stored(request))).toEqual([[suppliers.one, 'cut', true, 0]])
  })

  test('whose supplier tells no usage has no cost, and its charge', async () => {
    const request = await askPlayed({ one: untold })
    expect(await stored(request)).toMatchObject([
      { outcome: 'answered', input_tokens: null, cost_micros: null, charged_micros: priceTokens * 1e6 }
    ])
  })

  test('that moderation refuses is refused by its route', async () => {
    const request = await askPlayed({ one: replies.moderated, other: replies.answers })
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
