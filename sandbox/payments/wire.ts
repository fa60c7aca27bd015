// Payments and refunds in YooKassa's wire format.
import type { JsonObject } from '../base/json.ts'
import { decimalOf, type PaymentRegister, type StoredPayment, type StoredRefund } from './register.ts'

const isoOf = (at: number) => new Date(at).toISOString()

export function paymentObject(register: PaymentRegister, payment: StoredPayment): JsonObject {
  const { id, status, value, currency, shopId, description, metadata, createdAt, endedAt, test } = payment
  return {
    id,
    status,
    paid: status === 'succeeded',
    amount: { value, currency },
    ...(status === 'pending' && payment.confirmation ? { confirmation: payment.confirmation } : {}),
    created_at: isoOf(createdAt),
    ...(description === null ? {} : { description }),
    metadata,
    ...(payment.card === null ? {} : methodOf(payment)),
    recipient: { account_id: shopId, gateway_id: '100700' },
    refundable: status === 'succeeded' && decimalOf(payment.refundedKopecks) !== value,
    test,
    ...(payment.hasReceipt ? { receipt_registration: register.receiptOf(payment) } : {}),
    ...(status === 'succeeded' && endedAt !== null
      ? { captured_at: isoOf(endedAt), refunded_amount: { value: decimalOf(payment.refundedKopecks), currency } }
      : {}),
    ...(payment.cancellation ? { cancellation_details: payment.cancellation } : {})
  }
}

function methodOf({ id, card, status, savesMethod, methodId }: StoredPayment): JsonObject {
  if (!card) return {}
  const isSaved = methodId !== null || (savesMethod && status === 'succeeded')
  const [first6, last4] = [card.number.slice(0, 6), card.number.slice(-4)]
  return {
    payment_method: {
      type: 'bank_card',
      id: methodId ?? id,
      saved: isSaved,
      status: isSaved ? 'active' : 'inactive',
      title: `Bank card *${last4}`,
      card: { first6, last4, expiry_year: '2030', expiry_month: '12', card_type: card.brand, issuer_country: 'RU' }
    },
    authorization_details: {
      rrn: '100000000000',
      auth_code: '000000',
      three_d_secure: { applied: card.threeDSecure }
    }
  }
}

/** A refund has a receipt where its payment has one, also when the shop sends none. */
export const refundObject = (
  register: PaymentRegister,
  refund: StoredRefund,
  { currency, hasReceipt }: StoredPayment
): JsonObject => ({
  id: refund.id,
  payment_id: refund.paymentId,
  status: refund.status,
  created_at: isoOf(refund.createdAt),
  amount: { value: refund.value, currency },
  ...(refund.status === 'canceled'
    ? { cancellation_details: { party: 'yoo_money', reason: 'insufficient_funds' } }
    : {}),
  ...(hasReceipt ? { receipt_registration: register.receiptOf(refund) } : {})
})
