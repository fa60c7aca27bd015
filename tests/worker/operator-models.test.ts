// Models that operators add, change, take off sale and drop: from their start on, and never so that a page or a chat is left without one.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import type { OperatorModel, OperatorModelChange } from '#contract/operator/shop/models.ts'
import { noticeMaxMs, noticeMs } from '#domain/price-notice.ts'
import { recordAbout } from '../support/worker/console.ts'
import { newOperator } from '../support/worker/operating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { answered } from '../support/worker/person.ts'
import { soon } from '../support/worker/pricing.ts'
import { definition, modelChangeIn, readOfModel, setModel, takeModelOff as takeOff } from '../support/worker/shop.ts'

const minuteMs = 60_000

/** Each test begins later than all before it: what an isolate has read is old by then. */
let clock = Date.now()

beforeEach(async () => {
  await env.DB.exec('delete from model_changes')
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 60 * minuteMs) })
})

interface Listed {
  models: OperatorModel[]
  coming: OperatorModelChange[]
}
const list = async () => (await operate('GET', '/models')).data as Listed
const modelOf = async (id: string) => (await list()).models.find(({ definition: own }) => own.id === id)
const history = async (query = '') =>
  ((await operate('GET', `/models/history${query}`)).data as { changes: OperatorModelChange[] }).changes

const drop = async (model: string, starts_at = soon()) =>
  operate('POST', '/models/drop', {
    ...because('Вернуть как было'),
    model,
    starts_at,
    ...(await readOfModel(model, starts_at))
  })
const cancel = (id: string) => operate('POST', `/models/${id}/cancel`, because('Передумали'))

const flawIn = ({ status, data }: { status: number; data?: unknown }) => ({
  status,
  fields: (data as { details?: { path: string }[] } | null)?.details?.map(({ path }) => path)
})

describe('a model that an operator adds', () => {
  test('is on sale from its start on, and stands in the history with its reason', async () => {
    const startsAt = soon()
    const set = await setModel(definition(), startsAt)
    expect(modelChangeIn(set)).toMatchObject({ model: 'own-model', state: 'coming', definition: definition() })
    expect((await list()).coming).toHaveLength(1)
    expect(await modelOf('own-model')).toBeUndefined()
    vi.setSystemTime(startsAt)
    expect(await modelOf('own-model')).toEqual({
      definition: definition(),
      source: 'added',
      price_tokens: 7,
      in_force: modelChangeIn(set).id,
      answered_by: null
    })
    expect(await history('?model=own-model')).toMatchObject([
      { state: 'begun', created_by: 'anna', reason: 'Просили пользователи' }
    ])
    expect((await recordAbout('own-model'))[0]).toMatchObject({
      action: 'model-set',
      phase: 'done',
      facts: { name: 'Наша модель', price_tokens: 7, routes: 'openai: gpt-4o-mini' }
    })
  })

  test('keeps its place among the added ones when it is changed', async () => {
    await setModel(definition({ id: 'first' }))
    vi.setSystemTime(Date.now() + 10 * minuteMs)
    await setModel(definition({ id: 'second' }))
    vi.setSystemTime(Date.now() + 10 * minuteMs)
    await setModel(definition({ id: 'first', name: 'Новое имя' }))
    vi.setSystemTime(Date.now() + 10 * minuteMs)
    const added = (await list()).models.filter(({ source }) => source === 'added')
    expect(added.map(({ definition: { name } }) => name)).toEqual(['Новое имя', 'Наша модель'])
  })

  test('is set once by a repetition, and by no other call with its key', async () => {
    const call = because('Просили пользователи')
    const startsAt = soon()
    const first = await setModel(definition(), startsAt, call)
    vi.setSystemTime(startsAt + minuteMs)
    expect(modelChangeIn(await setModel(definition(), startsAt, call)).id).toBe(modelChangeIn(first).id)
    const other = definition({ priceTokens: 8 })
    expect(await setModel(other, startsAt, call)).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' })
    expect(await history()).toHaveLength(1)
  })

  test.each([
    ['too soon', () => Date.now() + noticeMs - 1000],
    ['too late', () => Date.now() + noticeMaxMs + minuteMs]
  ])('begins neither %s', async (_, startsAt) => {
    expect(await setModel(definition(), startsAt())).toMatchObject({ status: 409 })
  })

  test('begins at no moment of another change of it', async () => {
    const startsAt = soon()
    await setModel(definition(), startsAt)
    expect(await setModel(definition({ priceTokens: 9 }), startsAt)).toMatchObject({ status: 409 })
  })

  const [route] = definition().routes
  if (!route) throw new Error('The definition has no route')
  test.each([
    [
      'a route to a supplier that is unknown',
      /поставщику, которого нет/,
      { routes: [{ ...route, supplier: 's-000000000000' }] }
    ],
    ['no route while it is on sale', /хотя бы один маршрут/, { routes: [] }],
    ['a successor that is unknown', /у этого сервиса нет/, { successor: 'no-such-model' }],
    ['a successor of another service', /у этого сервиса нет/, { successor: 'claude-3-haiku' }],
    ['the id of a model of another service', /у другого сервиса/, { id: 'claude-3-haiku' }]
  ])('is refused with %s', async (_, msg, more) => {
    expect(await setModel(definition(more))).toMatchObject({
      status: 400,
      data: { details: [{ path: 'definition', msg: expect.stringMatching(msg) }] }
    })
  })
})

