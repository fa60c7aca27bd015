// The payer's side: the widget's frame with the card form and the bank's page for a 3-D Secure code, and the requests from
// there, or from a test that pays without it.
import { html } from 'hono/html'
import { isObject, parseJson } from '../base/json.ts'
import { show } from '../base/page.ts'
import { cardOf, TEST_CARDS, type TestCard } from './cards.ts'
import type { Context } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import type { PaymentState } from './desk.ts'
import type { StoredPayment } from './register.ts'

const SCRIPT = `
const { token } = document.body.dataset
const tell = (type, error) => parent.postMessage({ type, error }, '*')
const [card, bank, outcome] = ['card', 'bank', 'outcome'].map((id) => document.getElementById(id))
if (document.body.dataset.error) tell('error', document.body.dataset.error)

async function pay(body) {
  for (const button of document.querySelectorAll('button')) button.disabled = true
  const response = await fetch('/pay.json', {
    method: 'POST',
    body: JSON.stringify({ confirmation_token: token, interactive: true, ...body })
  })
  const answer = await response.json()
  for (const button of document.querySelectorAll('button')) button.disabled = false
  if (answer.error) return tell('fail', answer.error)
  card.hidden = true
  bank.hidden = answer.confirmation !== '3ds'
  if (answer.confirmation === '3ds') return
  outcome.textContent = answer.status === 'succeeded' ? 'Оплачено' : 'Платёж отклонён: ' + answer.reason
  tell(answer.status === 'succeeded' ? 'success' : 'fail')
}

card?.addEventListener('submit', (event) => {
  event.preventDefault()
  pay({ card: new FormData(card).get('number') })
})
bank?.addEventListener('submit', (event) => {
  event.preventDefault()
  pay({ confirmed: event.submitter.value === 'yes' })
})
for (const button of document.querySelectorAll('[data-card]'))
  button.addEventListener('click', () => { card.elements.number.value = button.dataset.card })
`

const labelOf = ({ decline, threeDSecure, brand }: TestCard) =>
  decline ? decline.reason : `оплата, ${brand}${threeDSecure ? ', 3-D Secure' : ''}`

function errorOf(payment: StoredPayment | undefined): string {
  if (!payment) return 'invalid_token'
  if (payment.status === 'pending') return ''
  return payment.cancellation?.reason === 'expired_on_confirmation' ? 'token_expired' : 'invalid_token'
}

export function formPage(c: Context<SandboxEnvironment>, state: PaymentState): Response | Promise<Response> {
  const token = c.req.query('token') ?? ''
  const payment = state.payments.register.findByToken(token)
  const error = errorOf(payment)
  const body = html`
    <main>
      <h1>${payment ? `К оплате ${payment.value} ${payment.currency}` : 'Платежа нет'}</h1>
      <p class="quiet">Песочница вместо ЮKassa: деньги не списываются.</p>
      <form id="card" ${error === '' ? '' : 'hidden'}>
        <p>
          <label>Номер карты <input name="number" inputmode="numeric" autocomplete="off" required /></label>
        </p>
        <p><button type="submit">Заплатить</button></p>
        <p class="quiet">Тестовые карты:</p>
        <ul>
          ${TEST_CARDS.map(
            (card) =>
              html`<li><button type="button" data-card="${card.number}">${card.number}</button> ${labelOf(card)}</li>`
          )}
        </ul>
      </form>
      <form id="bank" hidden>
        <h2>Подтверждение в банке (3-D Secure)</h2>
        <p>
          <label>Код из СМС, любой <input name="code" inputmode="numeric" autocomplete="one-time-code" /></label>
        </p>
        <p>
          <button type="submit" value="yes">Подтвердить</button>
          <button type="submit" value="no">Отказаться</button>
        </p>
      </form>
      <p id="outcome" role="status"></p>
    </main>
  `
  return show(c, { title: 'Оплата картой', body, data: { token, error }, script: SCRIPT })
}

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
    const error = errorOf(payment)
    if (!payment) return answer(404, { error })
    if (error !== '') return answer(409, { error, status: payment.status })

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
