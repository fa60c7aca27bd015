import { describe, expect, it, vi } from 'vitest'
import { tokenPackages } from '#contract/catalogue/packages.ts'
import { choiceOf, nameOfOrder, orderOf, priceOfOrder, withChoice, type Choice } from '#web/src/money/shop/choice.ts'
import { endIntent, intentOf, notePayment } from '#web/src/money/shop/begin.ts'

const read = (query: string) => choiceOf(new URLSearchParams(query))
const custom = (text: string): Choice => ({ kind: 'custom', text })

describe('the choice in an address', () => {
  it.each<[string, Choice]>([
    ['', { kind: 'package', id: 'tokens-1000' }],
    ['package=tokens-500', { kind: 'package', id: 'tokens-500' }],
    ['package=tokens-501', { kind: 'package', id: 'tokens-1000' }],
    ['package=custom&tokens=77', custom('77')],
    ['package=custom&tokens=%3Cb%3E', custom('<b>')],
    ['plan=premium&package=tokens-500', { kind: 'premium' }],
    ['plan=free', { kind: 'package', id: 'tokens-1000' }],
    ['tokens=1', { kind: 'package', id: 'tokens-100' }],
    ['tokens=100', { kind: 'package', id: 'tokens-100' }],
    ['tokens=101', { kind: 'package', id: 'tokens-500' }],
    ['tokens=550', { kind: 'package', id: 'tokens-500' }],
    ['tokens=551', { kind: 'package', id: 'tokens-1000' }],
    ['tokens=6200', { kind: 'package', id: 'tokens-5000' }],
    ['tokens=6201', custom('6201')],
    ['tokens=99999', custom('10000')],
    ['tokens=0', { kind: 'package', id: 'tokens-1000' }],
    ['tokens=-5', { kind: 'package', id: 'tokens-1000' }]
  ])('%s', (query, choice) => {
    expect(read(query)).toEqual(choice)
  })

  it.each<Choice>([{ kind: 'package', id: 'tokens-100' }, custom('15'), { kind: 'premium' }])(
    'is written back to it, and the return path stays: $kind',
    (choice) => {
      const kept = withChoice(new URLSearchParams('plan=premium&package=tokens-500&tokens=3&return=/luma'), choice)
      expect(choiceOf(kept)).toEqual(choice)
      expect(kept.get('return')).toBe('/luma')
    }
  )
})

describe('an order', () => {
  it.each(tokenPackages)('of $id costs its price and gives its bonus', ({ id, priceRub, tokens, bonusTokens }) => {
    const order = orderOf({ kind: 'package', id })
    expect(order).toMatchObject({ kind: 'tokens', offer: { totalTokens: tokens + bonusTokens } })
    expect(order && priceOfOrder(order)).toBe(priceRub)
  })

  it.each([
    ['9', null],
    ['10', 10],
    ['10000', 10_000],
    [' 10 000', 10_000],
    ['1\u00a0000', 1000],
    ['10001', null],
    ['12.5', null],
    ['1e3', null],
    ['', null],
    ['десять', null]
  ])('of the custom amount %s costs %s', (text, price) => {
    const order = orderOf(custom(text))
    expect(order && priceOfOrder(order)).toBe(price)
  })

  it('of Premium costs the price of a month', () => {
    expect(orderOf({ kind: 'premium' })).toEqual({ kind: 'premium', amountRub: 990 })
  })
})

const idOf = (...args: Parameters<typeof intentOf>) => intentOf(...args).intent.operationId

describe('an intent', () => {
  const order = orderOf({ kind: 'package', id: 'tokens-500' })!
  const other = orderOf({ kind: 'package', id: 'tokens-1000' })!

  it('is the same after reloads and in other tabs, and ends with its payment', () => {
    const { intent, isNew } = intentOf(order, 'anna')
    expect(isNew).toBe(true)
    expect(intentOf(order, 'anna')).toEqual({ intent, isNew: false })
    notePayment(intent, 'payment-1')
    endIntent({ paymentId: 'payment-2' })
    expect(idOf(order, 'anna')).toBe(intent.operationId)
    endIntent({ paymentId: 'payment-1' })
    expect(idOf(order, 'anna')).not.toBe(intent.operationId)
  })

  it('is a new one for another order, another user and after an hour', () => {
    const ids = [
      idOf(order, 'anna', 0),
      idOf(order, 'anna', 51 * 60_000),
      idOf(other, 'anna', 51 * 60_000),
      idOf(other, 'boris', 51 * 60_000)
    ]
    expect(new Set(ids).size).toBe(4)
    expect(nameOfOrder(order)).not.toBe(nameOfOrder(other))
  })

  it('lasts as long as the page when storage is blocked, and is replaced when the stored one is invalid', () => {
    localStorage.setItem('purchase-intent', '{"operationId":"../x"}')
    expect(intentOf(order, 'anna').isNew).toBe(true)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota is exceeded', 'QuotaExceededError')
    })
    localStorage.clear()
    const { intent } = intentOf(order, 'anna')
    expect(intentOf(order, 'anna')).toEqual({ intent, isNew: false })
    endIntent(intent)
    expect(idOf(order, 'anna')).not.toBe(intent.operationId)
    vi.restoreAllMocks()
  })
})
