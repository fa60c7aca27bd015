// Suppliers that operators add: keys go to public https addresses alone, never come out again, and belong to their host.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mediaDialects } from '#contract/supplier-dialects.ts'
import type { OperatorSupplier, SupplierTest } from '#contract/operator/shop/suppliers.ts'
import { openSupplierKey } from '#worker/crypto/supplier-key.ts'
import { publicBaseUrl } from '#worker/operator/shop/host-addresses.ts'
import { recordAbout } from '../support/worker/console.ts'
import { newOperator } from '../support/worker/operating.ts'
import { because, operate, operatorToken } from '../support/worker/operator.ts'
import { answered } from '../support/worker/person.ts'
import { addSupplier, resolveTo, reseller, supplierIn, supplierKey } from '../support/worker/shop.ts'

/** As where the product is deployed. */
const deployed = { isLocal: false, ownHost: 'shop.ru' }

beforeEach(async () => {
  await env.DB.exec('delete from suppliers')
  resolveTo({ 'api.reseller.ru': ['203.0.114.7', '2606:4700::1'], 'other.reseller.ru': ['203.0.114.8'] })
})

const list = async () => ((await operate('GET', '/suppliers')).data as { suppliers: OperatorSupplier[] }).suppliers
const stateOf = async (id: string) => (await list()).find((supplier) => supplier.id === id)?.key
const storedKey = (id: string) =>
  env.DB.prepare('select sealed_key as sealed from suppliers where id = ?').bind(id).first<{ sealed: string }>()

const change = (id: string, more: object) =>
  operate('POST', `/suppliers/${id}`, {
    ...because('Поменяли тариф'),
    ...reseller,
    key: null,
    ...more
  })

const tested = (id: string, model: string) => operate('POST', `/suppliers/${id}/test`, { model })

/** The one problem of a refused field. */
const flawIn = ({ status, data }: { status: number; data?: unknown }) => ({
  status,
  fields: (data as { details?: { path: string }[] } | null)?.details?.map(({ path }) => path)
})

/** All whose keys the environment of the tests has. */
const makers = ['openai', 'anthropic', 'xai', ...mediaDialects]

describe('a supplier', () => {
  test('is added with its key, which no answer and no record has', async () => {
    const added = await addSupplier()
    expect(added).toMatchObject({ status: 200 })
    const supplier = supplierIn(added)
    expect(supplier).toMatchObject({
      id: expect.stringMatching(/^s-[a-z0-9]{12}$/),
      name: 'Посредник',
      is_on: true,
      is_maker: false,
      key: 'ok',
      models: []
    })
    expect((await list()).map(({ id }) => id)).toEqual([...makers, supplier.id])
    const everything = JSON.stringify([
      added,
      await operate('GET', '/suppliers'),
      (await env.DB.prepare('select * from operator_actions').all()).results,
      (await env.DB.prepare('select * from suppliers').all()).results
    ])
    expect(everything).not.toContain(supplierKey)
    const { sealed = '' } = (await storedKey(supplier.id)) ?? {}
    const owner = { supplier: supplier.id, baseUrl: reseller.base_url }
    expect(await openSupplierKey(sealed, owner, operatorToken)).toBe(supplierKey)
    expect((await recordAbout(supplier.id))[0]).toMatchObject({ action: 'supplier-add', phase: 'done' })
  })

  test('is added once by a repetition, and by no other call with its key', async () => {
    const call = because('Новый договор')
    expect(supplierIn(await addSupplier(call)).id).toBe(supplierIn(await addSupplier(call)).id)
    for (const other of [{ name: 'Другой' }, { key: 'sk-another' }, { base_url: 'https://other.reseller.ru' }])
      expect(await addSupplier({ ...call, ...other })).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' })
    expect(await list()).toHaveLength(makers.length + 1)
  })

  test('is switched off and on, as a maker of the environment is, which nothing else changes', async () => {
    const { id } = supplierIn(await addSupplier())
    for (const one of [id, 'openai']) {
      const turn = (is_on: boolean) => operate('POST', `/suppliers/${one}/switch`, { ...because(), is_on })
      expect(supplierIn(await turn(false))).toMatchObject({ id: one, is_on: false, key: 'ok' })
      expect(supplierIn(await turn(true))).toMatchObject({ id: one, is_on: true })
    }
    expect(await change('openai', { key: supplierKey })).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await change('s-000000000000', {})).toMatchObject({ status: 404 })
  })

  test('is not changed back by an operator who has read it before another changed it', async () => {
    const { id, changed_at } = supplierIn(await addSupplier())
    const call = { ...because('Предел снизили'), operator: 'boris', per_minute_max: 5, changed_at }
    expect(supplierIn(await change(id, call))).toMatchObject({ per_minute_max: 5, changed_by: 'boris' })
    expect(await change(id, { name: 'Иначе', changed_at })).toMatchObject({ status: 409, code: 'CONFLICT' })
    // The answer to the first was lost on its way.
    const { changed_at: now, ...after } = supplierIn(await change(id, call))
    expect(after).toMatchObject({ name: reseller.name, per_minute_max: 5 })
    expect(supplierIn(await change(id, { name: 'Иначе', changed_at: now }))).toMatchObject({ name: 'Иначе' })
    const read = supplierIn(await change(id, { name: 'Снова' })).changed_at
    const both = await Promise.all(
      ['anna', 'boris'].map((operator) => change(id, { ...because(), operator, changed_at: read }))
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    // An older form of the one who has changed it last would take back what was changed between.
    expect(await change(id, { name: 'Прежнее', changed_at })).toMatchObject({ status: 409, code: 'CONFLICT' })
  })
})

