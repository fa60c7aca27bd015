// YooKassa's lists of payments and refunds: newest first, in pages, filtered by creation time
// (yookassa.ru/developers/using-api/lists).
import { refusal, type Reply, type YookassaCall } from './yookassa.ts'
import { paymentObject, refundObject } from './wire.ts'
import type { JsonObject } from '../base/json.ts'

const LIMIT_DEFAULT = 10
const LIMIT_MAX = 100

interface Listed {
  id: string
  status: string
  createdAt: number
}

const comparisons: Record<string, (at: number, given: number) => boolean> = {
  'created_at.gte': (at, given) => at >= given,
  'created_at.gt': (at, given) => at > given,
  'created_at.lte': (at, given) => at <= given,
  'created_at.lt': (at, given) => at < given
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

/** @param all oldest first */
export function page<One extends Listed>({ c }: YookassaCall, all: One[], show: (one: One) => JsonObject): Reply {
  const { cursor, limit: wanted, status, ...filters } = c.req.query()
  const limit = wanted === undefined ? LIMIT_DEFAULT : Number(wanted)
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) return refusal(400, 'Illegal limit', 'limit')
  let found = all.filter((one) => status === undefined || one.status === status).toReversed()
  for (const [name, isMet] of Object.entries(comparisons)) {
    const text = filters[name]
    if (text === undefined) continue
    if (!isInstant(text)) return refusal(400, 'Illegal date', name)
    found = found.filter(({ createdAt }) => isMet(createdAt, Date.parse(text)))
  }
  const start = cursor === undefined ? 0 : found.findIndex(({ id }) => id === cursor)
  if (start === -1) return refusal(400, 'Cursor is unknown or has expired', 'cursor')
  const next = found[start + limit]
  const items = found.slice(start, start + limit).map((one) => show(one))
  return { status: 200, body: { type: 'list', items, ...(next ? { next_cursor: next.id } : {}) } }
}

export function listPayments(call: YookassaCall): Reply {
  const { register } = call.state.payments
  const own = [...register.payments.keys()].flatMap((id) => {
    const payment = register.find(id)
    return payment?.shopId === call.shopId ? [payment] : []
  })
  return page(call, own, (payment) => paymentObject(register, payment))
}

export function listRefunds(call: YookassaCall): Reply {
  const { register } = call.state.payments
  const paymentId = call.c.req.query('payment_id')
  const own = [...register.refunds.values()].flatMap((refund) => {
    const payment = register.find(refund.paymentId)
    if (payment?.shopId !== call.shopId || (paymentId !== undefined && payment.id !== paymentId)) return []
    return [{ ...refund, refund, payment }]
  })
  return page(call, own, ({ refund, payment }) => refundObject(register, refund, payment))
}
