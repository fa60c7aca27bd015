// What prices cost a question: an isolate that has slept makes one trip to D1 before its first word, any other makes none.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { knownUntilMs, refreshAfterMs } from '#domain/price-notice.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { createApp } from '#worker/app.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
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
    const token = signAccessToken(environmentOf(env), { userId, sessionId }, Date.now())
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

test('who must wait reads for itself, and one reads in the background for all', async () => {
  const people = await Promise.all([newPerson({ tokens: 30, paid: true }), newPerson({ tokens: 30, paid: true })])
  const { trips, ask } = newIsolate(() => Promise.resolve())
  const askBoth = async () => {
    trips.length = 0
    const both = await Promise.all(people.map(ask))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await Promise.all(both.map(({ over }) => over()))
    return trips
  }
  expect(await askBoth()).toEqual(['batch', 'batch'])
  vi.setSystemTime(Date.now() + refreshAfterMs)
  expect(await askBoth()).toEqual(['batch'])
})
