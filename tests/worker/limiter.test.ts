import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { limiterOf } from '#durable-objects/stubs.ts'
import { passMs, stopClock } from '#tests/support/worker/wallet-rows.ts'

beforeEach(stopClock)

const text = { key: 'text', limit: 20, windowMs: 60_000 }

function newLimiter() {
  const name = `user:${crypto.randomUUID()}`
  const stub = env.LIMITER.getByName(name)
  return {
    limiter: limiterOf(env, name),
    ring: () => runDurableObjectAlarm(stub),
    alarmAt: () => runInDurableObject(stub, (_, { storage }) => storage.getAlarm()),
    isStored: () => runInDurableObject(stub, (_, { storage }) => storage.sql.databaseSize > 0 && hasTable(storage))
  }
}

const hasTable = (storage: DurableObjectStorage) =>
  storage.sql.exec("select 1 from sqlite_master where name = 'buckets'").toArray().length > 0

async function takeTimes(limiter: ReturnType<typeof limiterOf>, times: number) {
  for (let index = 0; index < times; index++) expect(await limiter.take([text])).toEqual({ allowed: true })
}

describe('take', () => {
  it('lets no more than the limit through, however many come at once', async () => {
    const { limiter } = newLimiter()
    const results = await Promise.all(Array.from({ length: 60 }, () => limiter.take([text])))
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(20)
    expect(results).toContainEqual({ allowed: false, retryAfterSeconds: 3, key: text.key })
  })

  it('allows the next request after the announced seconds', async () => {
    const { limiter } = newLimiter()
    await takeTimes(limiter, 20)
    passMs(2999)
    expect(await limiter.take([text])).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
    passMs(1)
    expect(await limiter.take([text])).toEqual({ allowed: true })
  })

  it('takes from all rules or from none', async () => {
    const { limiter } = newLimiter()
    const mail = { key: 'mail', limit: 1, windowMs: 3_600_000 }
    expect(await limiter.take([text, mail])).toEqual({ allowed: true })
    for (let index = 0; index < 40; index++)
      expect(await limiter.take([text, mail])).toMatchObject({ allowed: false, retryAfterSeconds: 3600 })
    await takeTimes(limiter, 19)
    expect(await limiter.take([text])).toMatchObject({ allowed: false, retryAfterSeconds: 3 })
  })

  it('keeps its counts after a restart', async () => {
    const { limiter } = newLimiter()
    await takeTimes(limiter, 20)
    await abortAllDurableObjects()
    expect(await limiter.take([text])).toMatchObject({ allowed: false, retryAfterSeconds: 3 })
  })

  it.each([
    { key: '', limit: 1, windowMs: 1000 },
    { key: 'k', limit: 0, windowMs: 1000 },
    { key: 'k', limit: 1.5, windowMs: 1000 },
    { key: 'k', limit: 1, windowMs: Number.NaN }
  ])('refuses the rule %o', async (rule) => {
    await expect(newLimiter().limiter.take([rule])).rejects.toThrow('A limit must be a key, a count and a window')
  })
})

describe('a repeated operation id', () => {
  it('takes nothing of what is left for other requests', async () => {
    const { limiter } = newLimiter()
    for (let index = 0; index < 20; index++)
      expect(await limiter.take([text], 'operation-1')).toEqual({ allowed: true })
    await takeTimes(limiter, 19)
    expect(await limiter.take([text])).toMatchObject({ allowed: false, retryAfterSeconds: 3 })
    expect(await limiter.take([text], 'operation-1')).toEqual({ allowed: true })
  })

  it('is limited too, over all ids', async () => {
    const { limiter } = newLimiter()
    let allowed = 0
    for (let round = 0; round < 10; round++)
      for (let id = 0; id < 20; id++) allowed += (await limiter.take([text], `operation-${id}`)).allowed ? 1 : 0
    expect(allowed).toBe(40)
  })

  it('counts as repeated only when it was allowed before', async () => {
    const { limiter } = newLimiter()
    await takeTimes(limiter, 20)
    for (let times = 0; times < 2; times++)
      expect(await limiter.take([text], 'operation-1')).toMatchObject({ allowed: false })
    passMs(3000)
    expect(await limiter.take([text], 'operation-1')).toEqual({ allowed: true })
    expect(await limiter.take([text])).toMatchObject({ allowed: false })
  })

  it('is new for another rule, and new again after the window', async () => {
    const { limiter } = newLimiter()
    const image = { key: 'image', limit: 1, windowMs: 60_000 }
    expect(await limiter.take([text], 'operation-1')).toEqual({ allowed: true })
    expect(await limiter.take([image], 'operation-1')).toEqual({ allowed: true })
    passMs(60_000)
    expect(await limiter.take([image], 'operation-1')).toEqual({ allowed: true })
    expect(await limiter.take([image])).toMatchObject({ allowed: false })
  })
})

describe('the alarm', () => {
  it('deletes buckets that are full again, and then all rows of the object', async () => {
    const { limiter, ring, alarmAt, isStored } = newLimiter()
    await takeTimes(limiter, 10)
    passMs(1000)
    await takeTimes(limiter, 10)
    expect(await alarmAt()).toBe(Date.now() - 1000 + 3000)
    passMs(2000)
    await ring()
    expect(await isStored()).toBe(true)
    // Twenty tokens come back in a minute, counted from the first one.
    expect(await alarmAt()).toBe(Date.now() - 3000 + 60_000)
    expect(await limiter.take([text])).toEqual({ allowed: true })
    passMs(60_000)
    await ring()
    expect([await isStored(), await alarmAt()]).toEqual([false, null])
  })

  it('leaves an object that works as before', async () => {
    const { limiter, ring } = newLimiter()
    await takeTimes(limiter, 1)
    passMs(60_000)
    await ring()
    await takeTimes(limiter, 20)
    expect(await limiter.take([text])).toMatchObject({ allowed: false, retryAfterSeconds: 3 })
  })
})

it.each([-1, 2001])('never stores a bucket outside its bounds: %i parts of 2000', async (levelParts) => {
  const name = `bounds:${levelParts}`
  const rule = { key: 'text', limit: 2, windowMs: 1000 }
  await limiterOf(env, name).take([rule])
  await runInDurableObject(env.LIMITER.getByName(name), (_, { storage }) => {
    expect(() => storage.sql.exec('update buckets set level_parts = ?', levelParts)).toThrow(/CHECK constraint/)
  })
  expect(await limiterOf(env, name).take([rule])).toEqual({ allowed: true })
})
