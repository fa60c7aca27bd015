// Test files share a runtime: nothing that one leaves behind reaches the next. `beginFile` is what each file begins with.
import { evictAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { DutyName } from '#contract/duties.ts'
import { Limiter } from '#durable-objects/limiter/limiter.ts'
import { MemoryBuckets } from '#durable-objects/limiter/memory-buckets.ts'
import { limiterOf } from '#durable-objects/stubs.ts'
import { healthy } from '#worker/http/health.ts'
import { looked } from '#worker/clock/watch-clock.ts'
import { portionDuties } from '#worker/clock/duties.ts'
import { beginFile } from '../support/worker/begin-file.ts'
import { newPerson, sendAsVisitor } from '../support/worker/person.ts'

const once = { key: 'once', limit: 1, windowMs: 86_400_000 }

/** Does this instead of a duty. @returns whether the duty has begun */
function instead(duty: 'trends' | 'books', work: (bindings: Env) => Promise<unknown>) {
  const spy = vi.spyOn(portionDuties, duty).mockImplementation(async (bindings) => {
    await work(bindings)
    return { result: 0, hasMore: false }
  })
  return { hasBegun: () => expect.poll(() => spy.mock.calls.length).toBe(1), spy }
}

const sendDuty = (duty: DutyName, delaySeconds = 0) => env.DUTIES.send({ duty }, { delaySeconds })

test('a message that waits in a queue is dropped', async () => {
  const trends = instead('trends', async () => undefined)
  const books = instead('books', async () => undefined)
  await sendDuty('trends', 1)
  await beginFile()
  // On a slow machine it has come in time.
  trends.spy.mockClear()
  await sendDuty('books', 1)
  await books.hasBegun()
  expect(trends.spy).not.toHaveBeenCalled()
})

/**
 * Work that lasts until the test lets it go on: no request may wake another one, so it looks. What began later looks later, so when that
 * has gone on, the earlier one would have as well.
 */
function holdUp() {
  const hold = { isHeld: true }
  const goneOn: string[] = []
  const work = async (name: string) => {
    do await scheduler.wait(5)
    while (hold.isHeld)
    goneOn.push(name)
  }
  return { work, goneOn, goOn: () => void (hold.isHeld = false) }
}

test('a message that hangs is ended: it goes on with nothing, and holds up no queue', async () => {
  const { work, goneOn, goOn } = holdUp()
  const trends = instead('trends', () => work('before'))
  await sendDuty('trends')
  await trends.hasBegun()
  await beginFile()
  goOn()
  instead('books', () => work('after'))
  await sendDuty('books')
  await expect.poll(() => goneOn).toEqual(['after'])
})

test('what a handler does after its answer is ended', async () => {
  const { work, goneOn, goOn } = holdUp()
  const send = globalThis.fetch
  const mails: string[] = []
  let name = 'before'
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.startsWith(env.UNISENDER_BASE_URL)) {
      mails.push(name)
      await work(name)
    }
    return send(input, init)
  })
  const mail = async () => {
    const email = `${(await newPerson()).userId}@person.example`
    // The body is not read, which keeps the request in memory.
    expect((await sendAsVisitor('POST', '/auth/reset-password', { email })).status).toBe(200)
    await expect.poll(() => mails).toContain(name)
  }
  await mail()
  await beginFile()
  goOn()
  name = 'after'
  await mail()
  await expect.poll(() => goneOn).toEqual(['after'])
})

test('storage is empty, and an object that has slept is not met again', async () => {
  await env.MEDIA.put('left', 'left')
  await env.HISTORY_2.exec('create table left_behind (a)')
  expect(await limiterOf(env, 'ip:one').take([once])).toEqual({ allowed: true })
  // Objects of the Worker are then as after ten seconds without a request. A database that sleeps makes `beginFile` throw.
  await evictAllDurableObjects()
  await beginFile()
  expect(await env.MEDIA.head('left')).toBeNull()
  const tables = env.HISTORY_2.prepare("select count(*) as n from sqlite_master where name = 'left_behind'")
  expect(await tables.first('n')).toBe(0)
  expect(await limiterOf(env, 'ip:one').take([once])).toEqual({ allowed: true })
})

const setAlarm = (name: string, at: number) =>
  runInDurableObject(env.LIMITER.getByName(name), async (_, { storage }) => {
    await storage.put('name', name)
    await storage.setAlarm(at)
  })

test('an alarm rings no more', async () => {
  const rung: string[] = []
  vi.spyOn(Limiter.prototype, 'alarm').mockImplementation(async function (this: Limiter) {
    rung.push((await (this as unknown as { ctx: DurableObjectState }).ctx.storage.get<string>('name')) ?? 'of nobody')
  })
  const at = Date.now() + 500
  await setAlarm('before', at)
  await beginFile()
  // On a slow machine it has rung in time.
  rung.length = 0
  await setAlarm('after', Math.max(at, Date.now()) + 100)
  await expect.poll(() => rung).toEqual(['after'])
})

test('the clock is the real one, and memory is empty', async () => {
  const buckets = new MemoryBuckets()
  expect(buckets.take(once, Date.now()).allowed).toBe(true)
  expect((await sendAsVisitor('GET', '/health')).status).toBe(200)
  expect([healthy.has(env.DB), looked.has(env.DB)]).toEqual([true, true])
  const now = Date.now()
  vi.useFakeTimers({ now: now + 86_400_000 })
  vi.stubGlobal('leftBehind', true)
  await beginFile()
  expect(Date.now() - now).toBeLessThan(3_600_000)
  expect(globalThis).not.toHaveProperty('leftBehind')
  expect([healthy.has(env.DB), looked.has(env.DB)]).toEqual([false, false])
  expect(buckets.take(once, Date.now()).allowed).toBe(true)
})
