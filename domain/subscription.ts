// The life of one Premium subscription. Pure: the caller passes the time and what was paid. Must never charge without a
// reminder that was sent three days before, a detached card, or a period that is paid already.
import { dismissedReason } from './payment-review.ts'
import { dayMs, monthsLater } from './billing-calendar.ts'

const hourMs = 60 * 60 * 1000

/**
 * active: paid, and renewed if a card is saved. cancelled: runs to the end of its period. past-due: the period is over
 * and the bank declined the next one. ended: the row is kept for a user who comes back.
 */
export type SubscriptionState = 'active' | 'cancelled' | 'past-due' | 'ended'

/** A payment method that the provider can charge without its owner. */
export interface SavedMethod {
  id: string
  title: string
}

export interface Subscription {
  /** The id of this run; a plan that ended and begins again gets a new one. */
  id: string
  state: SubscriptionState
  /** The price of a month, as agreed at the start. */
  priceKopecks: number
  /** The start of the first period: every renewal falls on its day and time. */
  anchorAt: number
  /** Months paid since `anchorAt`. */
  months: number
  periodStart: number
  periodEnd: number
  /** Requests are free until this time: some days past the period while a renewal may still come. */
  accessUntil: number
  methodId: string | null
  methodTitle: string | null
  /** When the reminder of the next charge was sent. */
  remindedAt: number | null
  /** The number of declined charges of the next period. */
  attempts: number
  declineReason: string | null
  /** When a declined charge is retried. */
  retryAt: number | null
}

/** The users are promised a reminder this long before a charge. */
export const noticeMs = 3 * dayMs
/** The reminder is sent a little earlier, so that a slow mail does not delay the charge. */
const reminderLeadMs = noticeMs + 2 * hourMs
/** Days after the first attempt on which a declined charge is retried. */
const attemptDays = [0, 1, 3] as const
/** The least time between two attempts, even when the cron ran late. */
const attemptPauseMs = 20 * hourMs
/** How long the plan stays open for users who have to pay with another card. */
const graceMs = Math.max(...attemptDays) * dayMs
/** How long the plan stays open when a renewal is late through the platform's or the provider's fault. */
export const outerGraceMs = 7 * dayMs

/**
 * Declines that repeat with the same card. `not_started`, `dismissed`: the card may have been charged, so never again. `not_accepted`:
 * the provider does not charge this card for us.
 */
const finalDeclines: readonly string[] = [
  'not_started',
  'not_accepted',
  dismissedReason,
  'permission_revoked',
  'card_expired',
  'country_forbidden',
  'invalid_card_number',
  'payment_method_restricted'
]

export type EndCause = 'cancelled' | 'not-renewable' | 'declined' | 'not-reminded' | 'refunded'

export const isRunning = (subscription: Subscription | null, now: number): subscription is Subscription =>
  subscription !== null && subscription.state !== 'ended' && subscription.accessUntil > now

const willRenew = ({ state, methodId }: Subscription) =>
  methodId !== null && (state === 'active' || state === 'past-due')

/** When the card is first charged for the next period. A late reminder delays it. */
export const chargeAt = ({ periodEnd, remindedAt }: Pick<Subscription, 'periodEnd' | 'remindedAt'>): number =>
  Math.max(periodEnd, (remindedAt ?? 0) + noticeMs)

/** When the card is charged next, as shown to the user; null when it will not be charged. */
export const renewsAt = (subscription: Subscription): number | null =>
  !willRenew(subscription) ? null : subscription.state === 'past-due' ? subscription.retryAt : chargeAt(subscription)

const graceEnd = (subscription: Subscription) => chargeAt(subscription) + graceMs

/** When the cron has to act on the subscription next; null when never. */
export function dueAt(subscription: Subscription): number | null {
  const { state, periodEnd, remindedAt, retryAt } = subscription
  switch (state) {
    case 'ended':
      return null
    case 'past-due':
      return retryAt ?? graceEnd(subscription)
    case 'active':
    case 'cancelled':
      if (!willRenew(subscription)) return periodEnd
      return remindedAt === null ? periodEnd - reminderLeadMs : chargeAt(subscription)
    default:
      return state satisfies never
  }
}

export type Step = { kind: 'wait' } | { kind: 'remind' } | { kind: 'charge' } | { kind: 'end'; cause: EndCause }

/** What the cron has to do with the subscription now. */
export function stepOf(subscription: Subscription, now: number): Step {
  const { state, methodId, periodEnd, remindedAt, retryAt } = subscription
  if (now < (dueAt(subscription) ?? Infinity)) return { kind: 'wait' }
  if (state === 'past-due') return retryAt === null ? { kind: 'end', cause: 'declined' } : { kind: 'charge' }
  if (state === 'cancelled') return { kind: 'end', cause: 'cancelled' }
  if (methodId === null) return { kind: 'end', cause: 'not-renewable' }
  if (remindedAt !== null) return { kind: 'charge' }
  return now < periodEnd + outerGraceMs ? { kind: 'remind' } : { kind: 'end', cause: 'not-reminded' }
}

/** Sets `accessUntil` according to the state. */
const withAccess = (subscription: Subscription): Subscription => ({
  ...subscription,
  accessUntil: subscription.periodEnd + (willRenew(subscription) ? outerGraceMs : 0)
})

const settled = { remindedAt: null, attempts: 0, declineReason: null, retryAt: null }

