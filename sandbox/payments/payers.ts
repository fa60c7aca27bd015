import { isObject } from '../json.ts'
import type { CallControls } from '../controls.ts'
import type { JsonObject } from '../json.ts'
import type { SandboxState } from '../state.ts'

/**
 * The switches for the user who pays: the shop names them in the metadata of a payment.
 * @param id of a payment or of a refund
 * @param order what a payment is made of, where there is none yet
 */
export function controlsOf(state: SandboxState, id: unknown, order: JsonObject = {}): CallControls {
  const { payments, refunds } = state.payments.register
  const payment = payments.get(refunds.get(String(id))?.paymentId ?? String(id))
  const metadata = payment?.metadata ?? order['metadata']
  const userId = isObject(metadata) ? metadata['user_id'] : undefined
  return state.scopes.of(typeof userId === 'string' ? [userId] : [])
}
