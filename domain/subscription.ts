// The life of one Premium subscription. Pure: the caller brings the time and what was paid. Must never charge without a
// reminder that is three days old, a card that was detached, or a period that is paid for.
import { dayMs, monthsLater } from './billing-calendar.ts'

const hourMs = 60 * 60 * 1000

/**
 * active: paid for, and renewed if a card is saved. cancelled: runs to the end of its period. past-due: the period is over
 * and the bank declined the next one. ended: the row stays for whoever comes back.
 */
export type SubscriptionState = 'active' | 'cancelled' | 'past-due' | 'ended'

/** A payment method that the provider charges without its owner. */
export interface SavedMethod {
  id: string
  title: string
}

export interface Subscription {
  /** Of this run; one that ended and begins anew is another. */
  id: string
  state: SubscriptionState
  /** Of a month, as it was agreed on at the start. */
  priceKopecks: number
  /** The first second of the first period: its day and time are those of every renewal. */
  anchorAt: number
  /** Paid for since then. */
  months: number
  periodStart: number
  periodEnd: number
  /** Requests are free until then: while a renewal may still come, some days longer than the period. */
  accessUntil: number
  methodId: string | null
  methodTitle: string | null
  /** When the reminder of the next charge left. */
  remindedAt: number | null
  /** Charges of the next period that were declined. */
  attempts: number
  declineReason: string | null
  /** When a declined charge is tried again. */
  retryAt: number | null
}

/** What was promised: the reminder comes so long before the charge. */
export const noticeMs = 3 * dayMs
/** It is sent a little earlier, so that a slow mail does not put the charge off. */
const reminderLeadMs = noticeMs + 2 * hourMs
/** Days after the first attempt on which a declined charge is tried. */
const attemptDays = [0, 1, 3] as const
/** Two attempts are never closer, however late the clock was. */
const attemptPauseMs = 20 * hourMs
/** How long the plan stays open for those who are to pay by another card. */
const graceMs = Math.max(...attemptDays) * dayMs
/** How long a renewal that is late by our fault, a lost reminder or a silent provider, keeps the plan open. */
export const outerGraceMs = 7 * dayMs

/** Declines that the same card will always meet. `not_started`: nobody knows whether it was charged, so never again. */
const finalDeclines: readonly string[] = [
  'not_started',
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

/** When the card is first charged for the next period. A reminder that was late moves it. */
export const chargeAt = ({ periodEnd, remindedAt }: Pick<Subscription, 'periodEnd' | 'remindedAt'>): number =>
  Math.max(periodEnd, (remindedAt ?? 0) + noticeMs)

/** When the card is charged next, as its owner is told; null when it is not. */
export const renewsAt = (subscription: Subscription): number | null =>
  !willRenew(subscription) ? null : subscription.state === 'past-due' ? subscription.retryAt : chargeAt(subscription)

const graceEnd = (subscription: Subscription) => chargeAt(subscription) + graceMs

/** When something has to be done about it; null when nothing ever has. */
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

/** What has to be done about it now. */
export function stepOf(subscription: Subscription, now: number): Step {
  const { state, methodId, periodEnd, remindedAt, retryAt } = subscription
  if (now < (dueAt(subscription) ?? Infinity)) return { kind: 'wait' }
  if (state === 'past-due') return retryAt === null ? { kind: 'end', cause: 'declined' } : { kind: 'charge' }
  if (state === 'cancelled') return { kind: 'end', cause: 'cancelled' }
  if (methodId === null) return { kind: 'end', cause: 'not-renewable' }
  if (remindedAt !== null) return { kind: 'charge' }
  return now < periodEnd + outerGraceMs ? { kind: 'remind' } : { kind: 'end', cause: 'not-reminded' }
}

/** The plan with its access as long as its state says. */
const withAccess = (subscription: Subscription): Subscription => ({
  ...subscription,
  accessUntil: subscription.periodEnd + (willRenew(subscription) ? outerGraceMs : 0)
})

const settled = { remindedAt: null, attempts: 0, declineReason: null, retryAt: null }

export interface Paid {
  /** Of the run that begins, should one begin. */
  newId: string
  /** Whether the owner paid, or the saved card was charged. */
  by: 'owner' | 'renewal'
  priceKopecks: number
  /** Of an owner's payment: what the shop may charge from now on. */
  method: SavedMethod | null
}

/** A paid month: the next one of a plan that runs, or the first of a new run. */
export function paidFor(
  before: Subscription | null,
  { newId, by, priceKopecks, method }: Paid,
  now: number
): Subscription {
  const saved = { methodId: method?.id ?? null, methodTitle: method?.title ?? null }
  if (!isRunning(before, now)) {
    // A charge whose outcome nobody knew until the plan was over: its owner has the month, and no card is left to charge.
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

/** No renewal any more. Where nothing is paid for, nothing is left to run. */
export function cancelled(subscription: Subscription, now: number): Subscription {
  if (now >= subscription.periodEnd) return ended(subscription, now)
  return withAccess({ ...subscription, ...settled, state: 'cancelled', remindedAt: subscription.remindedAt })
}

/** The card is forgotten, and with it the renewal. */
export const detached = (subscription: Subscription, now: number): Subscription =>
  cancelled({ ...subscription, methodId: null, methodTitle: null }, now)

/** Of one that was cancelled and has its card still. */
export const resumed = (subscription: Subscription): Subscription => withAccess({ ...subscription, state: 'active' })

export const reminded = (subscription: Subscription, now: number): Subscription => ({
  ...subscription,
  remindedAt: now
})

/** The bank, or the provider, said no to a charge of the saved card. */
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
 * Money of one period went back: no renewal any more, and a month less if it was all of it. A period that is over was used;
 * giving its money back is a kindness and takes nothing away.
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

/** What asking for Premium means: pay for the first or next month, take the cancellation back, or nothing. */
export function wishOf(subscription: Subscription | null, now: number): 'pay' | 'resume' | 'nothing' {
  if (!isRunning(subscription, now)) return 'pay'
  if (subscription.state === 'past-due' || subscription.methodId === null) return 'pay'
  return subscription.state === 'cancelled' ? 'resume' : 'nothing'
}

/** Of one charge of the saved card: the same for however many calls; no client can choose an id with a colon. */
export const renewalOperationOf = ({ id, periodEnd, attempts }: Subscription) =>
  `renewal:${id}:${periodEnd}:${attempts}`

/** At most 64 characters, as the provider demands. */
export const renewalKeyOf = ({ id, periodEnd, attempts }: Subscription) => `renewal-${id}-${periodEnd}-${attempts}`

export const isRenewal = ({ operationId }: { operationId: string }): boolean => operationId.startsWith('renewal:')