export interface Paid {
  /** The id of the run, if a new one begins. */
  newId: string
  /** Whether the owner paid or the saved card was charged. */
  by: 'owner' | 'renewal'
  priceKopecks: number
  /** With an owner's payment: the method that the shop may charge from now on. */
  method: SavedMethod | null
}

/** Adds a paid month: the next one of a running plan, or the first of a new run. */
export function withPaidMonth(
  before: Subscription | null,
  { newId, by, priceKopecks, method }: Paid,
  now: number
): Subscription {
  const saved = { methodId: method?.id ?? null, methodTitle: method?.title ?? null }
  if (!isRunning(before, now)) {
    // A renewal that became known after the plan had ended: its owner gets the month, without a card for renewal.
    const state = by === 'owner' ? 'active' : 'cancelled'
    const period = { periodStart: now, periodEnd: monthsLater(now, 1), anchorAt: now, months: 1, accessUntil: 0 }
    return withAccess({ id: newId, state, priceKopecks, ...period, ...settled, ...saved })
  }
  const months = before.months + 1
  return withAccess({
    ...before,
    ...settled,
    ...(by === 'owner' ? { ...saved, priceKopecks } : {}),
    state: by === 'renewal' && before.state === 'cancelled' ? 'cancelled' : 'active',
    months,
    periodStart: now < before.periodEnd ? before.periodStart : before.periodEnd,
    periodEnd: monthsLater(before.anchorAt, months)
  })
}

export const ended = (subscription: Subscription, now: number): Subscription => ({
  ...subscription,
  state: 'ended',
  accessUntil: Math.min(subscription.accessUntil, now),
  methodId: null,
  methodTitle: null,
  retryAt: null
})

/** Stops the renewal. When the paid period is over already, the plan ends at once. */
export function cancelled(subscription: Subscription, now: number): Subscription {
  if (now >= subscription.periodEnd) return ended(subscription, now)
  return withAccess({ ...subscription, ...settled, state: 'cancelled', remindedAt: subscription.remindedAt })
}

/**
 * Gives days as a present, to a running plan: its period and with it the next charge move, and later months are counted
 * from the new day. Days begin now when the paid ones are over. A card whose declines were final is not charged again.
 */
export function extended(subscription: Subscription, days: number, now: number): Subscription {
  const periodEnd = Math.max(subscription.periodEnd, now) + days * dayMs
  const awaited = subscription.retryAt === null ? 'cancelled' : 'active'
  const state = subscription.state === 'past-due' ? awaited : subscription.state
  // A reminder that named another day does not count, so `settled` clears it.
  return withAccess({ ...subscription, ...settled, state, anchorAt: periodEnd, months: 0, periodEnd })
}

/** Removes the saved card and with it the renewal. */
export const detached = (subscription: Subscription, now: number): Subscription =>
  cancelled({ ...subscription, methodId: null, methodTitle: null }, now)

/** Undoes a cancellation. The subscription must still have its card. */
export const resumed = (subscription: Subscription): Subscription => withAccess({ ...subscription, state: 'active' })

export const reminded = (subscription: Subscription, now: number): Subscription => ({
  ...subscription,
  remindedAt: now
})

/** The bank or the provider declined a charge of the saved card. */
export function declined(subscription: Subscription, reason: string, now: number): Subscription {
  const attempts = subscription.attempts + 1
  const day = finalDeclines.includes(reason) ? undefined : attemptDays[attempts]
  const retryAt = day === undefined ? null : Math.max(chargeAt(subscription) + day * dayMs, now + attemptPauseMs)
  const after: Subscription = { ...subscription, state: 'past-due', attempts, declineReason: reason, retryAt }
  if (retryAt === null && now >= graceEnd(after)) return ended(after, now)
  const revoked = reason === 'permission_revoked' ? { methodId: null, methodTitle: null } : {}
  const openUntil = (retryAt ?? graceEnd(after)) + dayMs
  return { ...after, ...revoked, accessUntil: Math.max(subscription.accessUntil, openUntil) }
}

/**
 * The money of one period was refunded: the renewal stops, and after a full refund a month is taken back. A period that
 * is over was used; refunding it takes nothing back.
 */
export function refunded(
  subscription: Subscription,
  { endsAt, isWhole }: { endsAt: number; isWhole: boolean },
  now: number
): Subscription {
  if (subscription.state === 'ended' || endsAt <= now) return subscription
  if (!isWhole) return cancelled(subscription, now)
  const months = subscription.months - 1
  const periodEnd = monthsLater(subscription.anchorAt, months)
  const shorter = { ...subscription, months, periodEnd, periodStart: Math.min(subscription.periodStart, periodEnd) }
  return detached(shorter, now)
}

/** What a request for Premium leads to: paying for the first or next month, undoing a cancellation, or nothing. */
export function premiumRequestStep(subscription: Subscription | null, now: number): 'pay' | 'resume' | 'nothing' {
  if (!isRunning(subscription, now)) return 'pay'
  if (subscription.state === 'past-due' || subscription.methodId === null) return 'pay'
  return subscription.state === 'cancelled' ? 'resume' : 'nothing'
}

/** The operation id of one charge of the saved card. It contains a colon, which ids from clients cannot. */
export const renewalOperationOf = ({ id, periodEnd, attempts }: Subscription) =>
  `renewal:${id}:${periodEnd}:${attempts}`

/** The provider's idempotence key, which may have at most 64 characters. */
export const renewalKeyOf = ({ id, periodEnd, attempts }: Subscription) => `renewal-${id}-${periodEnd}-${attempts}`

export const isRenewal = ({ operationId }: { operationId: string }): boolean => operationId.startsWith('renewal:')