describe('a model of the catalogue', () => {
  const own = { id: 'gpt-4o-mini', name: 'Другое имя', priceTokens: 6 }

  test('is what an operator makes of it, and as in the catalogue again when that is dropped', async () => {
    const before = await modelOf('gpt-4o-mini')
    await setModel(definition(own))
    vi.setSystemTime(soon())
    expect(await modelOf('gpt-4o-mini')).toMatchObject({ source: 'changed', price_tokens: 6, definition: own })
    expect(await drop('gpt-4o-mini')).toMatchObject({ status: 200 })
    vi.setSystemTime(soon())
    expect(await modelOf('gpt-4o-mini')).toEqual({ ...before, in_force: expect.any(String) })
    expect(await drop('gpt-4o-mini')).toMatchObject({ status: 404 })
    expect(await drop('no-such-model')).toMatchObject({ status: 404 })
  })

  test('is taken off sale, and its successor answers', async () => {
    expect(await takeOff('gpt-4o-mini', 'gpt-4o')).toMatchObject({ status: 200 })
    vi.setSystemTime(soon())
    expect(await modelOf('gpt-4o-mini')).toMatchObject({
      answered_by: expect.stringMatching(/./),
      definition: { isOnSale: false, successor: 'gpt-4o', priceTokens: 5 }
    })
    expect(await takeOff('no-such-model', null)).toMatchObject({ status: 404 })
  })

  test('does not leave its page empty, or a chat without an answer', async () => {
    const ids = chatModels.filter(({ page }) => page === '/xai').map(({ id }) => id)
    const [last = '', ...others] = ids
    for (const id of others) expect(await takeOff(id, last)).toMatchObject({ status: 200 })
    expect(flawIn(await takeOff(last, null, soon() + minuteMs))).toEqual({ status: 400, fields: ['successor'] })
    const [other = ''] = others
    expect(flawIn(await takeOff(last, other, soon() + minuteMs))).toEqual({ status: 400, fields: ['successor'] })
  })

  test('is not dropped while it is the successor of one that is off sale', async () => {
    const startsAt = soon()
    await setModel(definition(), startsAt)
    await takeOff('gpt-4o-mini', 'own-model', startsAt + minuteMs)
    expect(await drop('own-model', startsAt + 2 * minuteMs)).toMatchObject({
      status: 409,
      error: expect.stringContaining('больше никто не ответит')
    })
  })
})

describe('a change that has not begun', () => {
  test('is cancelled once, and another may begin in its place', async () => {
    const startsAt = soon() + minuteMs
    const { id } = modelChangeIn(await setModel(definition(), startsAt))
    expect(modelChangeIn(await cancel(id))).toMatchObject({ state: 'cancelled', cancelled_by: 'anna' })
    expect((await list()).coming).toEqual([])
    expect(await setModel(definition(), startsAt)).toMatchObject({ status: 200 })
  })

  test('is not cancelled when it is about to begin, or when what follows needs it', async () => {
    const startsAt = soon() + minuteMs
    const { id } = modelChangeIn(await setModel(definition(), startsAt))
    await takeOff('gpt-4o-mini', 'own-model', startsAt + minuteMs)
    expect(await cancel(id)).toMatchObject({ status: 409, error: expect.stringContaining('назначено после') })
    vi.setSystemTime(startsAt - noticeMs + 1)
    expect(await cancel(id)).toMatchObject({ status: 409 })
    expect(await cancel('x'.repeat(43))).toMatchObject({ status: 404 })
  })
})

test('a definition that cannot be read is as if it were not there', async () => {
  const notices = vi.spyOn(console, 'log').mockReturnValue()
  await setModel(definition({ id: 'gpt-4o-mini' }))
  await env.DB.exec(`update model_changes set definition = '{"id":"gpt-4o-mini"}'`)
  vi.setSystemTime(soon())
  expect(await modelOf('gpt-4o-mini')).toMatchObject({ source: 'catalogue' })
  expect(JSON.stringify(notices.mock.calls)).toContain('model-not-read')
})

test('finance sees models and changes none', async () => {
  const { send } = await newOperator('finance')
  expect((await send('GET', '/models')).status).toBe(200)
  const { operator: _, ...call } = because()
  const body = { ...call, definition: definition(), starts_at: soon(), base: null, next: null }
  expect(await answered(await send('POST', '/models', body))).toMatchObject({ status: 403, code: 'NOT_PERMITTED' })
})
