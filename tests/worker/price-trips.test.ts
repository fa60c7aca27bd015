// What prices cost a question: an isolate that has slept makes one trip to D1 before its first word, any other makes none.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { knownUntilMs, refreshAfterMs } from '#domain/price-notice.ts'
import { createApp } from '#worker/app.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { type AppContext, environmentOf } from '#worker/http/context.ts'
import { suppliesInForce, suppliesOfRequest } from '#worker/http/in-force.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { keyed } from '../support/worker/generating.ts'
import { newPerson, type Person } from '../support/worker/person.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

/** An isolate, which keeps what it has read under its bindings. @param hold what a statement waits for before it runs */
function newIsolate(hold: () => Promise<void>) {
  const trips: string[] = []
  const databases = guardedDatabases(async (run, name) => {
    trips.push(name)
    await hold()
    return run()
  })
  const bindings = { ...env, ...databases }
  const ask = async ({ userId, sessionId }: Person) => {
    const token = await signAccessToken(environmentOf(env), { userId, sessionId }, Date.now())
    const request = new Request(`${env.SITE_ORIGIN}/api/ai/text/chatgpt`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...keyed() },
      body: JSON.stringify({ prompt: 'Что такое туман?', model: 'gpt-4o-mini' })
    })
    const context = createExecutionContext()
    const response = await createApp().fetch(request, bindings, context)
    return { status: response.status, over: () => waitOnExecutionContext(context) }
  }
  return { trips, ask }
}

test('one trip after a sleep, and none while what is known is right', async () => {
  const person = await newPerson({ tokens: 30, paid: true })
  const held = Promise.withResolvers<void>()
  let isHeld = false
  const { trips, ask } = newIsolate(async () => {
    if (isHeld) await held.promise
  })
  const asked = async () => {
    trips.length = 0
    const { status, over } = await ask(person)
    expect(status).toBe(200)
    return { read: [...trips], over }
  }
  const cold = await asked()
  await cold.over()
  expect(cold.read).toEqual(['batch'])
  expect((await asked()).read).toEqual([])

  // The read of the one that is refreshed beside it has not ended when the answer is there.
  vi.setSystemTime(Date.now() + refreshAfterMs)
  isHeld = true
  const refreshed = await asked()
  expect(refreshed.read).toHaveLength(1)
  isHeld = false
  held.resolve()
  await refreshed.over()

  vi.setSystemTime(Date.now() + knownUntilMs)
  expect((await asked()).read).toEqual(['batch'])
})

test('a read that a request has begun goes on for the others when that request is cancelled', async () => {
  const held = Promise.withResolvers<void>()
  const trips: string[] = []
  const databases = guardedDatabases(async (run, name) => {
    trips.push(name)
    await held.promise
    return run()
  })
  const bindings = { ...env, ...databases }
  const kept: Promise<unknown>[] = []
  const c = { executionCtx: { waitUntil: (work: Promise<unknown>) => void kept.push(work) } } as AppContext
  const cancelled = suppliesOfRequest(c)(bindings)
  const other = suppliesInForce(bindings)
  expect([trips, kept]).toEqual([['batch'], [expect.any(Promise)]])
  held.resolve()
  expect(await Promise.all(kept)).toMatchObject([{ suppliers: (await other).suppliers }])
  expect((await cancelled).suppliers).toEqual((await other).suppliers)
  expect(trips).toHaveLength(1)
})
