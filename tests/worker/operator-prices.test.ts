// Prices that operators set: charged from their first moment on by every isolate, shown before, and never silently higher.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OperatorPriceChange, PricedItem } from '#contract/operator/prices/prices.ts'
import { noticeMs } from '#domain/price-notice.ts'
import { addOverride } from '#data/directory/price-overrides.ts'
import { openDirectory } from '#data/base/database.ts'
import { digestOf } from '#worker/crypto/digest.ts'
import { keyed, later, moneyOf, sendWith } from '../support/worker/generating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { dataOf, newPerson, sendAsVisitor } from '../support/worker/person.ts'
import { ask, changeIn, dalle, draw, priceOf, queues, readOfPrice, setPrice, soon } from '../support/worker/pricing.ts'

const minuteMs = 60_000

/** Each test begins later than all before it: what an isolate has read is old by then. */
let clock = Date.now()

beforeEach(async () => {
  await env.DB.exec('delete from price_overrides')
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 60 * minuteMs) })
})

interface Open {
  items: PricedItem[]
  changes: OperatorPriceChange[]
}
const open = async () => (await operate('GET', '/prices')).data as Open
const itemOf = async (service: string, item: string) =>
  (await open()).items.find((one) => one.service === service && one.item === item)

describe('a price with a start time', () => {
  test('a job is charged by the old price before it and by the new one from then on', async () => {
    const person = await newPerson({ tokens: 30, paid: true })
    const startsAt = soon()
    expect(await setPrice(dalle(9, startsAt))).toMatchObject({ status: 200, data: { change: { state: 'coming' } } })
    vi.setSystemTime(startsAt - 1)
    expect(await priceOf(await draw(person))).toBe(5)
    vi.setSystemTime(startsAt)
    expect(await priceOf(await draw(person))).toBe(9)
    expect(await moneyOf(person)).toEqual({ availableTokens: 16, reservedTokens: 14 })
  })

  test('so is an isolate that has read the changes before, without reading again', async () => {
    const person = await newPerson({ tokens: 30, paid: true })
    const startsAt = soon()
    await setPrice({ service: 'chatgpt', item: 'gpt-4o-mini', tokens: 2, starts_at: startsAt })
    vi.setSystemTime(startsAt - 1000)
    expect(await dataOf(await ask(person))).toMatchObject({ billing: { siteTokens: 5 }, balance: 25 })
    await env.DB.exec('delete from price_overrides')
    vi.setSystemTime(startsAt)
    expect(await dataOf(await ask(person))).toMatchObject({ billing: { siteTokens: 2 }, balance: 23 })
  })

  test('an isolate that knows nothing of it has read again before it begins', async () => {
    const person = await newPerson({ tokens: 30, paid: true })
    await dataOf(await ask(person))
    await setPrice({ service: 'chatgpt', item: 'gpt-4o-mini', tokens: 2, starts_at: soon() })
    vi.setSystemTime(soon())
    expect(await dataOf(await ask(person))).toMatchObject({ billing: { siteTokens: 2 } })
  })

  test('a request that was reserved before it is settled by the old price, and repeated too', async () => {
    const person = await newPerson({ tokens: 30, paid: true })
    const startsAt = soon()
    await setPrice(dalle(9, startsAt))
    const key = { ...keyed(), 'x-price-shown': '5' }
    expect(await priceOf(await draw(person, key))).toBe(5)
    vi.setSystemTime(startsAt)
    expect(await priceOf(await draw(person, key))).toBe(5)
    expect(await moneyOf(person)).toEqual({ availableTokens: 25, reservedTokens: 5 })
  })

  test('a batch follows it, and what is basic stays so', async () => {
    const newcomer = await newPerson({ tokens: 40 })
    const startsAt = soon()
    await setPrice({ service: 'flux', item: 'flux-schnell', tokens: 7, starts_at: startsAt })
    vi.setSystemTime(startsAt)
    const body = { prompt: 'Маяк', model: 'flux-schnell', count: '2' }
    const response = await sendWith(newcomer, queues.bindings, '/ai/image/flux', { body, headers: later })
    expect(response.status).toBe(202)
    expect(await moneyOf(newcomer)).toEqual({ availableTokens: 26, reservedTokens: 14 })
  })

  test('the catalogue comes back by another change', async () => {
    const person = await newPerson({ tokens: 30, paid: true })
    const startsAt = soon()
    await setPrice(dalle(9, startsAt))
    await setPrice(dalle(null, startsAt + minuteMs))
    vi.setSystemTime(startsAt + minuteMs)
    expect(await priceOf(await draw(person))).toBe(5)
    expect(await itemOf('dalle', '')).toMatchObject({ tokens: 5, catalogue_tokens: 5 })
  })
})

