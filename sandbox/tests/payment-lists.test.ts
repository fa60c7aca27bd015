// The lists of payments and refunds that the sandbox's YooKassa keeps, and refunds that take their time.
import { describe, expect, it } from 'vitest'
import { pay, payingSandbox, paymentOrder, post, readJson } from '#tests/support/node/paying-upstream.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'

const base = '/yookassa/v3'
const shop = { authorization: `Basic ${btoa('sandbox:key')}` }
const minuteMs = 60_000
const startAt = Date.parse('2026-11-21T10:00:00Z')
const minuteOf = (minute: number) => new Date(startAt + minute * minuteMs).toISOString()

interface List {
  items: { id: string; payment_id: string; status: string }[]
  next_cursor?: string
}

/** Paid payments, a minute apart, each refunded by one rouble as often as given. Refunds are a minute apart, too. */
async function refunded(...counts: number[]) {
  let now = startAt
  const { sandbox, provider } = payingSandbox({ clock: { now: () => now, wait: async () => {} } })
  const refund = async (paymentId: string) => {
    const body = { payment_id: paymentId, amount: { value: '1.00', currency: 'RUB' } }
    const made = await post(sandbox, `${base}/refunds`, body, { ...shop, 'idempotence-key': crypto.randomUUID() })
    return String(made.body['id'])
  }
  const payments: string[] = []
  const refunds: string[] = []
  for (const count of counts) {
    const { id, confirmationToken } = await provider.create({ ...paymentOrder, idempotenceKey: crypto.randomUUID() })
    await pay(sandbox, confirmationToken, '5555555555554444')
    payments.push(id)
    for (let one = 0; one < count; one++) {
      refunds.push(await refund(id))
      now += minuteMs
    }
  }
  const list = async (query: string, kind = 'refunds', headers = shop) =>
    (await readJson(sandbox, `${base}/${kind}?${query}`, headers)) as List
  const idsOf = async (query: string, kind?: string) => (await list(query, kind)).items.map(({ id }) => id)
  return { sandbox, provider, payments, refunds, refund, list, idsOf }
}

describe('the list of refunds', () => {
  it('has the documented fields', async () => {
    const { list } = await refunded(2)
    expect(fieldsOf(await list('limit=1'))).toEqual(fieldsOf(JSON.parse(readFixture('yookassa-refunds.json'))))
  })

  it('is in pages, newest first, which new refunds do not shift', async () => {
    const { list, refund, refunds, payments } = await refunded(5)
    const read: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 3; pages++) {
      const { items, next_cursor: next } = await list(`limit=2${cursor}`)
      read.push(...items.map(({ id }) => id))
      await refund(payments[0]!)
      cursor = `&cursor=${next}`
    }
    expect(read).toEqual(refunds.toReversed())
    expect(cursor).toBe('&cursor=undefined')
  })

  it('has ten refunds a page when no limit is given', async () => {
    const { idsOf } = await refunded(11)
    expect(await idsOf('')).toHaveLength(10)
  })

  it.each([
    ['created_at.gte', [1, 2, 3]],
    ['created_at.gt', [2, 3]],
    ['created_at.lte', [0, 1]],
    ['created_at.lt', [0]]
  ])('filters by %s', async (name, minutes) => {
    const { idsOf, refunds } = await refunded(4)
    const expected = refunds.filter((_, minute) => minutes.includes(minute)).toReversed()
    expect(await idsOf(`${name}=${minuteOf(1)}`)).toEqual(expected)
  })

  it('filters by payment and by status', async () => {
    const { sandbox, idsOf, refund, refunds, payments } = await refunded(1, 2)
    expect(await idsOf(`payment_id=${payments[1]}`)).toEqual([refunds[2], refunds[1]])
    await post(sandbox, '/control.json', { paymentFault: 'refund-pending' })
    const pending = await refund(payments[0]!)
    expect(await idsOf('status=pending')).toEqual([pending])
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=nowhere', 'created_at.gte=yesterday'])(
    'refuses %s',
    async (query) => {
      const { list } = await refunded(1)
      expect(await list(query)).toMatchObject({ code: 'invalid_request', parameter: query.split('=')[0] })
    }
  )

  it('shows a shop only its own refunds', async () => {
    const { list } = await refunded(1)
    const other = { authorization: `Basic ${btoa('other:key')}` }
    expect((await list('', 'refunds', other)).items).toEqual([])
  })
})

it('the list of payments is newest first and has the same filters', async () => {
  const { idsOf, payments } = await refunded(1, 1, 1)
  expect(await idsOf('status=succeeded', 'payments')).toEqual(payments.toReversed())
  expect(await idsOf(`created_at.lt=${minuteOf(1)}`, 'payments')).toEqual([payments[0]])
})

describe('a pending refund', () => {
  it.each([
    ['succeeded', '1.00'],
    ['canceled', '0.00']
  ])('ends by a command (%s)', async (status, refundedAmount) => {
    const { sandbox, provider, refund, payments, list } = await refunded(0)
    await post(sandbox, '/control.json', { paymentFault: 'refund-pending' })
    const id = await refund(payments[0]!)
    expect((await provider.read(payments[0]!))?.refundedAmount).toBe('0.00')
    await post(sandbox, '/payments.json', { action: 'refund', id, status })
    expect((await list('')).items).toMatchObject([{ id, status }])
    expect((await provider.read(payments[0]!))?.refundedAmount).toBe(refundedAmount)
  })
})

it('an idempotence key that YooKassa has forgotten makes another refund', async () => {
  const { sandbox, payments, idsOf } = await refunded(0)
  const body = { payment_id: payments[0], amount: { value: '1.00', currency: 'RUB' } }
  const send = () => post(sandbox, `${base}/refunds`, body, { ...shop, 'idempotence-key': 'same' })
  await send()
  await send()
  expect(await idsOf('')).toHaveLength(1)
  await post(sandbox, '/payments.json', { action: 'forget-keys' })
  await send()
  expect(await idsOf('')).toHaveLength(2)
})
