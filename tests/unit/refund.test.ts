import { describe, expect, it } from 'vitest'
import { madeRefund, type SeenRefund } from '#domain/refund.ts'

const at = Date.parse('2026-11-21T10:00:00Z')
const order = { providerRefundId: null, amountKopecks: 10_000, createdAt: at }
const seen: SeenRefund = { id: 'refund-1', status: 'succeeded', amount: '100.00', createdAt: at + 5000 }

describe('the refund that the provider made for an order', () => {
  it.each<[string, Partial<SeenRefund>]>([
    ['of the same amount, made after it', {}],
    ['that is still pending', { status: 'pending' }],
    ['made by a clock that is a minute behind', { createdAt: at - 60_000 }],
    ['whose time the provider does not tell', { createdAt: null }]
  ])('is one %s', (_, changes) => {
    const refund = { ...seen, ...changes }
    expect(madeRefund(order, [{ ...seen, id: 'other', amount: '50.00' }, refund], [])).toBe(refund)
  })

  it.each<[string, Partial<SeenRefund>]>([
    ['of another amount', { amount: '100.01' }],
    ['without an amount', { amount: null }],
    ['made before the order', { createdAt: at - 60_001 }],
    ['that was canceled', { status: 'canceled' }]
  ])('is not one %s', (_, changes) => {
    expect(madeRefund(order, [{ ...seen, ...changes }], [])).toBeUndefined()
  })

  it('is not one of another order', () => {
    const second = { ...seen, id: 'refund-2' }
    expect(madeRefund(order, [seen, second], ['refund-1'])).toBe(second)
    expect(madeRefund(order, [seen], ['refund-1'])).toBeUndefined()
  })

  it('is known by its id once the provider has told it, canceled or not', () => {
    const canceled = { ...seen, status: 'canceled' as const, amount: null }
    expect(madeRefund({ ...order, providerRefundId: 'refund-1' }, [canceled], [])).toBe(canceled)
    expect(madeRefund({ ...order, providerRefundId: 'refund-9' }, [seen], [])).toBeUndefined()
  })
})
