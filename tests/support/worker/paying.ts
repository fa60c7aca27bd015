// Purchases of a test's person, and the sandbox's YooKassa: its payers, notifications and faults.
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { ConfirmedPayment } from '#contract/payments.ts'
import { openDirectory } from '#data/base/database.ts'
import { findPayment, type PaymentRow } from '#data/directory/payments.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { answered, dataOf, newPerson, type Person, sendAsVisitor } from './person.ts'

const sandbox = new URL(env.YOOKASSA_BASE_URL).origin

const jsonOf = async <Body>(response: Response): Promise<Body> => response.json()
const postTo = (path: string, body: unknown) =>
  fetch(`${sandbox}${path}`, { method: 'POST', body: JSON.stringify(body) })

export const control = async (settings: object) => {
  const response = await postTo('/control.json', settings)
  if (!response.ok) throw new Error(await response.text())
}

export const goodCard = '5555555555554444'
export const poorCard = '5555555555554600'

export const packageOf = (id: 'tokens-100' | 'tokens-500' | 'tokens-1000') => {
  const amount = Number(id.slice(7))
  return { tokens: amount, amount, package_id: id }
}

export interface Begun {
  id: string
  confirmation_token: string | null
  amount: number
  status: string
}

export const buy = (person: Person, purchase: object = packageOf('tokens-500'), key = crypto.randomUUID()) =>
  person.send('POST', '/tokens/purchase', purchase, { 'idempotency-key': key })

export const begin = async (person: Person, purchase?: object): Promise<Begun> =>
  dataOf<Begun>(await buy(person, purchase))

/** Pays as the payer does in the widget. */
export const pay = async ({ confirmation_token: token }: Begun, card = goodCard) =>
  jsonOf<{ payment_id: string; status: string }>(await postTo('/pay.json', { confirmation_token: token, card }))

export const confirm = async (person: Person, id: string) =>
  dataOf<ConfirmedPayment>(await person.send('POST', `/tokens/payment/${id}/success`))

const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : String(input))

/** Counts the requests to YooKassa from now on. */
export function countQuestions(): () => number {
  const calls = vi.spyOn(globalThis, 'fetch')
  return () => calls.mock.calls.filter(([input]) => urlOf(input).startsWith(env.YOOKASSA_BASE_URL)).length
}

/** A new person whose order is paid, and not credited yet. */
export async function newPayer(purchase?: object): Promise<{ person: Person; begun: Begun }> {
  const person = await newPerson()
  const begun = await begin(person, purchase)
  await pay(begun)
  return { person, begun }
}

/** A new person who has bought 500 tokens. */
export async function newBuyer(): Promise<{ person: Person; id: string }> {
  const { person, begun } = await newPayer()
  await confirm(person, begun.id)
  return { person, id: begun.id }
}

export const rowOf = async (id: string): Promise<PaymentRow> => {
  const row = await findPayment(openDirectory(env), id)
  if (!row) throw new Error(`There is no payment ${id}`)
  return row
}

export const balanceOf = async ({ userId }: Person) => (await userOf(env, userId).view()).availableTokens

/** Lets a minute pass since YooKassa was asked about this order: a notification is then no longer left to the cron. */
export const letCheckAge = async (id: string) => {
  await env.DB.prepare('update payments set checked_at = checked_at - 60000 where id = ?').bind(id).run()
}

interface Seen {
  id: string
  metadata?: Record<string, string>
  [field: string]: unknown
}

interface Notification {
  event: string
  object: Seen
}

interface Books {
  payments: Seen[]
  refunds: Seen[]
  receipts: { id: string; paymentId: string; value: string; items: { payment_mode: string }[] }[]
  notifications: { event: string; body: Notification }[]
}

/** All payments, refunds and notifications of the sandbox's YooKassa. */
const books = async () => jsonOf<Books>(await fetch(`${sandbox}/payments.json`))

export const paymentsOf = async (order: string) =>
  (await books()).payments.filter(({ metadata }) => metadata?.['order_id'] === order)

export const alter = async (id: string, changes: object) => {
  const { providerPaymentId } = await rowOf(id)
  await command({ action: 'change', id: providerPaymentId, ...changes })
}

/** Refunds in YooKassa's own dashboard. @returns the refund, as its notification would show it */
export async function refundAtYookassa(id: string, amount: string): Promise<Seen> {
  const { providerPaymentId } = await rowOf(id)
  const response = await fetch(`${env.YOOKASSA_BASE_URL}/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${env.YOOKASSA_SHOP_ID}:${env.YOOKASSA_SECRET_KEY}`)}`,
      'idempotence-key': crypto.randomUUID()
    },
    body: JSON.stringify({ payment_id: providerPaymentId, amount: { value: amount, currency: 'RUB' } })
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

const command = async (body: object) => {
  const response = await postTo('/payments.json', body)
  if (!response.ok) throw new Error(await response.text())
}

/** Ends a refund that was made with the fault `refund-pending`. */
export const endRefund = (id: string, status: 'succeeded' | 'canceled') => command({ action: 'refund', id, status })

/** What the register says of a refund's receipt; null: the truth. */
export const alterRefundReceipt = (id: string, receipt: 'pending' | 'canceled' | null) =>
  command({ action: 'refund', id, receipt })

/** Lets a day pass after which YooKassa no longer knows an idempotence key. */
export const forgetKeys = () => command({ action: 'forget-keys' })

/** The refunds of this order that YooKassa knows, newest first. */
export const refundsOf = async (id: string) => {
  const { providerPaymentId } = await rowOf(id)
  return (await books()).refunds.filter((one) => one['payment_id'] === providerPaymentId)
}

/** The second receipts of this order that YooKassa knows, oldest first. */
export const receiptsOf = async (id: string) => {
  const { providerPaymentId } = await rowOf(id)
  return (await books()).receipts.filter((one) => one.paymentId === providerPaymentId).toReversed()
}

/** What the register says of a second receipt; null: the truth. */
export const alterReceipt = (id: string, receipt: 'pending' | 'canceled' | null) =>
  command({ action: 'receipt', id, receipt })

export const notifyRefund = (object: unknown) => notify({ type: 'notification', event: 'refund.succeeded', object })

/** The notification that YooKassa would send about this order now. */
export async function notificationOf(id: string, event = 'payment.succeeded', changes: object = {}) {
  const { providerPaymentId } = await rowOf(id)
  const { payments } = await books()
  const object = payments.find((payment) => payment.id === providerPaymentId)
  return { type: 'notification', event, object: { ...object, ...changes } }
}

export const notify = async (body: unknown, headers: Record<string, string> = {}) =>
  answered(await sendAsVisitor('POST', '/payments/yookassa/notifications', body, headers))

export const accepted = { status: 200, success: true, data: {}, message: null, error: null }
