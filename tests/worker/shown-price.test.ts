// A page that shows an older price: no user is charged more than was shown.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '#worker/app.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { keyed, later, moneyOf, sendWith } from '../support/worker/generating.ts'
import { newSubscriber } from '../support/worker/premium.ts'
import { ask, dalle, draw, priceOf, queues, setPrice, soon } from '../support/worker/pricing.ts'
import { answered, dataOf, newPerson, sendAsVisitor } from '../support/worker/person.ts'

const minuteMs = 60_000

/** Each test begins later than all before it: what an isolate has read is old by then. */
let clock = Date.now()

beforeEach(async () => {
  await env.DB.exec('delete from price_overrides')
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 60 * minuteMs) })
})

const read = async () => (await dataOf<{ changes: unknown[] }>(await sendAsVisitor('GET', '/prices'))).changes

describe('a page that shows an older price', () => {
  test('is refused a dearer job with the new price, and nothing is reserved', async () => {
    const person = await newPerson({ tokens: 30, paid: true })
    const startsAt = soon()
    await setPrice(dalle(9, startsAt))
    vi.setSystemTime(startsAt)
    expect(await answered(await draw(person, { 'x-price-shown': '5' }))).toMatchObject({
      status: 409,
      code: 'PRICE_CHANGED',
      data: { priceTokens: 9 }
    })
    expect(await moneyOf(person)).toEqual({ availableTokens: 30, reservedTokens: 0 })
    expect(await priceOf(await draw(person, { 'x-price-shown': '9' }))).toBe(9)
  })

  test('is refused a dearer answer, and pays less where the price fell', async () => {
    const person = await newPerson({ tokens: 30, paid: true })
    const startsAt = soon()
    await setPrice({ service: 'chatgpt', item: 'gpt-4o-mini', tokens: 8, starts_at: startsAt })
    await setPrice({ service: 'chatgpt', item: 'gpt-4o-mini', tokens: 1, starts_at: startsAt + minuteMs })
    vi.setSystemTime(startsAt)
    const shown = { 'x-price-shown': '5' }
    expect(await answered(await ask(person, shown))).toMatchObject({ code: 'PRICE_CHANGED', data: { priceTokens: 8 } })
    vi.setSystemTime(startsAt + minuteMs)
    expect(await dataOf(await ask(person, shown))).toMatchObject({ billing: { siteTokens: 1 }, balance: 29 })
    expect(await answered(await ask(person, { 'x-price-shown': 'dear' }))).toMatchObject({ status: 400 })
  })

  test('is told of a change some minutes before it begins', async () => {
    const startsAt = Date.now() + 20 * minuteMs
    await setPrice(dalle(9, startsAt))
    vi.setSystemTime(startsAt - 15 * minuteMs)
    expect(await read()).toEqual([])
    vi.setSystemTime(startsAt - 9 * minuteMs)
    expect(await read()).toEqual([{ service: 'dalle', item: '', tokens: 9, startsAt }])
  })
})

const free = () => ({ ...keyed(), 'x-price-shown': '0' })

describe('Premium, under which requests are shown as free,', () => {
  test('covers them', async () => {
    const person = await newSubscriber({ tokens: 30 })
    expect(await dataOf(await ask(person, free()))).toMatchObject({ balance: 30 })
    expect((await draw(person, free())).status).toBe(202)
    expect(await moneyOf(person)).toEqual({ availableTokens: 30, reservedTokens: 0 })
  })

  test('that has ended charges nothing before its owner has seen a price', async () => {
    const person = await newSubscriber({ tokens: 30 })
    await ask(person, free())
    await env.DB.prepare("update subscriptions set access_until = ?, state = 'ended' where user_id = ?")
      .bind(Date.now() - 1, person.userId)
      .run()
    vi.setSystemTime((clock += 2 * minuteMs))
    const told = { status: 409, code: 'PRICE_CHANGED', error: expect.stringContaining('Premium закончился') }
    expect(await answered(await ask(person, free()))).toMatchObject({ ...told, data: { priceTokens: 5 } })
    expect(await answered(await draw(person, free()))).toMatchObject({ ...told, data: { priceTokens: 5 } })
    expect(await moneyOf(person)).toEqual({ availableTokens: 30, reservedTokens: 0 })
  })
})

test('a job whose row was lost goes on at the price that is held, whatever it costs by now', async () => {
  const person = await newPerson({ tokens: 30, paid: true })
  const headers = { ...keyed(), 'x-price-shown': '5' }
  const dying = guardedDatabases((run, name) =>
    name.startsWith('insert into "jobs"') ? Promise.reject(new Error('Died')) : run()
  )
  const body = { prompt: 'Маяк' }
  const lost = { ...queues.bindings, ...dying }
  const send = (bindings: object) =>
    sendWith(person, bindings, '/ai/image/dalle', { body, headers: { ...later, ...headers } })
  const startsAt = soon()
  await setPrice(dalle(9, startsAt))
  vi.setSystemTime(startsAt - 1000)
  expect((await send(lost)).status).toBe(500)
  vi.setSystemTime(startsAt + 1000)
  expect(await moneyOf(person)).toEqual({ availableTokens: 25, reservedTokens: 5 })
  expect(await priceOf(await send(queues.bindings))).toBe(5)
  expect(await moneyOf(person)).toEqual({ availableTokens: 25, reservedTokens: 5 })
})

/** One isolate: what it knows belongs to its bindings. */
function isolate() {
  let reads = 0
  let isAway = false
  const databases = guardedDatabases((run, name) => {
    if (name !== 'batch') return run()
    reads += 1
    return isAway ? Promise.reject(new Error('Away')) : run()
  })
  const bindings: Env = { ...env, ...databases }
  const get = async () => {
    const context = createExecutionContext()
    const response = await createApp().fetch(new Request(`${env.SITE_ORIGIN}/api/prices`), bindings, context)
    await waitOnExecutionContext(context)
    return answered(response)
  }
  return { get, reads: () => reads, goAway: () => (isAway = true) }
}

describe('an isolate that has not read prices for a minute', () => {
  test('reads them for each request that comes meanwhile: none waits for another one’s read', async () => {
    const { get, reads } = isolate()
    const statuses = (await Promise.all([get(), get(), get()])).map(({ status }) => status)
    expect([statuses, reads()]).toEqual([[200, 200, 200], 3])
  })

  test('goes on with what it knew when they cannot be read', async () => {
    await setPrice(dalle(9, Date.now() + 5 * minuteMs))
    const { get, goAway } = isolate()
    const known = (await get()).data as { changes: unknown[] }
    goAway()
    vi.setSystemTime((clock += 2 * minuteMs))
    expect(await get()).toMatchObject({ status: 200, data: { changes: known.changes } })
    expect(known.changes).toHaveLength(1)
  })
})
