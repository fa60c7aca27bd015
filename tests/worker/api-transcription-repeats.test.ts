// Recordings that are sent again with an `Idempotency-Key`.
import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { speechPartsOf } from '#data/files/job-files.ts'
import { afterClient } from '#worker/api/calls/model-call.ts'
import { historyRows } from '../support/worker/histories.ts'
import { caller, hear, outcomeOf } from '../support/worker/hearing.ts'
import { slowDown } from '../support/worker/reading.ts'
import { wavOf } from '../support/worker/sounds.ts'
import { passMs, ringUntilQuiet } from '../support/worker/wallet-rows.ts'

test('a repeated request gets the first text and pays nothing, another recording is refused', async () => {
  const { user, key } = await caller()
  const options = { headers: { 'idempotency-key': 'order-1' } }
  const first = await hear(key, wavOf(2), {}, options)
  const { spentMicros } = await user.viewMetering()
  expect(spentMicros).toBeGreaterThan(0)
  expect(await hear(key, wavOf(2), {}, options)).toEqual(first)
  expect((await user.viewMetering()).spentMicros).toBe(spentMicros)
  expect(await outcomeOf(hear(key, wavOf(3), {}, options))).toBe('422 idempotency_key_reused')
})

test('a client that may repeat its request leaves, and finds the text when it comes again', async () => {
  await slowDown(3)
  const { user, key } = await caller()
  const leaving = new AbortController()
  const headers = { 'idempotency-key': 'left' }
  const heard = hear(key, wavOf(2), {}, { headers, signal: leaving.signal })
  heard.catch(() => undefined)
  await vi.waitFor(async () => expect((await user.viewMetering()).openCalls).toBe(1), { timeout: 20_000 })
  leaving.abort()
  expect((await hear(key, wavOf(2), {}, { headers })).text).toMatch(/[а-я]/)
  const { spentMicros } = await user.viewMetering()
  expect(spentMicros).toBeGreaterThan(0)
  await hear(key, wavOf(2), {}, { headers })
  expect((await user.viewMetering()).spentMicros).toBe(spentMicros)
})

/** A Worker lives thirty seconds longer than its client. */
function leavesSoon() {
  const usual = afterClient.goesOnMs
  afterClient.goesOnMs = 20
  onTestFinished(() => void (afterClient.goesOnMs = usual))
}

/** The supplier does not end the first recording that it gets; of the next ones it says this, or what it says by itself. */
function hangsOnce(next?: () => Response) {
  const real = fetch
  let calls = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation((...sent) => {
    if (!String(sent[0]).endsWith('/audio/transcriptions')) return real(...sent)
    calls += 1
    if (calls > 1) return next ? Promise.resolve(next()) : real(...sent)
    const signal = sent[1]?.signal
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('Aborted'))))
  })
  return () => calls
}

/** Asks with this name, and leaves: the Worker soon gives the call away. */
async function leave({ key }: Awaited<ReturnType<typeof caller>>, name: string, callsMade: () => number, seconds = 2) {
  leavesSoon()
  const leaving = new AbortController()
  const options = { headers: { 'idempotency-key': name } }
  const heard = hear(key, wavOf(seconds), {}, { ...options, signal: leaving.signal })
  heard.catch(() => undefined)
  await vi.waitFor(() => expect(callsMade()).toBe(1), { timeout: 20_000 })
  leaving.abort()
  await expect(heard).rejects.toThrow()
  return options
}

const expectNothingLeft = (userId: string) =>
  vi.waitFor(async () => expect((await env.MEDIA.list({ prefix: speechPartsOf(userId) })).objects).toEqual([]), {
    timeout: 20_000
  })

test('a recording that outlasts its Worker is written down and paid once, whoever asks again meanwhile', async () => {
  const asking = await caller()
  const { person, user, key } = asking
  const callsMade = hangsOnce()
  const options = await leave(asking, 'long', callsMade, 5)
  const again = [hear(key, wavOf(5), {}, options), hear(key, wavOf(5), {}, options)]
  expect(await outcomeOf(hear(key, wavOf(3), {}, options))).toBe('422 idempotency_key_reused')
  const [one, other] = await Promise.all(again)
  expect(one?.text).toMatch(/[а-я]/)
  expect(other).toEqual(one)
  expect(await hear(key, wavOf(5), {}, options)).toEqual(one)
  expect(callsMade()).toBe(2)
  expect(await user.viewMetering()).toMatchObject({ openCalls: 0, spentMicros: Math.round(one!.usage.cost * 1e6) })
  await expectNothingLeft(person.userId)
  // Counted once, by who has ended it: that row comes last.
  const counted = async () => {
    const rows = historyRows(person.userId).prepare(
      "select outcome, cost_micros as cost from route_attempts where surface = 'transcriptions'"
    )
    return (await rows.all()).results
  }
  const cost = (5 * 4500) / 60
  await vi.waitFor(async () => expect(await counted()).toContainEqual({ outcome: 'answered', cost }), {
    timeout: 20_000
  })
  expect(await counted()).not.toContainEqual({ outcome: 'stopped', cost: null })
})

test('when the supplier then fails, nothing is paid, and the next request begins anew', async () => {
  const asking = await caller()
  const { person, user, key } = asking
  const callsMade = hangsOnce(() => Response.json({ error: { type: 'server_error' } }, { status: 500 }))
  const options = await leave(asking, 'fails', callsMade)
  await vi.waitFor(async () => expect((await user.viewMetering()).openCalls).toBe(0), { timeout: 20_000 })
  expect(await user.viewMetering()).toMatchObject({ heldMicros: 0, spentMicros: 0 })
  await expectNothingLeft(person.userId)
  vi.restoreAllMocks()
  expect((await hear(key, wavOf(2), {}, options)).usage.seconds).toBe(2)
})

test('what comes too late finds nothing to do, and the name is free again', async () => {
  const asking = await caller()
  const { person, user, key } = asking
  const sent = vi.spyOn(env.AUDIO_JOBS, 'send').mockResolvedValue({ metadata: { metrics: {} } } as never)
  await leave(asking, 'lost', hangsOnce())
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  const [message] = sent.mock.calls[0]!
  // The message comes too late.
  vi.useFakeTimers({ toFake: ['Date'] })
  passMs(61_000)
  await ringUntilQuiet(person.userId)
  expect(await user.viewMetering()).toMatchObject({ openCalls: 0, heldMicros: 0, spentMicros: 0 })
  vi.restoreAllMocks()
  await env.AUDIO_JOBS.send(message)
  await expectNothingLeft(person.userId)
  expect(await user.viewMetering()).toMatchObject({ openCalls: 0, spentMicros: 0 })
  const options = { headers: { 'idempotency-key': 'lost' } }
  expect((await hear(key, wavOf(2), {}, options)).usage.seconds).toBe(2)
})
