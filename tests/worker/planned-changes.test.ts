// Changes that several operators plan: none reverts another that its author has not read, whatever the order in which they start.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ComingModelChange, OperatorModel } from '#contract/operator/shop/models.ts'
import type { OperatorPriceChange, PricedItem } from '#contract/operator/prices/prices.ts'
import { openDirectory } from '#data/base/database.ts'
import { addModelChange } from '#data/directory/model-changes.ts'
import { because, operate } from '../support/worker/operator.ts'
import { changeIn, dalle, readOfPrice, setPrice, soon } from '../support/worker/pricing.ts'
import { definition, listPrice, modelChangeIn, readOfModel, setModel } from '../support/worker/shop.ts'

const minuteMs = 60_000
const unread = { base: null, next: null }
const { base: nothing } = unread

let clock = Date.now()

beforeEach(async () => {
  await env.DB.exec('delete from model_changes')
  await env.DB.exec('delete from price_overrides')
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 60 * minuteMs) })
})

const list = async () =>
  (await operate('GET', '/models')).data as { models: OperatorModel[]; coming: ComingModelChange[] }
const own = (more: object = {}) => definition({ id: 'gpt-4o-mini', ...more })
const overtaken = { status: 409, error: expect.stringContaining('Посмотрите, что запланировано теперь') }

