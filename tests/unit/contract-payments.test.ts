import { describe, expect, test } from 'vitest'
import { confirmPayment, notifyPayment, startPurchase } from '#contract/payments.ts'

const problems = (sent: unknown) =>
  Object.fromEntries(
    (startPurchase.input.safeParse(sent).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message])
  )

describe('a purchase', () => {
  test('matches a catalogue offer, whether the client’s tokens include the bonus or not', () => {
    const offer = { packageId: 'tokens-500', tokens: 500, bonusTokens: 50, totalTokens: 550, amountRub: 500 }
    for (const tokens of [500, 550])
      expect(startPurchase.input.parse({ tokens, amount: 500, package_id: 'tokens-500' })).toEqual(offer)
  })

  test('of a custom amount costs one rouble a token', () => {
    expect(startPurchase.input.parse({ tokens: 42, amount: 42, package_id: 'custom' })).toMatchObject({
      totalTokens: 42,
      amountRub: 42
    })
    expect(startPurchase.input.parse({ tokens: 42, amount: 42 })).toMatchObject({ packageId: 'custom' })
  })

  test('is refused when amount, tokens or package differ from the catalogue', () => {
    const range = 'Можно купить от 10 до 10000 токенов'
    expect(problems({ tokens: 5000, amount: 1, package_id: 'tokens-5000' })).toEqual({
      amount: 'Цена изменилась. Обновите страницу'
    })
    expect(problems({ tokens: 9000, amount: 100, package_id: 'tokens-100' })).toEqual({
      tokens: 'Состав пакета изменился. Обновите страницу'
    })
    expect(problems({ tokens: 7, amount: 7, package_id: 'tokens-7' })).toEqual({ package_id: 'Такого пакета нет' })
    expect(problems({ tokens: 100, amount: 100, package_id: '__proto__' })).toEqual({ package_id: 'Такого пакета нет' })
    const hostile = [-100, -0, 1e9, Number.MAX_SAFE_INTEGER + 1, Infinity, '1e3', '٣٠', '1_000', [100], undefined]
    for (const tokens of [9, 10_001, 10.5, '100', null, ...hostile])
      expect(problems({ tokens, amount: tokens, package_id: 'custom' }), String(tokens)).toHaveProperty('tokens', range)
    for (const amount of [99.99, 100.0000001, Infinity])
      expect(problems({ tokens: 100, amount, package_id: 'custom' })).toHaveProperty('amount')
  })
})

describe('confirming a payment', () => {
  test('takes the payment’s id from the path', () => {
    expect(confirmPayment.input.parse({ id: '2e8f3b7a-000f-5000-9000-1a2b3c4d5e6f' })).toHaveProperty('id')
    expect(confirmPayment.input.safeParse({ id: '../tokens' }).success).toBe(false)
  })

  test('takes a notification with any fields beside the id', () => {
    const sent = {
      type: 'notification',
      event: 'payment.succeeded',
      object: { id: '2e8f3b7a', amount: { value: '1' } }
    }
    expect(notifyPayment.input.parse(sent)).toEqual(sent)
    expect(notifyPayment.input.safeParse({ ...sent, object: {} }).success).toBe(false)
  })
})
