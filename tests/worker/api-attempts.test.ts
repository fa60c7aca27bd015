// Calls of routes for the API: stored together, because each batch is a trip to D1.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { attemptsOf } from '#domain/models/route-attempt.ts'
import { saveAttempts } from '#worker/api/calls/save-attempts.ts'
import { playedRoutes } from '../support/worker/first-route.ts'
import { historyRows } from '../support/worker/histories.ts'
import { newPerson } from '../support/worker/person.ts'

function calledBy(model: string) {
  const [route] = playedRoutes('one')
  const usage = { inputTokens: 10, outputTokens: 5 }
  const call = {
    route: route!,
    at: Date.now(),
    outcome: 'answered',
    firstWordMs: 20,
    totalMs: 30,
    usage,
    ranModel: null
  }
  return { surface: 'completions' as const, model, attempts: attemptsOf([call]), chargedMicros: 100 }
}

const storedOf = async (userId: string, model: string) =>
  (await historyRows(userId).prepare('select id from route_attempts where model = ?').bind(model).all()).results.length

/** Calls of other tests may have been cut off while they waited: until a later one stores what they have left. */
const nothingWaits = (userId: string) =>
  vi.waitFor(
    async () => {
      const model = `before-${crypto.randomUUID()}`
      await saveAttempts(env, userId, calledBy(model))
      expect(await storedOf(userId, model)).toBe(1)
    },
    { timeout: 10_000 }
  )

test('those of calls that end together are stored by one batch, and those of later ones by the next', async () => {
  const { userId } = await newPerson({ tokens: 1 })
  await nothingWaits(userId)
  const prepare = vi.spyOn(openHistory(env, userId).$client, 'prepare')
  const batches = () => prepare.mock.calls.filter(([statement]) => statement.includes('insert into route_attempts'))
  const model = `together-${crypto.randomUUID()}`
  const save = () => saveAttempts(env, userId, calledBy(model))
  await Promise.all([save(), save(), save()])
  await vi.waitFor(async () => expect(await storedOf(userId, model)).toBe(3), { timeout: 5000 })
  expect(batches()).toHaveLength(1)
  await save()
  expect(await storedOf(userId, model)).toBe(4)
  expect(batches()).toHaveLength(2)
})

test('what a call has left that was cut off is stored by the next one', async () => {
  const { userId } = await newPerson({ tokens: 1 })
  await nothingWaits(userId)
  const model = `cut-${crypto.randomUUID()}`
  const wait = vi.spyOn(scheduler, 'wait').mockReturnValueOnce(new Promise<void>(() => undefined))
  void saveAttempts(env, userId, calledBy(model))
  expect(wait).toHaveBeenCalledTimes(1)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 60_000)
  await saveAttempts(env, userId, calledBy(model))
  expect(await storedOf(userId, model)).toBe(2)
})
