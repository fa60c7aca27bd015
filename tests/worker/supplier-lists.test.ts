// Suppliers' own lists of models: what operators are told of them, and that reading one changes nothing that is sold.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SupplierList, SupplierOffer } from '#contract/operator/shop/supplier-list.ts'
import type { SupplierFailure } from '#contract/operator/shop/suppliers.ts'
import { newOperator } from '../support/worker/operating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { answered } from '../support/worker/person.ts'
import { soon } from '../support/worker/pricing.ts'
import { addSupplier, definition, listPrice, modelChangeIn, setModel, supplierIn } from '../support/worker/shop.ts'

const minuteMs = 60_000
const { origin } = new URL(env.OPENAI_BASE_URL)

/** Each test begins later than all before it: what an isolate has read is old by then. */
let clock = Date.now()
let sellers = 0
let name = ''
let supplier = ''

beforeEach(async () => {
  for (const table of ['model_changes', 'suppliers', 'supplier_lists', 'supplier_models'])
    await env.DB.exec(`delete from ${table}`)
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 60 * minuteMs) })
  // Each test has a reseller of its own, with switches of its own.
  name = `openrouter-${++sellers}`
  supplier = supplierIn(await addSupplier({ base_url: `${origin}/resellers/${name}/v1` })).id
})

const control = (body: object) =>
  fetch(`${origin}/control.json?for=/resellers/${name}`, { method: 'POST', body: JSON.stringify(body) })

type Read = { failure: SupplierFailure | null; list: SupplierList }
const ask = (id = supplier) => operate('POST', `/suppliers/${id}/models/read`, {})
const read = async (id = supplier) => (await ask(id)).data as Read
const open = async (id = supplier) => (await operate('GET', `/suppliers/${id}/models`)).data as SupplierList
const offerIn = ({ offers }: SupplierList, model: string): SupplierOffer | undefined =>
  offers.find(({ listed }) => listed.model === model)

const firstOf = async (id: string) => {
  const { failure, list } = await read(id)
  expect(failure).toBeNull()
  return list.offers.find(({ state }) => state !== 'gone')?.listed
}

const deepseek = 'deepseek/deepseek-v4'
const deepseekPrice = { inputMicros: 280_000, outputMicros: 420_000, cachedInputMicros: 28_000 }

const routed = (more: object = {}, price: object = deepseekPrice) =>
  definition({
    routes: [
      {
        supplier,
        model: deepseek,
        showsThinking: false,
        firstWordMs: 20_000,
        listPrice: { ...listPrice, ...price, searchMicros: 0 }
      }
    ],
    ...more
  })

const shopNow = async () => (await operate('GET', '/models')).data as object

describe('a list of a supplier', () => {
  test('is read with its prices, bounds and abilities, is kept, and adds nothing to the shop', async () => {
    expect(await open()).toEqual({
      supplier: { id: supplier, name: 'Посредник' },
      read_at: null,
      is_first: false,
      is_cut: false,
      offers: []
    })
    const before = await shopNow()
    const { failure, list } = await read()
    expect([failure, list.is_first, list.offers.length]).toEqual([null, true, 8])
    expect(offerIn(list, deepseek)).toEqual({
      listed: {
        model: deepseek,
        name: 'DeepSeek V4',
        description: expect.any(String),
        price: deepseekPrice,
        contextTokens: 131_072,
        outputTokensMax: 8192,
        seesPictures: false,
        thinks: false,
        takesTools: true,
        writesJson: false,
        retiresOn: null
      },
      state: 'known',
      change: null,
      used: []
    } satisfies SupplierOffer)
    expect(await open()).toEqual(list)
    expect(await shopNow()).toEqual(before)
    expect((await env.DB.prepare('select count(*) as rows from model_changes').first())?.['rows']).toBe(0)
  })

  test('tells at the second reading what is new, dearer and gone', async () => {
    await control({ listWithout: ['qwen/qwen3-max'] })
    await read()
    vi.setSystemTime(Date.now() + minuteMs)
    await control({ listWithout: ['mistralai/mistral-small-4'], listPriceTimes: 1.5 })
    const { list } = await read()
    expect(list.is_first).toBe(false)
    expect(offerIn(list, 'qwen/qwen3-max')).toMatchObject({ state: 'new', change: null })
    expect(offerIn(list, deepseek)).toMatchObject({
      state: 'known',
      change: { was: deepseekPrice, percent: 50, isJump: true, at: Date.now() }
    })
    expect(list.offers.at(-1)).toMatchObject({ listed: { model: 'mistralai/mistral-small-4' }, state: 'gone' })
    vi.setSystemTime(Date.now() + minuteMs)
    expect(offerIn((await read()).list, deepseek)?.change).toMatchObject({ percent: 50 })
  })

  test('of each maker is read in its own form', async () => {
    expect(await firstOf('openai')).toMatchObject({ model: 'gpt-6-luna', price: null })
    expect(await firstOf('anthropic')).toMatchObject({ model: 'claude-haiku-5-5', name: 'Claude Haiku 5.5' })
    expect(await firstOf('xai')).toMatchObject({ model: 'grok-4.3' })
  })

  test('says which models use it, also those whose sale begins later, and at which price', async () => {
    await setModel(routed({}, { ...deepseekPrice, inputMicros: 200_000 }))
    await setModel(
      definition({
        id: 'lost',
        routes: [{ supplier, model: 'gone/model', showsThinking: false, firstWordMs: 20_000, listPrice }]
      }),
      soon() + minuteMs
    )
    const usedBy = async (model: string) => offerIn((await read()).list, model)?.used
    const change = { percent: 40, isJump: true }
    expect(await usedBy(deepseek)).toEqual([{ id: 'own-model', name: 'Наша модель', isComing: true, change }])
    vi.setSystemTime(soon() + 5 * minuteMs)
    expect(await usedBy(deepseek)).toEqual([{ id: 'own-model', name: 'Наша модель', isComing: false, change }])
    expect(offerIn(await open(), 'gone/model')).toMatchObject({ state: 'gone', used: [{ id: 'lost', change: null }] })
  })

  test('from another address is compared with nothing', async () => {
    await read()
    await env.DB.prepare('update supplier_lists set base_url = ?').bind('https://other.ru/v1').run()
    expect(await open()).toMatchObject({ read_at: null, offers: [] })
    expect((await read()).list.is_first).toBe(true)
  })
})

