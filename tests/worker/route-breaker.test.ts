// Routes that are left out after failures, and come back by themselves.
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import type { Route } from '#domain/models/route.ts'
import { eventsOf, newAsker, requestOf } from '../support/worker/asking.ts'
import { accounts, play, playedRoutes, replies, type Reply, suppliers } from '../support/worker/first-route.ts'
import { openStream } from '../support/worker/reading.ts'

const second = 1000

let questions = 0

async function askOften(routes: Route[], count: number, by?: Awaited<ReturnType<typeof newAsker>>) {
  const asker = by ?? (await newAsker(100))
  for (let index = 0; index < count; index++) {
    const request = requestOf(asker, `Кратко о море ${(questions += 1)}`, { routes, accounts })
    await eventsOf(await openStream(request))
  }
}

const stateOf = (model: string) =>
  env.DB.prepare('select opened, failure, open_until - changed_at as pause from route_states where model = ?')
    .bind(model)
    .first<{ opened: number; failure: string | null; pause: number }>()

describe('a breaker', () => {
  test('leaves a route out after three failures, tells D1 once, and lets one try close it', async () => {
    const lines = vi.spyOn(console, 'warn').mockReturnValue()
    const told = () =>
      lines.mock.calls
        .map(([line]) => JSON.parse(String(line)) as { event: string })
        .filter(({ event }) => event.startsWith('route-'))
    let reply: Reply = replies.error500
    const calls = play({ one: (signal) => reply(signal), other: replies.answers })
    const routes = playedRoutes('one', 'other')
    const { model } = routes[0]!
    await askOften(routes, 5)
    expect(calls).toEqual({ one: 3, other: 5 })
    await expect.poll(() => stateOf(model)).toEqual({ opened: 1, failure: 'server', pause: 30 * second })
    expect(told()).toMatchObject([{ event: 'route-open', supplier: suppliers.one, model, failure: 'server' }])

    const openedAt = Date.now()
    vi.setSystemTime(openedAt + 31 * second)
    await askOften(routes, 2)
    expect(calls).toEqual({ one: 4, other: 7 })
    await expect.poll(() => stateOf(model)).toEqual({ opened: 2, failure: 'server', pause: 60 * second })

    reply = replies.answers
    vi.setSystemTime(openedAt + 31 * second + 61 * second)
    await askOften(routes, 2)
    expect(calls).toEqual({ one: 6, other: 7 })
    await expect.poll(() => stateOf(model)).toMatchObject({ opened: 0, failure: null })
    expect(told().map(({ event }) => event)).toEqual(['route-open', 'route-open', 'route-closed'])
  })

  test('stays closed when the requests of one user fail again and again while others are answered', async () => {
    let reply: Reply = replies.answers
    const calls = play({ one: (signal) => reply(signal), other: replies.answers })
    const routes = playedRoutes('one', 'other')
    const [one, other] = [await newAsker(100), await newAsker(100)]
    await askOften(routes, 1, one)
    reply = replies.error500
    await askOften(routes, 5, other)
    expect(calls).toEqual({ one: 6, other: 5 })
    expect(await stateOf(routes[0]!.model)).toBeNull()

    await askOften(routes, 1, one)
    await askOften(routes, 2, other)
    await askOften(routes, 1, one)
    expect(calls).toEqual({ one: 8, other: 9 })
  })

  test('begins with what other isolates have said', async () => {
    const calls = play({ one: replies.answers, other: replies.answers })
    const routes = playedRoutes('one', 'other')
    const [{ supplier, model }] = routes as [(typeof routes)[number]]
    const now = Date.now()
    const open = { supplier, model, opened: 1, openUntil: now + 30 * second, failure: 'server', changedAt: now }
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Кратко о море', { routes, accounts, states: [open] })
    await eventsOf(await openStream(request))
    expect(calls).toEqual({ one: 0, other: 1 })
  })

  test('never keeps a model from being asked: the route whose pause ends first is tried', async () => {
    const calls = play({ one: replies.modelGone })
    const routes = playedRoutes('one')
    await askOften(routes, 3)
    expect(calls.one).toBe(3)
  })
})
