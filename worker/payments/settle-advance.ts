// A duty of the clock: the second receipts (54-FZ) of a purchase that was sold as an advance. The row of a receipt is stored before it is
// sent, and any step may be repeated or interrupted: the next run continues, and none is made twice.
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import { type Directory, openDirectory } from '#data/base/database.ts'
import { claimedUntil, type Lease } from '#data/directory/due-rows.ts'
import type { PaymentRow } from '#data/directory/payments.ts'
import {
  changeSecondReceipt,
  claimDueAdvance,
  endOfPaidMonth,
  insertSecondReceipt,
  noteAdvance,
  otherReceiptIds,
  settledOf
} from '#data/directory/second-receipt-changes.ts'
import { type SecondReceiptRow, secondReceiptsOf } from '#data/directory/second-receipts.ts'
import { emailOf } from '#data/directory/users.ts'
import {
  type Earned,
  earnedOf,
  earnedOfMonth,
  madeReceipt,
  nextReceiptKopecks,
  usedOf,
  wholeOf
} from '#domain/advance.ts'
import { nextNightAt } from '#domain/advance-sale.ts'
import { kopecksOf } from '#domain/money.ts'
import { creditIdOf, keyLifeMs, nextCheckAt } from '#domain/payment.ts'
import { lostReceipt } from '#domain/receipt-registration.ts'
import { secondReceiptOf } from '#domain/receipt.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { PaymentProvider, ProviderReceipt } from '#providers/payment/payment-provider.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import { environmentOf } from '../http/context.ts'
import { mayYetBegin } from './advance-payment.ts'
import { descriptionOf } from './payment-ports.ts'

/** When a failed step is repeated. Longer than one step, so that two never overlap on one purchase. */
const failedPauseMs = 10 * 60_000
/** When a receipt is made anew that the register has not taken: an operator has to act first. */
const refusedPauseMs = 7 * 24 * 60 * 60_000
/** One receipt that is under way, and one after it. */
const stepsMax = 3

interface Turn {
  env: Env
  directory: Directory
  provider: PaymentProvider
  payment: PaymentRow
  /** Undefined: the account is erased. */
  email: string | undefined
  now: number
}

const isOpen = ({ status }: SecondReceiptRow) => status === 'created' || status === 'pending'
const isLost = ({ status }: SecondReceiptRow) => status === 'canceled' || status === 'refused'

const callPerson = ({ env, payment }: Turn, registration: 'canceled' | 'pending') =>
  raiseAlarm(env, payment.userId, {
    event: 'receipt-not-registered',
    paymentId: payment.id,
    operation: 'advance',
    registration
  })

/** Null: the wallet cannot tell now. */
async function earned({ env, directory, payment, email, now }: Turn): Promise<Earned | null> {
  if (email === undefined) return wholeOf(payment)
  if (payment.packageId === premiumPackageId) {
    const endsAt = await endOfPaidMonth(directory, payment.id)
    return earnedOfMonth(payment, endsAt ?? Infinity, now)
  }
  const { lines, usedTokens, isFrozen } = await userOf(env, payment.userId).given()
  const used = usedOf(lines, usedTokens).get(creditIdOf(payment.id))
  return isFrozen || !used ? null : earnedOf(payment, used)
}

