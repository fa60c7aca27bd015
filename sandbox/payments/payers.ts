import { isObject, type JsonObject } from '../base/json.ts'
import type { CallControls } from '../base/controls.ts'
import type { PaymentState } from './desk.ts'

/**
 * The switches for the paying user, whose id the shop puts into the payment's metadata.
 * @param id of a payment or a refund
 * @param order the body of a call that creates a payment
 */
export function controlsOf(state: PaymentState, id: unknown, order: JsonObject = {}): CallControls {
  const { payments, refunds } = state.payments.register
  const payment = payments.get(refunds.get(String(id))?.paymentId ?? String(id))
  const metadata = payment?.metadata ?? order['metadata']
  const userId = isObject(metadata) ? metadata['user_id'] : undefined
  return state.scopes.of(typeof userId === 'string' ? [userId] : [])
}
