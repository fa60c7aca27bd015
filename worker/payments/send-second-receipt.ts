// One second receipt on its way: sent, looked for after an interruption, and followed until the register has it. Which one is due is
// decided in settle-advance.ts.
import type { Directory } from '#data/base/database.ts'
import type { PaymentRow } from '#data/directory/payments.ts'
import { changeSecondReceipt, otherReceiptIds } from '#data/directory/second-receipt-changes.ts'
import type { SecondReceiptRow } from '#data/directory/second-receipts.ts'
import { madeReceipt } from '#domain/advance.ts'
import { kopecksOf } from '#domain/money.ts'
import { keyLifeMs } from '#domain/payment.ts'
import { lostReceipt } from '#domain/receipt-registration.ts'
import { rulesOfSale, secondReceiptOf } from '#domain/receipt.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { PaymentProvider, ProviderReceipt } from '#providers/payment/payment-provider.ts'
import { mayYetBegin } from './advance-payment.ts'
import { descriptionOf } from './payment-ports.ts'

/** One visit of a purchase that was sold as an advance. */
export interface Turn {
  env: Env
  directory: Directory
  provider: PaymentProvider
  payment: PaymentRow
  /** Undefined: the account is erased. */
  email: string | undefined
  now: number
}

/** Calls an operator about the receipts of this purchase. */
export const callPerson = ({ env, payment }: Turn, registration: 'canceled' | 'pending') =>
  raiseAlarm(env, payment.userId, {
    event: 'receipt-not-registered',
    paymentId: payment.id,
    operation: 'advance',
    registration
  })

/** Far more than one payment has: each has fifty receipts. */
const pagesMax = 20

async function listed({ provider, payment }: Turn): Promise<ProviderReceipt[]> {
  const found: ProviderReceipt[] = []
  const paymentId = payment.providerPaymentId ?? ''
  let cursor: string | null = null
  for (let pages = 0; pages < pagesMax; pages++) {
    const page: Awaited<ReturnType<PaymentProvider['listReceipts']>> = await provider.listReceipts({
      paymentId,
      ...(cursor === null ? {} : { cursor })
    })
    found.push(...page.receipts)
    cursor = page.nextCursor
    if (cursor === null) return found
  }
  throw new Error('The list of receipts has no end')
}

/** The receipt as the provider has it; an alarm comes before its end is stored, so that a crash in between repeats it. */
async function store(turn: Turn, row: SecondReceiptRow, { id, status }: ProviderReceipt): Promise<SecondReceiptRow> {
  const known = { since: row.createdAt, receiptStatus: 'pending', nextCheckAt: turn.now } as const
  const lost = lostReceipt(known, status, turn.now)
  if (lost) await callPerson(turn, lost)
  const endedAt = status === 'pending' ? null : turn.now
  const change = { providerReceiptId: id, status, endedAt }
  return (await changeSecondReceipt(turn.directory, row, change)) ?? row
}

/** Ends a receipt that will not be made, and calls an operator. */
export async function refuseReceipt(turn: Turn, row: SecondReceiptRow, failure: string): Promise<SecondReceiptRow> {
  await callPerson(turn, 'canceled')
  const refused = { status: 'refused', failure, endedAt: turn.now } as const
  return (await changeSecondReceipt(turn.directory, row, refused)) ?? row
}

/** Whether the shop may call for nothing: its key or its state is wrong, not this receipt. */
export const isShopRefused = ({ kind }: ProviderFailure) => kind === 'unauthorized' || kind === 'unpaid'

async function send(turn: Turn, row: SecondReceiptRow): Promise<SecondReceiptRow> {
  const { env, provider, payment } = turn
  const { amountKopecks, idempotenceKey, receiptEmail: email, vatCode, paymentSubject } = row
  if (email === null) throw new Error('A second receipt is sent without its address')
  const rules = rulesOfSale(environmentOf(env), { ...payment, vatCode })
  const sale = { email, description: descriptionOf(payment), amountKopecks, currency: payment.currency }
  try {
    const receipt = secondReceiptOf(
      { ...rules, YOOKASSA_PAYMENT_SUBJECT: paymentSubject ?? rules.YOOKASSA_PAYMENT_SUBJECT },
      sale
    )
    const paymentId = payment.providerPaymentId ?? ''
    return await store(turn, row, await provider.sendReceipt({ paymentId, idempotenceKey, receipt }))
  } catch (error) {
    if (!(error instanceof ProviderFailure) || mayYetBegin(error) || isShopRefused(error)) throw error
    return refuseReceipt(turn, row, error.message)
  }
}

/** What the first attempt and all later ones send: a key belongs to one body. */
function bodyOf({ env, payment, email }: Turn, row: SecondReceiptRow) {
  const { receiptEmail, vatCode, paymentSubject } = row
  if (receiptEmail !== null) return { receiptEmail, vatCode, paymentSubject }
  const { YOOKASSA_VAT_CODE, YOOKASSA_PAYMENT_SUBJECT } = environmentOf(env)
  return {
    receiptEmail: email ?? payment.receiptEmail,
    vatCode: payment.vatCode ?? YOOKASSA_VAT_CODE,
    paymentSubject: YOOKASSA_PAYMENT_SUBJECT
  }
}

/**
 * Brings a receipt further, only once however often it is called.
 * @throws ProviderFailure when the outcome is unknown: the next run continues
 */
export async function advanceReceipt(turn: Turn, row: SecondReceiptRow): Promise<SecondReceiptRow> {
  const { directory, provider, now } = turn
  if (row.providerReceiptId !== null) {
    const seen = await provider.readReceipt(row.providerReceiptId)
    return seen ? store(turn, row, seen) : refuseReceipt(turn, row, 'missing')
  }
  // The receipt of a row that was lost before may have been made after all.
  if (row.sentAt !== null || row.number > 0) {
    const seen = (await listed(turn)).map((one) => ({ ...one, settledKopecks: kopecksOf(one.settledAdvance) }))
    const made = madeReceipt(row, seen, await otherReceiptIds(directory, row))
    if (made) return store(turn, row, made)
  }
  const body = bodyOf(turn, row)
  if (body.receiptEmail === null) return refuseReceipt(turn, row, 'no-address')
  const isKeyOld = row.sentAt !== null && now - row.sentAt > keyLifeMs
  const idempotenceKey = isKeyOld ? crypto.randomUUID() : row.idempotenceKey
  const sentAt = isKeyOld || row.sentAt === null ? now : row.sentAt
  const sent = await changeSecondReceipt(directory, row, { ...body, idempotenceKey, sentAt })
  return sent ? send(turn, sent) : row
}
