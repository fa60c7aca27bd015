// The sandbox's YooKassa, called through the payment adapter and through the payers' page.
import type { Send } from '#providers/http/http.ts'
import type { PaymentOrder } from '#providers/payment/payment-provider.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/app.ts'
import { createJumpingClock } from './sandbox-exchange.ts'

const origin = 'http://sandbox.test'

export const yookassaSettings = {
  YOOKASSA_BASE_URL: `${origin}/yookassa/v3`,
  YOOKASSA_SHOP_ID: 'sandbox',
  YOOKASSA_SECRET_KEY: 'key'
}

export const paymentOrder: PaymentOrder = {
  orderId: 'order-12345',
  userId: 'user-12345',
  idempotenceKey: 'key-1',
  amount: { value: '500.00', currency: 'RUB' },
  description: 'Токены AI-платформы, 550 шт.',
  receipt: {
    customer: { email: 'ivan@example.ru' },
    items: [
      {
        description: 'Токены AI-платформы, 550 шт.',
        quantity: 1,
        amount: { value: '500.00', currency: 'RUB' },
        vat_code: 1,
        payment_subject: 'service',
        payment_mode: 'full_payment',
        measure: 'piece'
      }
    ]
  }
}

export function payingSandbox(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ clock: createJumpingClock(), ...options })
  const send: Send = async (url, init) => sandbox.fetch(new Request(url, init))
  return { sandbox, provider: yookassa(yookassaSettings, { send, timeoutMs: 1000 }) }
}

export async function post(sandbox: Sandbox, path: string, body: unknown, headers: Record<string, string> = {}) {
  const request = new Request(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await sandbox.fetch(request)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

export const pay = (sandbox: Sandbox, token: string | null, card: string, more: object = {}) =>
  post(sandbox, '/pay.json', { confirmation_token: token, card, ...more })

export async function readJson(sandbox: Sandbox, path: string, headers: Record<string, string> = {}): Promise<unknown> {
  return (await sandbox.fetch(new Request(`${origin}${path}`, { headers }))).json()
}
