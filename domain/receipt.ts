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
  /** Of a return: the part that a second receipt had turned from an advance into a payment. */
  settledKopecks?: number
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

/** Of an advance the tax is a part of the sum (20/120); of what is settled it is reckoned by its own rate (20 %). */
const settledVatCodes: Readonly<Record<number, number>> = { 5: 3, 6: 4, 9: 7, 10: 8, 12: 11 }

const settledRules = (rules: ReceiptRules): ReceiptRules => ({
  ...rules,
  YOOKASSA_VAT_CODE: settledVatCodes[rules.YOOKASSA_VAT_CODE] ?? rules.YOOKASSA_VAT_CODE,
  YOOKASSA_PAYMENT_MODE: 'full_payment'
})

/** A purchase is receipted and returned as it was sold, whatever the shop does now. */
export const rulesOfSale = (
  rules: ReceiptRules,
  { isAdvance, vatCode }: { isAdvance: boolean; vatCode: number | null }
): ReceiptRules => ({
  ...rules,
  YOOKASSA_VAT_CODE: vatCode ?? rules.YOOKASSA_VAT_CODE,
  YOOKASSA_PAYMENT_MODE: isAdvance ? 'full_prepayment' : 'full_payment'
})

const itemOf = (rules: ReceiptRules, { description, amountKopecks, currency }: Omit<Sale, 'email'>) => ({
  description,
  quantity: 1,
  amount: { value: decimalOf(amountKopecks), currency },
  vat_code: rules.YOOKASSA_VAT_CODE,
  payment_subject: rules.YOOKASSA_PAYMENT_SUBJECT,
  payment_mode: rules.YOOKASSA_PAYMENT_MODE,
  measure: 'piece' as const
})

/** One line: the tokens are sold as one item, so that the lines sum up to the payment exactly. A return may be of both kinds. */
export function receiptOf(rules: ReceiptRules, { email, settledKopecks = 0, ...sale }: Sale): Receipt {
  const advanced = { ...sale, amountKopecks: sale.amountKopecks - settledKopecks }
  const settled = { ...sale, amountKopecks: settledKopecks }
  return {
    customer: { email },
    items: [
      ...(advanced.amountKopecks > 0 ? [itemOf(rules, advanced)] : []),
      ...(settledKopecks > 0 ? [itemOf(settledRules(rules), settled)] : [])
    ]
  }
}

/** The second receipt: what was paid in advance is now paid in full. */
export const secondReceiptOf = (rules: ReceiptRules, sale: Sale) => ({
  ...receiptOf(settledRules(rules), sale),
  settlements: [{ type: 'prepayment', amount: { value: decimalOf(sale.amountKopecks), currency: sale.currency } }]
})
