// A page that shows an older price: nobody is charged more than was shown.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { moneyOf } from '../support/worker/generating.ts'
import { ask, dalle, draw, priceOf, setPrice, soon } from '../support/worker/pricing.ts'
import { answered, dataOf, newPerson, sendAsVisitor } from '../support/worker/person.ts'

const minuteMs = 60_000

/** Each test begins later than all before it: what an isolate has read is old by then. */
let clock = Date.now()

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await env.DB.exec('delete from price_overrides')
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 60 * minuteMs) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
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