describe('a change of a model', () => {
  test('is refused when another one is planned before its start, and taken once that is read', async () => {
    const first = modelChangeIn(await setModel(own({ priceTokens: 8 })))
    const startsAt = first.starts_at + minuteMs
    expect(await setModel(own({ name: 'Имя' }), startsAt, unread)).toMatchObject(overtaken)
    expect((await list()).coming).toHaveLength(1)
    const read = await readOfModel('gpt-4o-mini', startsAt)
    expect(read).toEqual({ base: first.id, next: null })
    expect(await setModel(own({ name: 'Имя', priceTokens: 8 }), startsAt, read)).toMatchObject({ status: 200 })
  })

  test('that starts before a planned one is refused until that one, which replaces it, is read', async () => {
    const { id, starts_at: startsAt } = modelChangeIn(await setModel(own(), soon() + 10 * minuteMs))
    expect(await setModel(own({ priceTokens: 9 }), startsAt - minuteMs, unread)).toMatchObject(overtaken)
    expect(await setModel(own({ priceTokens: 9 }), startsAt - minuteMs, { base: null, next: id })).toMatchObject({
      status: 200
    })
  })

  test('is refused when what it was written on is cancelled', async () => {
    const { id, starts_at: startsAt } = modelChangeIn(await setModel(own(), soon() + minuteMs))
    await operate('POST', `/models/${id}/cancel`, because('Передумали'))
    expect(await setModel(own(), startsAt + minuteMs, { base: id, next: null })).toMatchObject(overtaken)
  })

  test('is taken when what it was written on has begun meanwhile', async () => {
    const { id, starts_at: startsAt } = modelChangeIn(await setModel(own()))
    vi.setSystemTime(startsAt + minuteMs)
    expect((await list()).models.find((one) => one.definition.id === 'gpt-4o-mini')?.in_force).toBe(id)
    expect(await setModel(own({ priceTokens: 9 }), soon(), { base: id, next: null })).toMatchObject({ status: 200 })
  })

  test('of two that are sent at once one is stored, and the author of the other reads it', async () => {
    const startsAt = soon()
    const sent = await Promise.all([
      setModel(own({ priceTokens: 8 }), startsAt, unread),
      setModel(own({ priceTokens: 9 }), startsAt + minuteMs, unread)
    ])
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await list()).coming).toHaveLength(1)
  })

  test('is not stored when another one comes between the look at it and its row', async () => {
    const directory = openDirectory(env)
    const startsAt = soon()
    const row = { modelId: 'gpt-4o-mini', definition: null, createdAt: 1, createdBy: 'anna', reason: 'Одновременно' }
    expect(await addModelChange(directory, { ...row, id: 'first', startsAt }, unread)).toBe(true)
    expect(await addModelChange(directory, { ...row, id: 'second', startsAt: startsAt + 1 }, unread)).toBe(false)
    expect(await addModelChange(directory, { ...row, id: 'third', startsAt: startsAt - 1 }, unread)).toBe(false)
    expect(await addModelChange(directory, { ...row, id: 'first', startsAt }, unread)).toBe(true)
  })

  test('is told with what the model becomes, also where it is the catalogue again', async () => {
    const before = (await list()).models.find((one) => one.definition.id === 'gpt-4o-mini')?.definition
    const { starts_at: startsAt } = modelChangeIn(await setModel(own({ priceTokens: 8 })))
    const drop = { model: 'gpt-4o-mini', starts_at: startsAt + minuteMs }
    expect(await operate('POST', '/models/drop', { ...because(), ...drop, ...unread })).toMatchObject(overtaken)
    const read = await readOfModel('gpt-4o-mini', drop.starts_at)
    expect(await operate('POST', '/models/drop', { ...because(), ...drop, ...read })).toMatchObject({ status: 200 })
    expect((await list()).coming.map(({ becomes }) => becomes)).toEqual([own({ priceTokens: 8 }), before])
  })

  test('adds a model again that was taken away, on the change that took it', async () => {
    const again = definition({ id: 'own-again' })
    const { starts_at: added } = modelChangeIn(await setModel(again))
    vi.setSystemTime(added)
    const drop = { model: 'own-again', starts_at: soon(), ...(await readOfModel('own-again', soon())) }
    const dropped = modelChangeIn(await operate('POST', '/models/drop', { ...because(), ...drop }))
    vi.setSystemTime(dropped.starts_at)
    const { data } = await operate('GET', '/models')
    expect(data).toMatchObject({ gone: [{ model: 'own-again', in_force: dropped.id }] })
    expect(await setModel(again, soon(), { base: dropped.id, next: null })).toMatchObject({ status: 200 })
  })

  test('with a list price of a supplier is a jump against the planned one, not against that of now', async () => {
    const [route] = definition().routes
    if (!route) throw new Error('The definition has no route')
    const at = (inputMicros: number) => own({ routes: [{ ...route, listPrice: { ...listPrice, inputMicros } }] })
    const { starts_at: begun } = modelChangeIn(await setModel(at(400_000), soon(), { prices_are_checked: true }))
    vi.setSystemTime(begun)
    const planned = soon() + minuteMs
    expect(await setModel(at(800_000), planned, { prices_are_checked: true })).toMatchObject({ status: 200 })
    const jumps = { status: 400, data: { details: [{ path: 'prices_are_checked' }] } }
    expect(await setModel(at(400_000), planned + minuteMs)).toMatchObject(jumps)
    expect(await setModel(at(880_000), planned + minuteMs)).toMatchObject({ status: 200 })
  })

  test('with long inputs that begin sooner needs the tick of a jump', async () => {
    const [route] = definition().routes
    if (!route) throw new Error('The definition has no route')
    const at = (aboveInputTokens: number) =>
      own({
        routes: [
          {
            ...route,
            listPrice: { ...listPrice, longInput: { inputMicros: 800_000, outputMicros: 2_400_000, aboveInputTokens } }
          }
        ]
      })
    const { starts_at: begun } = modelChangeIn(await setModel(at(272_000), soon(), { prices_are_checked: true }))
    vi.setSystemTime(begun)
    expect(await setModel(at(100_000))).toMatchObject({
      status: 400,
      data: { details: [{ path: 'prices_are_checked' }] }
    })
    expect(await setModel(at(100_000), soon(), { prices_are_checked: true })).toMatchObject({ status: 200 })
  })

  test('does not revert another upstream that is planned on the page of prices', async () => {
    const startsAt = soon()
    const upstream = { service: 'chatgpt', item: 'gpt-4o-mini', upstream_model: 'grok-4.3', starts_at: startsAt }
    const read = await readOfPrice({ ...upstream, kind: 'upstream' })
    expect(await operate('POST', '/prices/models', { ...because(), ...upstream, ...read })).toMatchObject({
      status: 200
    })
    vi.setSystemTime(Date.now() + minuteMs)
    expect(await setModel(own(), startsAt + 10 * minuteMs)).toMatchObject({
      status: 409,
      error: expect.stringContaining('на странице «Цены»')
    })
  })

  test('of an upstream that is repeated is the same one, also when the model was defined before its start meanwhile', async () => {
    const upstream = {
      service: 'chatgpt',
      item: 'gpt-4o-mini',
      upstream_model: 'grok-4.3',
      starts_at: soon() + 10 * minuteMs
    }
    const body = { ...because(), ...upstream, ...unread }
    const first = await operate('POST', '/prices/models', body)
    expect(await setModel(own(), soon())).toMatchObject({ status: 200 })
    vi.setSystemTime(Date.now() + minuteMs)
    expect(await operate('POST', '/prices/models', body)).toEqual(first)
  })
})

describe('a change of a price', () => {
  test('is refused until what is planned around it is read', async () => {
    const first = changeIn(await setPrice(dalle(9, soon() + 10 * minuteMs)))
    const [sooner, later] = [dalle(8, first.starts_at - minuteMs), dalle(7, first.starts_at + minuteMs)]
    expect(await setPrice({ ...later, ...unread })).toMatchObject(overtaken)
    expect(await setPrice({ ...sooner, ...unread })).toMatchObject(overtaken)
    const { items, coming } = (await operate('GET', '/prices')).data as {
      items: PricedItem[]
      coming: OperatorPriceChange[]
    }
    expect(coming).toMatchObject([{ id: first.id, tokens: 9 }])
    expect(items.find(({ service }) => service === 'dalle')).toMatchObject({ tokens: 5, price_in_force: nothing })
    expect(await setPrice(later)).toMatchObject({ status: 200 })
    expect(await setPrice(sooner)).toMatchObject({ status: 200 })
  })

  test('of another one is no neighbour', async () => {
    await setPrice(dalle(9))
    const body = { service: 'chatgpt', item: 'gpt-4o-mini', tokens: 6, starts_at: soon() + minuteMs }
    expect(await setPrice({ ...body, ...unread })).toMatchObject({ status: 200 })
  })
})