async function listed({ provider, payment }: Turn): Promise<ProviderReceipt[]> {
  const found: ProviderReceipt[] = []
  const paymentId = payment.providerPaymentId ?? ''
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<PaymentProvider['listReceipts']>> = await provider.listReceipts({
      paymentId,
      ...(cursor === null ? {} : { cursor })
    })
    found.push(...page.receipts)
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
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

async function refuse(turn: Turn, row: SecondReceiptRow, failure: string): Promise<SecondReceiptRow> {
  await callPerson(turn, 'canceled')
  const refused = { status: 'refused', failure, endedAt: turn.now } as const
  return (await changeSecondReceipt(turn.directory, row, refused)) ?? row
}

async function send(turn: Turn, row: SecondReceiptRow, email: string): Promise<SecondReceiptRow> {
  const { env, provider, payment } = turn
  const { amountKopecks, idempotenceKey } = row
  const sale = { email, description: descriptionOf(payment), amountKopecks, currency: payment.currency }
  try {
    const receipt = secondReceiptOf(environmentOf(env), sale)
    const paymentId = payment.providerPaymentId ?? ''
    return await store(turn, row, await provider.sendReceipt({ paymentId, idempotenceKey, receipt }))
  } catch (error) {
    if (!(error instanceof ProviderFailure) || mayYetBegin(error)) throw error
    return refuse(turn, row, error.message)
  }
}

/**
 * Brings a receipt further, only once however often it is called.
 * @throws ProviderFailure when the outcome is unknown: the next run continues
 */
async function advance(turn: Turn, row: SecondReceiptRow): Promise<SecondReceiptRow> {
  const { directory, provider, payment, now } = turn
  if (row.providerReceiptId !== null) {
    const seen = await provider.readReceipt(row.providerReceiptId)
    return seen ? store(turn, row, seen) : refuse(turn, row, 'missing')
  }
  if (row.sentAt !== null) {
    const seen = (await listed(turn)).map((one) => ({ ...one, settledKopecks: kopecksOf(one.settledAdvance) }))
    const made = madeReceipt(row, seen, await otherReceiptIds(directory, row))
    if (made) return store(turn, row, made)
  }
  const email = turn.email ?? payment.receiptEmail
  if (email === null || email === undefined) return refuse(turn, row, 'no-address')
  const isKeyOld = row.sentAt !== null && now - row.sentAt > keyLifeMs
  const idempotenceKey = isKeyOld ? crypto.randomUUID() : row.idempotenceKey
  const sentAt = isKeyOld || row.sentAt === null ? now : row.sentAt
  const sent = await changeSecondReceipt(directory, row, { idempotenceKey, sentAt })
  return sent ? send(turn, sent, email) : row
}

/** The first step that is left, or when to look again; null: never. */
async function stepOf(turn: Turn): Promise<{ at: number | null } | 'again'> {
  const { directory, payment, email, now } = turn
  const receipts = await secondReceiptsOf(directory, payment.id)
  const open = receipts.find(isOpen)
  if (open) {
    const after = await advance(turn, open)
    return isOpen(after) ? { at: nextCheckAt(open.createdAt, now) } : 'again'
  }
  const last = receipts.at(-1)
  // The receipt of an erased account is not made again: its address is not kept for longer.
  if (last && isLost(last) && email === undefined) return { at: null }
  const again = last && isLost(last) ? (last.endedAt ?? 0) + refusedPauseMs : 0
  if (again > now) return { at: again }
  const found = await earned(turn)
  if (!found) return { at: nextNightAt(now) }
  const settledKopecks = await settledOf(directory, payment.id, receipts)
  const since = last && !isLost(last) ? last.createdAt : (payment.creditedAt ?? payment.createdAt)
  const amountKopecks = nextReceiptKopecks(found, { settledKopecks, since }, now)
  if (amountKopecks === 0) return { at: found.isFinal ? null : nextNightAt(now) }
  const number = receipts.length
  await insertSecondReceipt(directory, payment, { number, amountKopecks, createdAt: now })
  const isStored = (await secondReceiptsOf(directory, payment.id)).length > number
  // Money is being returned: the next run sees how much.
  return isStored ? 'again' : { at: now + failedPauseMs }
}

/** When the purchase is due again; null: nothing is left to do. */
async function settled(turn: Turn): Promise<number | null> {
  const { payment, now } = turn
  if (payment.status === 'canceled') return null
  if (payment.status !== 'succeeded' && payment.status !== 'refunded') return nextNightAt(now)
  for (let steps = 0; steps < stepsMax; steps++) {
    const step = await stepOf(turn)
    if (step !== 'again') return step.at
  }
  return now + failedPauseMs
}

/** @returns `void`: another message has the purchase now */
export async function settleAdvance(
  env: Env,
  lease: Lease,
  now: number
): Promise<'done' | 'waiting' | 'failed' | 'void'> {
  const directory = openDirectory(env)
  const payment = await claimDueAdvance(directory, lease, claimedUntil(lease, now, failedPauseMs))
  if (!payment) return 'void'
  try {
    const email = await emailOf(directory, payment.userId)
    const at = await settled({ env, directory, provider: yookassa(environmentOf(env)), payment, email, now })
    await noteAdvance(directory, payment, at)
    return at === null ? 'done' : 'waiting'
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
    report(payment.userId, { event: 'second-receipt-failed', paymentId: payment.id, failure })
    return 'failed'
  }
}