describe('a change', () => {
  test('is refused too soon, too late, at a taken moment, and for what has no price', async () => {
    expect(await setPrice(dalle(9, Date.now() + noticeMs - 1))).toMatchObject({ status: 409 })
    expect(await setPrice(dalle(9, Date.now() + 91 * 24 * 60 * minuteMs))).toMatchObject({ status: 409 })
    const startsAt = soon()
    expect(await setPrice(dalle(9, startsAt))).toMatchObject({ status: 200 })
    expect(await setPrice(dalle(8, startsAt))).toMatchObject({ status: 409 })
    expect(await setPrice({ ...dalle(9), item: 'huge' })).toMatchObject({ status: 404 })
    expect(await setPrice(dalle(0))).toMatchObject({ status: 400 })
    expect(await setPrice({ ...dalle(7), reason: '' })).toMatchObject({ status: 400 })
    expect((await open()).changes).toHaveLength(1)
  })

  test('that was refused is made by the same key with another time', async () => {
    const key = because('Поставщик поднял цену')
    const taken = soon()
    await setPrice(dalle(8, taken))
    for (const startsAt of [Date.now(), taken])
      expect(await setPrice({ ...dalle(9, startsAt), ...key })).toMatchObject({ status: 409 })
    expect(await setPrice({ ...dalle(9, taken + minuteMs), ...key })).toMatchObject({ status: 200 })
  })

  test('is made once by a key, recorded before and after, and its key serves no other', async () => {
    const asked = { ...dalle(9), ...because('Договор с поставщиком') }
    const first = changeIn(await setPrice(asked))
    vi.setSystemTime(asked.starts_at)
    expect(changeIn(await setPrice(asked))).toMatchObject({ id: first.id, state: 'begun' })
    expect((await open()).changes).toHaveLength(1)
    expect(await setPrice({ ...asked, tokens: 10 })).toMatchObject({ status: 422 })
    const { lines } = (await operate('GET', '/record?subject=dalle/&action=price-set')).data as { lines: unknown[] }
    expect(lines.slice(0, 2)).toMatchObject([
      { phase: 'done', reason: asked.reason, facts: { tokens: 9, starts_at: asked.starts_at } },
      { phase: 'begun', operator: 'anna', facts: { tokens: 5 } }
    ])
  })

  test('a call that died after it stored the change is finished by its repetition', async () => {
    const asked = { ...dalle(9), ...because('Договор с поставщиком') }
    const { service, item, tokens, starts_at: startsAt, reason, operator: createdBy } = asked
    const stored = { service, item, tokens, startsAt, reason, createdBy, createdAt: Date.now() }
    const id = digestOf(`price:${asked.idempotency_key}`)
    await addOverride(
      openDirectory(env),
      { ...stored, id, kind: 'price', upstreamModel: null },
      { base: null, next: null }
    )
    vi.setSystemTime(startsAt + minuteMs)
    expect(await setPrice(asked)).toMatchObject({ status: 200, data: { change: { state: 'begun' } } })
    expect((await open()).changes).toHaveLength(1)
  })

  test('is cancelled before it begins, once, and not later', async () => {
    const person = await newPerson({ tokens: 30, paid: true })
    const startsAt = soon() + minuteMs
    const { id } = changeIn(await setPrice(dalle(9, startsAt)))
    const cancel = () => operate('POST', `/prices/${id}/cancel`, because('Передумали'))
    expect(await cancel()).toMatchObject({
      status: 200,
      data: { change: { state: 'cancelled', cancelled_by: 'anna' } }
    })
    expect(await cancel()).toMatchObject({ status: 200 })
    vi.setSystemTime(startsAt)
    expect(await priceOf(await draw(person))).toBe(5)
    const next = changeIn(await setPrice(dalle(9)))
    vi.setSystemTime(next.starts_at - noticeMs)
    expect(await operate('POST', `/prices/${next.id}/cancel`, because('Передумали'))).toMatchObject({ status: 409 })
  })

  test('the history is paged, newest first', async () => {
    const directory = openDirectory(env)
    for (let count = 0; count < 60; count++)
      await addOverride(
        directory,
        {
          id: `${count}`,
          kind: 'price',
          service: 'dalle',
          item: '',
          tokens: count + 1,
          upstreamModel: null,
          startsAt: count,
          createdAt: count,
          createdBy: 'anna',
          reason: 'Проверка страниц'
        },
        { base: count === 0 ? null : `${count - 1}`, next: null }
      )
    const first = (await operate('GET', '/prices')).data as Open & { next: number }
    const second = (await operate('GET', `/prices?before=${first.next}`)).data as Open
    const seen = [...first.changes, ...second.changes].map(({ tokens }) => tokens)
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index))
    expect(await itemOf('dalle', '')).toMatchObject({ tokens: 60 })
  })
})

const setModel = async (body: { service?: string; item: string; upstream_model: string; starts_at: number }) => {
  const wanted = { service: 'chatgpt', ...body }
  const read = await readOfPrice({ ...wanted, kind: 'upstream' })
  return operate('POST', '/prices/models', { ...because('Модель поставщика сломалась'), ...read, ...wanted })
}

describe('the model behind a model', () => {
  test('is another one from its start time on, and the price stays', async () => {
    const person = await newPerson({ tokens: 30, paid: true })
    const startsAt = soon()
    const wanted = { item: 'gpt-4o-mini', upstream_model: 'grok-4.3', starts_at: startsAt }
    expect(await setModel(wanted)).toMatchObject({ status: 200 })
    expect(await dataOf(await ask(person))).toMatchObject({ upstreamModel: 'gpt-6-luna' })
    expect(await dataOf(await sendAsVisitor('GET', '/prices'))).toMatchObject({ models: [] })
    vi.setSystemTime(startsAt)
    expect(await dataOf(await ask(person))).toMatchObject({ upstreamModel: 'grok-4.3', billing: { siteTokens: 5 } })
    const shown = await dataOf(await sendAsVisitor('GET', '/prices'))
    expect(shown).toMatchObject({
      models: [{ id: 'gpt-4o-mini', model: { priceTokens: 5, upstream: { model: 'grok-4.3' } } }]
    })
    expect(await itemOf('chatgpt', 'gpt-4o-mini')).toMatchObject({
      upstream_model: 'grok-4.3',
      catalogue_upstream_model: 'gpt-6-luna'
    })
  })

  test('must have a list price, and stands behind models of chats alone', async () => {
    const starts = { starts_at: soon() }
    expect(await setModel({ item: 'gpt-4o-mini', upstream_model: 'gpt-99', ...starts })).toMatchObject({ status: 400 })
    expect(await setModel({ service: 'dalle', item: '', upstream_model: 'grok-4.3', ...starts })).toMatchObject({
      status: 404
    })
  })
})