describe('a key', () => {
  test('stays when the path changes, and is asked for anew with another host, port or scheme', async () => {
    const { id } = supplierIn(await addSupplier())
    const before = await storedKey(id)
    const moved = await change(id, { base_url: 'https://api.reseller.ru/v2', name: 'Новое имя' })
    expect(supplierIn(moved)).toMatchObject({ base_url: 'https://api.reseller.ru/v2', name: 'Новое имя', key: 'ok' })
    for (const base_url of ['https://other.reseller.ru/v2', 'https://api.reseller.ru:8443/v2'])
      expect(await change(id, { base_url })).toMatchObject({
        status: 409,
        error: expect.stringContaining('ключ заново')
      })
    expect(await storedKey(id)).toEqual(before)
    const anew = await change(id, { base_url: 'https://other.reseller.ru/v2', key: 'sk-of-the-other' })
    expect(supplierIn(anew)).toMatchObject({ base_url: 'https://other.reseller.ru/v2', key: 'ok' })
    const { sealed = '' } = (await storedKey(id)) ?? {}
    const open = (baseUrl: string) => openSupplierKey(sealed, { supplier: id, baseUrl }, operatorToken)
    expect(await open('https://other.reseller.ru/v2')).toBe('sk-of-the-other')
    expect(await open('https://api.reseller.ru/v2')).toBeNull()
  })

  test('does not open in another row, at another host in the table, or with another token of operators', async () => {
    const one = supplierIn(await addSupplier()).id
    const other = supplierIn(await addSupplier({ key: 'sk-second' })).id
    vi.spyOn(console, 'log').mockReturnValue()
    await env.DB.prepare(
      'update suppliers set sealed_key = (select sealed_key from suppliers where id = ?) where id = ?'
    )
      .bind(one, other)
      .run()
    expect(await stateOf(other)).toBe('closed')
    await env.DB.prepare(`update suppliers set base_url = 'https://evil.ru' where id = ?`).bind(one).run()
    expect(await stateOf(one)).toBe('closed')
    expect(await operate('POST', `/suppliers/${one}/test`, { model: 'gpt-4o' })).toMatchObject({ status: 409 })
  })
})

describe('an address', () => {
  test.each([
    ['http://api.reseller.ru/v1'],
    ['https://10.0.0.1/v1'],
    ['https://0x7f.1'],
    ['https://169.254.169.254/latest'],
    ['https://metadata.google.internal'],
    ['https://[::ffff:127.0.0.1]'],
    ['https://sk@api.reseller.ru'],
    ['https://api.reseller.ru?x=1']
  ])('%s is refused', async (base_url) => {
    expect(flawIn(await addSupplier({ base_url }))).toEqual({ status: 400, fields: ['base_url'] })
    expect(await list()).toHaveLength(makers.length)
  })

  test.each([
    ['of this machine', ['127.0.0.1']],
    ['of a private network', ['203.0.114.7', '10.0.0.7']],
    ['of metadata', ['169.254.169.254']],
    ['of a private network of IPv6', ['203.0.114.7', 'fd00:ec2::254']],
    ['that stands for one of IPv4', ['64:ff9b::7f00:1']],
    ['at all', []]
  ])('with a name that has an address %s is refused', async (_, addresses) => {
    resolveTo({ 'api.reseller.ru': addresses })
    expect(flawIn(await addSupplier())).toEqual({ status: 400, fields: ['base_url'] })
  })

  test('whose name cannot be looked up is refused where the product is deployed', async () => {
    resolveTo({})
    expect(await publicBaseUrl(reseller.base_url, deployed)).toEqual({ flaw: expect.stringMatching(/[а-я]/) })
    expect(await addSupplier()).toMatchObject({ status: 200 })
  })

  test('of this machine is taken locally alone', async () => {
    expect(await publicBaseUrl('http://localhost:11434/v1', deployed)).toEqual({ flaw: expect.anything() })
    expect(await addSupplier({ base_url: 'http://localhost:11434/v1' })).toMatchObject({ status: 200 })
  })
})

describe('a test of a supplier', () => {
  test('asks through the adapter, and tells what came', async () => {
    const { data } = await tested('openai', 'gpt-4o-mini')
    expect(data).toEqual({
      first_word_ms: expect.any(Number),
      total_ms: expect.any(Number),
      text: expect.stringMatching(/./),
      upstream_model: expect.stringMatching(/^gpt-4o-mini/),
      usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
      failure: null
    } satisfies Record<keyof SupplierTest, unknown>)
  })

  test('tells the kind of a failure', async () => {
    expect((await tested('openai', 'no-such-model')).data).toMatchObject({
      first_word_ms: null,
      failure: { kind: 'model-gone', status: 400 }
    })
  })

  test('follows no redirect with the key', async () => {
    const { id } = supplierIn(await addSupplier({ dialect: 'openai-responses' }))
    const sent = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.redirect('https://evil.ru/v1/responses', 307))
    sent.mockClear()
    expect((await tested(id, 'gpt-4o')).data).toMatchObject({ text: '', failure: { kind: expect.any(String) } })
    expect(sent.mock.calls.map(([url]) => new URL(String(url)).hostname)).toEqual(['api.reseller.ru'])
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' })
  })

  test('is limited', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => tested('xai', 'no-such-model')))
    expect(all.map(({ status }) => status)).toContain(429)
  })
})

test('only the owner changes suppliers, and support does not see them', async () => {
  const [support, finance] = [await newOperator('support'), await newOperator('finance')]
  expect((await support.send('GET', '/suppliers')).status).toBe(403)
  expect((await finance.send('GET', '/suppliers')).status).toBe(200)
  const { operator: _operator, ...call } = because()
  expect(await answered(await finance.send('POST', '/suppliers', { ...call, ...reseller }))).toMatchObject({
    status: 403,
    code: 'NOT_PERMITTED'
  })
})
