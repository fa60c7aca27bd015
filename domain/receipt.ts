// Fiscal receipts (54-FZ) in YooKassa's form. VAT code, subject and mode are the accountant's choice, so they come from
// the environment (yookassa.ru/developers/payment-acceptance/receipts/54fz).
import { decimalOf } from './money.ts'

/** 1 no VAT, 2 0 %, 3 10 %, 4 20 %, 5 10/110, 6 20/120, 7 5 %, 8 7 %, 9 5/105, 10 7/107, 11 22 %, 12 22/122. */
export const vatCodes = { min: 1, max: 12 } as const

/** The modes that «Чеки от ЮKassa» accept. */
export const paymentModes = ['full_prepayment', 'full_payment'] as const

export interface ReceiptRules {
  YOOKASSA_VAT_CODE: number
  YOOKASSA_PAYMENT_SUBJECT: string
  YOOKASSA_PAYMENT_MODE: (typeof paymentModes)[number]
}

export interface Sale {
  email: string
  /** At most 128 characters. */
  description: string
  amountKopecks: number
  currency: string
}

export interface Receipt {
  customer: { email: string }
  items: {
    description: string
    quantity: number
    amount: { value: string; currency: string }
    vat_code: number
    payment_subject: string
    payment_mode: string
    measure: 'piece'
  }[]
}

/** One line: the tokens are sold as one item, so that the lines sum up to the payment exactly. */
export const receiptOf = (rules: ReceiptRules, { email, description, amountKopecks, currency }: Sale): Receipt => ({
  customer: { email },
  items: [
    {
      description,
      quantity: 1,
      amount: { value: decimalOf(amountKopecks), currency },
      vat_code: rules.YOOKASSA_VAT_CODE,
      payment_subject: rules.YOOKASSA_PAYMENT_SUBJECT,
      payment_mode: rules.YOOKASSA_PAYMENT_MODE,
      measure: 'piece'
    }
  ]
})
