// The one path of a refund that an operator ordered, used by the operator's call and the cron. Any step may be repeated or
// interrupted: the next caller continues. An order that was sent before is looked for at the provider first.
import { findPayment } from '#data/directory/payments.ts'
import { type Directory, openDirectory } from '#data/base/database.ts'
import { findRefund, noteRefund, otherRefundIds, type RefundRow, storeRefund } from '#data/directory/refunds.ts'
import { decimalOf } from '#domain/money.ts'
import { keyLifeMs, nextCheckAt } from '#domain/payment.ts'
import { madeRefund } from '#domain/refund.ts'
import { receiptOf, rulesOfSale } from '#domain/receipt.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { PaymentProvider, ProviderRefund, RefundOrder } from '#providers/payment/payment-provider.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import { mayYetBegin } from './advance-payment.ts'
import { descriptionOf } from './payment-ports.ts'

/**
 * How long a call that was cut off may be under way at the provider, which answers within 30 seconds, or be missing in its
 * list.
 */
const underWayMs = 5 * 60_000

interface Turn {
  env: Env
  directory: Directory
  provider: PaymentProvider
  row: RefundRow
  now: number
}

async function orderOf({ env, directory, row }: Turn): Promise<RefundOrder> {
  const payment = await findPayment(directory, row.paymentId)
  if (!payment || payment.providerPaymentId === null) throw new Error('A refund of an order without a payment')
  const { amountKopecks, settledKopecks, receiptEmail: email, idempotenceKey } = row
  const { currency } = payment
  const description = `Возврат: ${descriptionOf(payment)}`
  return {
    paymentId: payment.providerPaymentId,
    idempotenceKey,
    amount: { value: decimalOf(amountKopecks), currency },
    description,
    // An erased account has no mail address; the provider then sends the receipt to the address of the first one.
    ...(email === null
      ? {}
      : {
          receipt: receiptOf(rulesOfSale(environmentOf(env), payment), {
            email,
            description,
            amountKopecks,
            currency,
            settledKopecks
          })
        })
  }
}

async function refundsOf(provider: PaymentProvider, paymentId: string): Promise<ProviderRefund[]> {
  const found: ProviderRefund[] = []
  let cursor: string | null = null
  do {
    const page = await provider.listRefunds({ paymentId, ...(cursor === null ? {} : { cursor }) })
    found.push(...page.refunds)
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}

/** The row after this call's change, or as another caller changed it before. */
const settled = async ({ directory, row }: Turn, changing: Promise<RefundRow | undefined>) =>
  (await changing) ?? (await findRefund(directory, row.id)) ?? row

function store(turn: Turn, { id, status }: ProviderRefund): Promise<RefundRow> {
  const { directory, row, now } = turn
  // The clock checks an ended refund once more: the caller that stored the end may die before it has queued the mail.
  const at = status === 'pending' ? nextCheckAt(row.createdAt, now) : now
  return settled(turn, storeRefund(directory, row, { status, providerRefundId: id, nextCheckAt: at }, now))
}

/** The refund that an earlier call with this order has made, as the provider lists it now. */
async function findMade({ directory, provider, row }: Turn, { paymentId }: RefundOrder) {
  const [seen, otherIds] = await Promise.all([refundsOf(provider, paymentId), otherRefundIds(directory, row)])
  return madeRefund(row, seen, otherIds)
}

async function send(turn: Turn, order: RefundOrder): Promise<RefundRow> {
  const { directory, provider, row, now } = turn
  try {
    return await store(turn, await provider.refund(order))
  } catch (error) {
    if (!(error instanceof ProviderFailure) || mayYetBegin(error)) throw error
    const refused = { status: 'refused', failure: error.message, nextCheckAt: null } as const
    return settled(turn, storeRefund(directory, row, refused, now))
  }
}

/**
 * Has the provider carry out a refund, only once however often it is called, and stores its outcome.
 * @returns the current row, also when another caller changed it; still `created` while another caller may be sending it
 * @throws ProviderFailure when the outcome is unknown: the cron continues
 */
export async function advanceRefund(env: Env, row: RefundRow, now: number): Promise<RefundRow> {
  if (row.status !== 'created' && row.status !== 'pending') return row
  const directory = openDirectory(env)
  const turn: Turn = { env, directory, provider: yookassa(environmentOf(env)), row, now }
  const order = await orderOf(turn)
  const made = row.sentAt === null ? undefined : await findMade(turn, order)
  if (made) return store(turn, made)
  const checked = { checkedAt: now, nextCheckAt: nextCheckAt(row.createdAt, now) }
  if (row.status === 'pending') return settled(turn, noteRefund(directory, row, checked))
  const isKeyOld = row.sentAt !== null && now - row.sentAt > keyLifeMs
  // The refund was not found, but a call with the old key may just be making it.
  if (isKeyOld && now - (row.checkedAt ?? 0) < underWayMs) return row
  const idempotenceKey = isKeyOld ? crypto.randomUUID() : row.idempotenceKey
  const sentAt = isKeyOld || row.sentAt === null ? now : row.sentAt
  const sent = await noteRefund(directory, row, { ...checked, idempotenceKey, sentAt })
  if (!sent) return settled(turn, Promise.resolve(undefined))
  return send({ ...turn, row: sent }, { ...order, idempotenceKey })
}