describe('a reading that fails', () => {
  test.each([
    ['server-error', { kind: 'server', status: 500 }],
    ['rate-limit', { kind: 'busy', status: 429 }],
    ['quota', { kind: 'unpaid', status: 402 }],
    ['page', { kind: 'malformed', status: null }],
    ['malformed', { kind: 'malformed', status: null }],
    ['empty', { kind: 'malformed', code: 'empty' }]
  ])('with %s tells the kind, and changes nothing', async (fault, failure) => {
    const before = (await read()).list
    await control({ fault })
    expect(await read()).toMatchObject({ failure, list: before })
    expect(await open()).toEqual(before)
  })

  test('sends the key to no other host', async () => {
    const sent = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.redirect('https://evil.ru/v1/models', 307))
    sent.mockClear()
    expect((await read()).failure).toMatchObject({ kind: 'malformed', status: 307 })
    expect(sent.mock.calls).toHaveLength(1)
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' })
  })

  test('because of the key, the supplier or too many readings is refused', async () => {
    await env.DB.exec('update suppliers set sealed_key = null')
    expect(await ask()).toMatchObject({ status: 409, error: expect.stringContaining('ключа') })
    expect((await operate('GET', `/suppliers/${supplier}/models`)).status).toBe(200)
    expect(await ask('s-000000000000')).toMatchObject({ status: 404 })
    expect((await operate('GET', '/suppliers/s-000000000000/models')).status).toBe(404)
    const all = await Promise.all(Array.from({ length: 12 }, () => ask('xai')))
    expect(all.map(({ status }) => status)).toContain(429)
  })

  test('for another role is refused: finance looks, support does not', async () => {
    const [support, finance] = [await newOperator('support'), await newOperator('finance')]
    const path = `/suppliers/${supplier}/models`
    expect((await support.send('GET', path)).status).toBe(403)
    expect((await finance.send('GET', path)).status).toBe(200)
    expect(await answered(await finance.send('POST', `${path}/read`, {}))).toMatchObject({ code: 'NOT_PERMITTED' })
  })
})

const flawIn = ({ status, data }: { status: number; data?: unknown }) => ({
  status,
  fields: (data as { details?: { path: string }[] } | null)?.details?.map(({ path }) => path)
})
const refused = { status: 400, fields: ['prices_are_checked'] }
const checked = () => ({ ...because('Сверили с прейскурантом'), prices_are_checked: true })

describe('a price', () => {
  test('that a person has set stays, whatever lists say', async () => {
    const startsAt = soon()
    await setModel(routed({ priceTokens: 9 }), startsAt)
    vi.setSystemTime(startsAt)
    const { models } = (await shopNow()) as { models: { definition: { id: string } }[] }
    await control({ listPriceTimes: 10 })
    expect(offerIn((await read()).list, deepseek)?.used).toMatchObject([{ change: { percent: 900, isJump: true } }])
    expect(await shopNow()).toMatchObject({ models })
  })

  test('of a route that jumps is taken only when a person says that it is right', async () => {
    const startsAt = soon()
    await setModel(routed(), startsAt)
    vi.setSystemTime(startsAt)
    const at = (inputMicros: number, more: object = {}, start = soon() + minuteMs) =>
      setModel(routed({}, { ...deepseekPrice, inputMicros }), start, more)
    expect(flawIn(await at(365_000))).toEqual(refused)
    expect(flawIn(await at(195_000))).toEqual(refused)
    expect((await operate('GET', '/models/history')).data).toMatchObject({ changes: [{ id: expect.anything() }] })
    expect(modelChangeIn(await at(365_000, checked())).definition?.routes[0]?.listPrice.inputMicros).toBe(365_000)
    expect((await at(364_000, {}, soon() + 2 * minuteMs)).status).toBe(200)
  })

  test('of a new model that the list has let jump is taken only then, too', async () => {
    await read()
    vi.setSystemTime(Date.now() + minuteMs)
    await control({ listPriceTimes: 2 })
    await read()
    const dear = routed({ id: 'fresh' }, { inputMicros: 560_000, outputMicros: 840_000 })
    expect(flawIn(await setModel(dear))).toEqual(refused)
    expect((await setModel(dear, soon(), checked())).status).toBe(200)
    // What another address has told says nothing of this one.
    await env.DB.prepare('update supplier_lists set base_url = ?').bind('https://other.ru/v1').run()
    expect((await setModel({ ...dear, id: 'fresh-too' }, soon() + 2 * minuteMs)).status).toBe(200)
  })
})
