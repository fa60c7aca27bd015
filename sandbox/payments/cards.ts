// The published cards of YooKassa's test shop (yookassa.ru/developers/payment-acceptance/testing-and-going-live/testing).

export interface TestCard {
  number: string
  brand: 'MasterCard' | 'Visa' | 'Mir'
  /** Needs a 3-D Secure code first. */
  threeDSecure: boolean
  /** Who declines the payment and why; null: the card pays. */
  decline: { party: 'payment_network' | 'yoo_money'; reason: string } | null
}

const paying = (number: string, brand: TestCard['brand'], threeDSecure = false): TestCard => ({
  number,
  brand,
  threeDSecure,
  decline: null
})

const declining = (
  ending: string,
  reason: string,
  party: 'payment_network' | 'yoo_money' = 'payment_network'
): TestCard => ({
  number: `555555555555${ending}`,
  brand: 'MasterCard',
  threeDSecure: reason === '3d_secure_failed',
  decline: { party, reason }
})

export const TEST_CARDS: readonly TestCard[] = [
  paying('5555555555554477', 'MasterCard', true),
  paying('5555555555554444', 'MasterCard'),
  paying('2200000000000004', 'Mir', true),
  paying('2202474301322987', 'Mir'),
  paying('4793128161644804', 'Visa', true),
  paying('4111111111111111', 'Visa'),
  declining('4592', '3d_secure_failed'),
  declining('4535', 'call_issuer'),
  declining('4543', 'card_expired'),
  declining('4568', 'fraud_suspected'),
  declining('4527', 'general_decline'),
  declining('4600', 'insufficient_funds'),
  declining('4618', 'invalid_card_number'),
  declining('4626', 'invalid_csc'),
  declining('4501', 'issuer_unavailable'),
  declining('4576', 'payment_method_limit_exceeded'),
  declining('4550', 'payment_method_restricted'),
  declining('4584', 'country_forbidden', 'yoo_money'),
  declining('4634', 'fraud_suspected', 'yoo_money')
]

/** A number that is not in the table is declined as invalid. */
export function cardOf(number: string): TestCard {
  const digits = number.replace(/\D/g, '')
  const decline = { party: 'payment_network', reason: 'invalid_card_number' } as const
  return (
    TEST_CARDS.find((card) => card.number === digits) ?? {
      number: digits.padEnd(16, '0'),
      brand: 'MasterCard',
      threeDSecure: false,
      decline
    }
  )
}
