// A duty of the clock: the second receipts (54-FZ) of a purchase that was sold as an advance. The row of a receipt is stored before it is
// sent, and any step may be repeated or interrupted: the next run continues, and none is made twice.
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import { openDirectory } from '#data/base/database.ts'
import { claimedUntil, type Lease } from '#data/directory/due-rows.ts'
import {
  claimDueAdvance,
  endOfPaidMonth,
  insertSecondReceipt,
  noteAdvance,
  settledOf
} from '#data/directory/second-receipt-changes.ts'
import { type SecondReceiptRow, secondReceiptsOf } from '#data/directory/second-receipts.ts'
import { emailOf } from '#data/directory/users.ts'
import { type Earned, earnedOf, earnedOfMonth, nextReceiptKopecks, usedOf, wholeOf } from '#domain/advance.ts'
import { nextNightAt } from '#domain/advance-sale.ts'
import { dayMs } from '#domain/billing-calendar.ts'
import { creditIdOf, nextCheckAt } from '#domain/payment.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import { environmentOf } from '../http/context.ts'
import { advanceReceipt, callPerson, isShopRefused, refuseReceipt, type Turn } from './send-second-receipt.ts'

/** When a failed step is repeated. Longer than one step, so that two never overlap on one purchase. */
const failedPauseMs = 10 * 60_000
/** When a receipt is made anew that the register has not taken: an operator has to act first. */
const refusedPauseMs = 7 * dayMs
/** A receipt without an outcome for longer than this calls an operator, once a day. */
const patienceMs = dayMs
/** How long the address of an erased account is kept for its last receipt. */
const addressKeptMs = 30 * dayMs
/** One receipt that is under way, and one after it. */
const stepsMax = 3

const isOpen = ({ status }: SecondReceiptRow) => status === 'created' || status === 'pending'
const isLost = ({ status }: SecondReceiptRow) => status === 'canceled' || status === 'refused'
/** Taken back before it was sent, because money was returned: the next one is made for what is left. */
const isWithdrawn = ({ status, sentAt }: SecondReceiptRow) => status === 'canceled' && sentAt === null

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

/** The first step that is left, or when to look again; null: never. */
async function stepOf(turn: Turn): Promise<{ at: number | null } | 'again'> {
  const { directory, payment, email, now } = turn
  const receipts = await secondReceiptsOf(directory, payment.id)
  const open = receipts.find(isOpen)
  if (payment.erasedAt !== null && now - payment.erasedAt > addressKeptMs) {
    await (open ? refuseReceipt(turn, open, 'given-up') : callPerson(turn, 'pending'))
    return { at: null }
  }
  if (open) {
    const after = await advanceReceipt(turn, open)
    return isOpen(after) ? { at: nextCheckAt(open.createdAt, now) } : 'again'
  }
  const last = receipts.at(-1)
  const lost = last && isLost(last) && !isWithdrawn(last) ? last : null
  // The last receipt of an erased account is not made again: its address is not kept for longer.
  if (lost && email === undefined && lost.createdAt >= (payment.erasedAt ?? 0)) return { at: null }
  // Nor does it wait for what was lost before.
  const again = lost && email !== undefined ? (lost.endedAt ?? 0) + refusedPauseMs : 0
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

/** Calls an operator about a receipt that fails for long, and waits the longer for it, the older it is. */
async function postpone(turn: Turn, isOwnFault: boolean): Promise<void> {
  const { directory, payment, now } = turn
  const open = (await secondReceiptsOf(directory, payment.id)).find(isOpen)
  if (!open) return
  if (isOwnFault && now - open.createdAt > patienceMs) await callPerson(turn, 'pending')
  await noteAdvance(directory, payment, Math.max(now + failedPauseMs, nextCheckAt(open.createdAt, now)))
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
  const begun = { env, directory, provider: yookassa(environmentOf(env)), payment, email: undefined, now }
  try {
    const at = await settled({ ...begun, email: await emailOf(directory, payment.userId) })
    await noteAdvance(directory, payment, at)
    return at === null ? 'done' : 'waiting'
  } catch (error) {
    const isShop = error instanceof ProviderFailure && isShopRefused(error)
    const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
    if (isShop) await raiseAlarm(env, '', { event: 'shop-refused', provider: error.provider, failure })
    report(payment.userId, { event: 'second-receipt-failed', paymentId: payment.id, failure })
    // If this fails too, the purchase is due again when its claim has run out.
    await postpone(begun, !isShop).catch((later: unknown) =>
      report(payment.userId, { event: 'second-receipt-failed', paymentId: payment.id, failure: nameOf(later) })
    )
    return 'failed'
  }
}
