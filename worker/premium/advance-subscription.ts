// A duty of the clock: sends a plan's reminder, charges its saved card, ends it. An interrupted step is repeated without
// harm: its ids contain the period and the attempt, and every change names the state that it found.
import { currency } from '#contract/catalogue/packages.ts'
import { type Directory, openDirectory } from '#data/base/database.ts'
import { claimedUntil, type Lease } from '#data/directory/due-rows.ts'
import type { PaymentRow } from '#data/directory/payments.ts'
import { addOutgoingMail, mailSentAt } from '#data/directory/outgoing-mails.ts'
import { chargeableOwner, findByOperation, insertPremiumPayment } from '#data/directory/subscription-payments.ts'
import {
  changeSubscription,
  claimDueSubscription,
  lookAgainAt,
  type SubscriptionChange,
  type SubscriptionRow
} from '#data/directory/subscriptions.ts'
import { advanceOf } from '#domain/advance-sale.ts'
import { nextCheckAt } from '#domain/payment.ts'
import {
  declined,
  detached,
  dueAt,
  type EndCause,
  ended,
  outerGraceMs,
  reminded,
  renewalKeyOf,
  renewalOperationOf,
  stepOf,
  type Subscription
} from '#domain/subscription.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { advancePayment } from '../payments/advance-payment.ts'
import { publishPlan } from '../payments/grant-premium.ts'
import { paymentPorts } from '../payments/payment-ports.ts'

const minuteMs = 60_000
/** When the clock retries a subscription whose step failed or whose charge has no outcome yet. */
const pauseMs = 1.5 * minuteMs
/** The pause while its owner pays in the widget. */
const payingWaitMs = 5 * minuteMs
/** The pause while a reminder is being sent. Reminders start two hours early to leave time for this. */
const reminderWaitMs = 15 * minuteMs

interface Turn {
  env: Env
  directory: Directory
  row: SubscriptionRow
  now: number
}

async function change({ env, directory, row, now }: Turn, after: Subscription, mail?: SubscriptionChange['mail']) {
  const { userId } = row
  const changed = await changeSubscription(directory, row, { userId, after, ...(mail ? { mail } : {}), now })
  if (changed) await publishPlan(env, changed, now)
}

const end = (turn: Turn, after: Subscription, cause: EndCause, reason: string | null) =>
  change(turn, after, { id: `ended:${after.id}`, facts: { kind: 'ended', cause, reason } })

const reminderIdOf = ({ id, periodEnd }: Pick<Subscription, 'id' | 'periodEnd'>) => `reminder:${id}:${periodEnd}`

/** The charge must wait until the reminder has been sent; being queued does not count. */
async function remind(turn: Turn): Promise<void> {
  const { directory, row, now } = turn
  const { userId, id: subscriptionId, periodEnd } = row
  const id = reminderIdOf(row)
  const sentAt = await mailSentAt(directory, id)
  if (sentAt !== null) return change(turn, reminded(row, sentAt))
  await addOutgoingMail(directory, { id, userId, facts: { kind: 'reminder', subscriptionId, periodEnd }, now })
  await lookAgainAt(directory, row, now + reminderWaitMs)
}

async function noteDecline(turn: Turn, reason: string): Promise<void> {
  const { row, now } = turn
  const after = declined(row, reason, now)
  if (after.state === 'ended') return end(turn, after, 'declined', reason)
  const { id, retryAt, periodEnd, attempts } = after
  const facts = { kind: 'declined' as const, reason, retryAt, decidedAt: dueAt(after) ?? now }
  await change(turn, after, { id: `declined:${id}:${periodEnd}:${attempts}`, facts })
}

/** The order of this attempt, stored before the provider is called. Undefined while another payment is open. */
async function orderOf({ env, directory, row, now }: Turn, email: string): Promise<PaymentRow | undefined> {
  const { userId, priceKopecks } = row
  const operationId = renewalOperationOf(row)
  return (
    (await findByOperation(directory, userId, operationId)) ??
    (await insertPremiumPayment(directory, {
      id: crypto.randomUUID(),
      userId,
      operationId,
      amountKopecks: priceKopecks,
      currency,
      idempotenceKey: renewalKeyOf(row),
      receiptEmail: email,
      createdAt: now,
      nextCheckAt: nextCheckAt(now, now),
      ...advanceOf(environmentOf(env), now)
    }))
  )
}

async function charge(turn: Turn, email: string): Promise<void> {
  const { env, directory, row, now } = turn
  const order = await orderOf(turn, email)
  if (!order) return lookAgainAt(directory, row, now + payingWaitMs)
  const { status, cancellationReason } = await advancePayment(paymentPorts(env, environmentOf(env)), order, now)
  switch (status) {
    case 'created':
    case 'pending':
      return lookAgainAt(directory, row, now + pauseMs)
    case 'canceled':
      return noteDecline(turn, cancellationReason ?? 'general_decline')
    case 'succeeded':
      // `advancePayment` has granted the month before it stored `succeeded`; `row` is the state from before.
      return
    case 'review':
      // An operator has to decide. Until then, or until the grace period ends, the plan stays as it is.
      if (now >= row.periodEnd + outerGraceMs) return end(turn, ended(row, now), 'declined', null)
      return lookAgainAt(directory, row, now + 60 * minuteMs)
    case 'refunded':
      return end(turn, ended(row, now), 'refunded', null)
    default:
      return status satisfies never
  }
}

async function advance(turn: Turn): Promise<void> {
  const { directory, row, now } = turn
  const step = stepOf(row, now)
  if (step.kind === 'wait') return lookAgainAt(directory, row, dueAt(row))
  if (step.kind === 'end') return end(turn, ended(row, now), step.cause, row.declineReason)
  const owner = await chargeableOwner(directory, row.userId)
  if (!owner) return change(turn, detached(row, now))
  return step.kind === 'remind' ? remind(turn) : charge(turn, owner.email)
}

/** Takes the next step of a plan. @returns `void`: another message has the plan now */
export async function advanceSubscription(env: Env, lease: Lease, now: number): Promise<'done' | 'failed' | 'void'> {
  const directory = openDirectory(env)
  const row = await claimDueSubscription(directory, lease, claimedUntil(lease, now, pauseMs))
  if (!row) return 'void'
  try {
    await advance({ env, directory, row, now })
    return 'done'
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
    report(row.userId, { event: 'subscription-step-failed', failure })
    return 'failed'
  }
}
