// YooKassa's validation of request bodies: the wrong parameter with a message, or null.
import { isObject, type JsonObject } from '../base/json.ts'
import { kopecksOf } from './register.ts'

export interface Complaint {
  parameter: string
  description: string
}

const KOPECKS_MIN = 100
const KOPECKS_MAX = 35_000_000

const wrong = (parameter: string, description: string): Complaint => ({ parameter, description })
const fieldOf = (object: unknown, key: string) => (isObject(object) ? object[key] : undefined)

export function amountComplaint(amount: unknown, parameter = 'amount'): Complaint | null {
  const value = fieldOf(amount, 'value')
  if (typeof value !== 'string' || !/^\d{1,9}(\.\d{1,2})?$/.test(value))
    return wrong(`${parameter}.value`, 'Illegal parameter value')
  if (fieldOf(amount, 'currency') !== 'RUB') return wrong(`${parameter}.currency`, 'Illegal currency')
  return null
}

export function paymentComplaint(body: JsonObject): Complaint | null {
  const amount = amountComplaint(body['amount'])
  if (amount) return amount
  const kopecks = kopecksOf(String(fieldOf(body['amount'], 'value')))
  if (kopecks < KOPECKS_MIN || kopecks > KOPECKS_MAX)
    return wrong('amount.value', 'Amount is out of the range allowed for the payment method')
  return confirmationComplaint(body) ?? textComplaint(body) ?? receiptComplaint(body['receipt'], kopecks)
}

function confirmationComplaint(body: JsonObject): Complaint | null {
  if (body['payment_method_id'] !== undefined)
    return body['confirmation'] === undefined
      ? null
      : wrong('confirmation', 'Confirmation cannot be used with a saved payment method')
  const { confirmation } = body
  const type = fieldOf(confirmation, 'type')
  if (type !== 'embedded') return wrong('confirmation.type', 'Illegal confirmation type')
  for (const excluded of ['payment_method_data', 'payment_token', 'airline'])
    if (body[excluded] !== undefined) return wrong(excluded, 'Cannot be used with embedded confirmation')
  return null
}

const isShort = ([key, value]: [string, unknown]) =>
  key.length <= 32 && typeof value === 'string' && value.length <= 512

function textComplaint({ description, metadata, capture }: JsonObject): Complaint | null {
  if (description !== undefined && (typeof description !== 'string' || description.length > 128))
    return wrong('description', 'Description is too long')
  if (capture !== true) return wrong('capture', 'The sandbox captures every payment at once')
  if (metadata === undefined) return null
  if (!isObject(metadata) || Object.keys(metadata).length > 16) return wrong('metadata', 'Illegal metadata')
  return Object.entries(metadata).every(isShort) ? null : wrong('metadata', 'Illegal metadata')
}

/** The receipt's items must add up to the payment, to the kopeck. */
export function receiptComplaint(receipt: unknown, kopecks: number): Complaint | null {
  const items = fieldOf(receipt, 'items')
  if (!Array.isArray(items) || items.length === 0 || items.length > 100)
    return wrong('receipt', 'Receipt is missing or illegal')
  const email = fieldOf(fieldOf(receipt, 'customer'), 'email')
  if (typeof email !== 'string' || !email.includes('@')) return wrong('receipt.customer.email', 'Illegal email')
  let sum = 0
  for (const [index, item] of items.entries()) {
    const problem = itemComplaint(item, `receipt.items[${index}]`)
    if (problem) return problem
    sum += kopecksOf(String(fieldOf(fieldOf(item, 'amount'), 'value'))) * Number(fieldOf(item, 'quantity'))
  }
  return sum === kopecks ? null : wrong('receipt.items', 'Sum of the items differs from the amount')
}

function itemComplaint(item: unknown, path: string): Complaint | null {
  const description = fieldOf(item, 'description')
  if (typeof description !== 'string' || description.length < 1 || description.length > 128)
    return wrong(`${path}.description`, 'Illegal description')
  const quantity = Number(fieldOf(item, 'quantity'))
  if (!(quantity > 0 && quantity <= 99_999.999)) return wrong(`${path}.quantity`, 'Illegal quantity')
  const vat = fieldOf(item, 'vat_code')
  if (!Number.isInteger(vat) || Number(vat) < 1 || Number(vat) > 12)
    return wrong(`${path}.vat_code`, 'Illegal VAT code')
  if (!['full_prepayment', 'full_payment'].includes(String(fieldOf(item, 'payment_mode'))))
    return wrong(`${path}.payment_mode`, 'Illegal payment mode')
  if (typeof fieldOf(item, 'payment_subject') !== 'string')
    return wrong(`${path}.payment_subject`, 'Illegal payment subject')
  return amountComplaint(fieldOf(item, 'amount'), `${path}.amount`)
}
