// The widget's frame: the card form, and the bank's page with its 3-D Secure code.
import { html } from 'hono/html'
import { show } from '../base/page.ts'
import { TEST_CARDS, type TestCard } from './cards.ts'
import type { Context } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import type { PaymentState } from './desk.ts'
import type { StoredPayment } from './register.ts'

const SCRIPT = `
const { token, back } = document.body.dataset
const tell = (type, error) => {
  if (back) location.href = back
  else parent.postMessage({ type, error }, '*')
}
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

/** Where a payer who was sent to this page returns to; empty inside the widget. */
const backOf = (payment: StoredPayment | undefined) => String(payment?.confirmation?.['return_url'] ?? '')

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
  return show(c, { title: 'Оплата картой', body, data: { token, back: backOf(payment), error }, script: SCRIPT })
}
