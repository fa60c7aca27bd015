// The payer's side: requests from the widget's form, and from a test that pays without the form.
import { isObject, parseJson } from '../base/json.ts'
import { cardOf } from './cards.ts'
import type { Context } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import type { PaymentState } from './desk.ts'

/** CORS headers: the widget calls the sandbox from the site's pages. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'POST'
}

export const allowAnySite = () => new Response(null, { status: 204, headers: CORS })

const answer = (status: number, body: unknown) => Response.json(body, { status, headers: CORS })

/**
 * `POST /pay.json { confirmation_token, card }`: pays, or is declined, at once; a card with 3-D Secure counts as
 * confirmed. With `interactive: true`, as the form sends it, such a card waits for `{ confirmation_token, confirmed }`.
 */
export function servePay(state: PaymentState) {
  return async (c: Context<SandboxEnvironment>): Promise<Response> => {
    const sent = parseJson(await c.req.text())
    const { confirmation_token: token, card, interactive, confirmed } = isObject(sent) ? sent : {}
    if (typeof token !== 'string' || token === '') return answer(400, { error: 'token_required' })
    const { register, waiting } = state.payments
    const payment = register.findByToken(token)
    if (!payment) return answer(404, { error: 'invalid_token' })
    if (payment.status !== 'pending')
      return answer(409, {
        error: payment.cancellation?.reason === 'expired_on_confirmation' ? 'token_expired' : 'invalid_token',
        status: payment.status
      })

    const number = typeof card === 'string' ? card : (waiting.get(token) ?? '')
    if (number === '') return answer(400, { error: 'card_required' })
    if (interactive === true && confirmed === undefined && cardOf(number).threeDSecure) {
      waiting.set(token, number)
      return answer(200, { payment_id: payment.id, status: 'pending', confirmation: '3ds' })
    }
    waiting.delete(token)
    if (confirmed === false) register.cancel(payment, { party: 'payment_network', reason: '3d_secure_failed' })
    else register.pay(payment, number)
    return answer(200, { payment_id: payment.id, status: payment.status, reason: payment.cancellation?.reason ?? null })
  }
}
