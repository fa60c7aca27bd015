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
import { monthEndAt, nextNightAt } from '#domain/advance-sale.ts'
import { dayMs } from '#domain/billing-calendar.ts'
import { creditIdOf, nextCheckAt } from '#domain/payment.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { yookassa } from '#providers/payment/yookassa.ts'
import { advanceReceipt, callPerson, isShopRefused, refuseReceipt, type Turn } from './send-second-receipt.ts'

const weekMs = 7 * dayMs
/** When a failed step is repeated. Longer than one step, so that two never overlap on one purchase. */
const failedPauseMs = 10 * 60_000
/** When a receipt is made anew that the register has not taken: an operator has to act first. */
const refusedPauseMs = weekMs
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

/** `againAt`: when to look again while no receipt is due. `usedTokens`: of the whole wallet, when it was asked. */
interface Found extends Earned {
  againAt: number
  usedTokens?: number
}

async function earnedOfPremium({ directory, payment, now }: Turn): Promise<Found> {
  // It may end sooner than it should, so that it is looked at each week.
  const nextWeek = now + weekMs
  const endsAt = await endOfPaidMonth(directory, payment.id)
  const againAt = nextNightAt(Math.max(now, Math.min(endsAt ?? nextWeek, nextWeek)))
  return { ...earnedOfMonth(payment, endsAt ?? Infinity, now), againAt }
}

/** Null: the wallet cannot tell now. */
async function earned(turn: Turn): Promise<Found | null> {
  const { env, payment, email, now } = turn
  const tomorrow = nextNightAt(now)
  if (email === undefined) return { ...wholeOf(payment), againAt: tomorrow }
  if (payment.packageId === premiumPackageId) return earnedOfPremium(turn)
  const { lines, usedTokens, isFrozen } = await userOf(env, payment.userId).given()
  const used = usedOf(lines, usedTokens).get(creditIdOf(payment.id))
  if (isFrozen || !used) return null
  // Many a purchase waits for years in an unused wallet: it is looked after once a month.
  const againAt = usedTokens === payment.advanceUsedTokens ? monthEndAt(payment.id, now) : tomorrow
  return { ...earnedOf(payment, used), usedTokens, againAt }
}

/** When to look again (null: never), and what was seen in the wallet. */
interface Rest {
  at: number | null
  usedTokens?: number | undefined
}

/** The first step that is left, or the rest. */
async function stepOf(turn: Turn): Promise<Rest | 'again'> {
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
  // Also what was refunded out of a review: the wallet never had it.
  if (payment.refundedKopecks >= payment.amountKopecks) return { at: null }
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
  if (amountKopecks === 0) return { at: found.isFinal ? null : found.againAt, usedTokens: found.usedTokens }
  const number = receipts.length
  await insertSecondReceipt(directory, payment, { number, amountKopecks, createdAt: now })
  const isStored = (await secondReceiptsOf(directory, payment.id)).length > number
  // Money is being returned: the next run sees how much.
  return isStored ? 'again' : { at: now + failedPauseMs }
}

async function settled(turn: Turn): Promise<Rest> {
  const { payment, now } = turn
  if (payment.status === 'canceled') return { at: null }
  if (payment.status !== 'succeeded' && payment.status !== 'refunded') return { at: nextNightAt(now) }
  for (let steps = 0; steps < stepsMax; steps++) {
    const step = await stepOf(turn)
    if (step !== 'again') return step
  }
  return { at: now + failedPauseMs }
}

/** Calls an operator about a receipt that fails for long, and waits the longer for it, the older it is. */
async function postpone(turn: Turn, isOwnFault: boolean): Promise<void> {
  const { directory, payment, now } = turn
  const open = (await secondReceiptsOf(directory, payment.id)).find(isOpen)
  if (!open) return
  if (isOwnFault && now - open.createdAt > patienceMs) await callPerson(turn, 'pending')
  await noteAdvance(directory, payment, { at: Math.max(now + failedPauseMs, nextCheckAt(open.createdAt, now)) })
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
    const rest = await settled({ ...begun, email: await emailOf(directory, payment.userId) })
    await noteAdvance(directory, payment, rest)
    return rest.at === null ? 'done' : 'waiting'
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
