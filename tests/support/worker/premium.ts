// Buys Premium for a test's person, reads its state, and moves the clock through its periods.
import { env } from 'cloudflare:workers'
import { asc, eq } from 'drizzle-orm'
import { vi } from 'vitest'
import type { Subscription } from '#contract/subscription.ts'
import { openDirectory } from '#data/base/database.ts'
import { payments } from '#data/directory/schema-payments.ts'
import { outgoingMails } from '#data/directory/schema-outgoing-mails.ts'
import { subscriptionPeriods, subscriptions } from '#data/directory/schema-subscriptions.ts'
import { findSubscription, type SubscriptionRow } from '#data/directory/subscriptions.ts'
import { sessions } from '#data/directory/schema.ts'
import { noticeMs } from '#domain/subscription.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { type Mail, mailsTo } from './account.ts'
import { advanceSubscriptions, reconcilePayments, sendOutgoingMails } from './clock.ts'
import { type Begun, confirm, control, goodCard, pay, rowOf } from './paying.ts'
import { answered, dataOf, newPerson, type Person, sendAsVisitor } from './person.ts'

const sandbox = new URL(env.YOOKASSA_BASE_URL).origin
const directory = openDirectory(env)

/** The subscription that a person without Premium sees. */
export const freePlan: Subscription = {
  planId: 'free',
  state: 'none',
  priceRub: 990,
  periodStart: null,
  periodEnd: null,
  renewsAt: null,
  endsAt: null,
  paymentMethod: null,
  declineReason: null
}

export const wish = (person: Person, planId = 'premium', key = crypto.randomUUID()) =>
  person.send('PUT', '/subscription', { planId }, { 'idempotency-key': key })

export interface Changed {
  subscription: Subscription
  payment: Begun | null
}

export const change = async (person: Person, planId = 'premium', key?: string) =>
  dataOf<Changed>(await wish(person, planId, key))

/** Begins a payment for Premium that the payer has not paid yet. */
export async function beginPremium(person: Person, key?: string): Promise<Begun> {
  const { payment } = await change(person, 'premium', key)
  if (!payment) throw new Error('No payment was begun')
  return payment
}

/** Receipts are registered at once, because the tests move the clock by weeks, after which a pending one calls a person. */
export async function buyPremium(person: Person, card = goodCard): Promise<Begun> {
  await control({ speed: 1_000_000 })
  const begun = await beginPremium(person)
  await pay(begun, card)
  await confirm(person, begun.id)
  return begun
}

export async function newSubscriber(wanted?: Parameters<typeof newPerson>[0]): Promise<Person> {
  const person = await newPerson(wanted)
  await buyPremium(person)
  return person
}

export const planOf = async (person: Person): Promise<Subscription> =>
  (await dataOf<{ subscription: Subscription }>(await person.send('GET', '/subscription'))).subscription

export const refusalOf = async (response: Promise<Response>) => answered(await response)

export async function planRow({ userId }: Pick<Person, 'userId'>): Promise<SubscriptionRow> {
  const row = await findSubscription(directory, userId)
  if (!row) throw new Error('There is no Premium')
  return row
}

/** Whether Premium covers requests now. */
export const isOpen = async (person: Pick<Person, 'userId'>): Promise<boolean> =>
  (await planRow(person)).accessUntil > Date.now()

/** All payments of a user, oldest first. */
export const chargesOf = ({ userId }: Pick<Person, 'userId'>) =>
  directory.select().from(payments).where(eq(payments.userId, userId)).orderBy(asc(payments.createdAt))

export const periodsOf = ({ userId }: Pick<Person, 'userId'>) =>
  directory
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.userId, userId))
    .orderBy(asc(subscriptionPeriods.startsAt))

/** Changes the card that paid this order: later charges are declined with this reason, or succeed again. */
export async function alterCard(orderId: string, changes: { decline?: string | null; forgotten?: boolean }) {
  const { providerPaymentId: id } = await rowOf(orderId)
  const body = JSON.stringify({ action: 'method', id, ...changes })
  const response = await fetch(`${sandbox}/payments.json`, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
}

/** How many payments of this user YooKassa completed. */
export async function moneyTaken({ userId }: Pick<Person, 'userId'>): Promise<number> {
  const response = await fetch(`${sandbox}/payments.json`)
  const { payments: all } = await response.json<{ payments: { status: string; metadata: { user_id: string } }[] }>()
  return all.filter(({ status, metadata }) => status === 'succeeded' && metadata.user_id === userId).length
}

/** Lets an order expire: an hour passes without a payment. */
export async function letRunOut(orderId: string): Promise<void> {
  const { providerPaymentId: id, createdAt } = await rowOf(orderId)
  await fetch(`${sandbox}/payments.json`, { method: 'POST', body: JSON.stringify({ action: 'expire', id }) })
  await directory
    .update(payments)
    .set({ createdAt: createdAt - 61 * 60_000 })
    .where(eq(payments.id, orderId))
}

const addressOf = ({ userId }: Pick<Person, 'userId'>) => `${userId}@person.example`

/** Subjects of all mails to a person, oldest first. */
export const mailed = async (person: Pick<Person, 'userId'>): Promise<string[]> =>
  (await mailsTo(addressOf(person), 0)).map(({ subject }: Mail) => subject).toReversed()

/** Renews the person's session and token, which expire sooner than a plan. */
export async function signedInAgain({ userId, sessionId }: Person): Promise<Person> {
  const now = Date.now()
  await directory
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt: now + 86_400_000 })
    .where(eq(sessions.id, sessionId))
  const token = signAccessToken(environmentOf(env), { userId, sessionId }, now)
  return {
    userId,
    sessionId,
    send: (method, path, body, headers = {}) =>
      sendAsVisitor(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  }
}

/** When the next cron action for this person is due. */
async function nextDueAt({ userId }: Pick<Person, 'userId'>): Promise<number> {
  const [plans, mails, orders] = await Promise.all([
    directory.select({ at: subscriptions.nextActionAt }).from(subscriptions).where(eq(subscriptions.userId, userId)),
    directory.select({ at: outgoingMails.sendAt }).from(outgoingMails).where(eq(outgoingMails.userId, userId)),
    directory.select({ at: payments.nextCheckAt }).from(payments).where(eq(payments.userId, userId))
  ])
  return Math.min(...[...plans, ...mails, ...orders].map(({ at }) => at ?? Infinity))
}

const stepsMax = 400

/** Marks the reminder as sent, so that the card is charged when the period ends. @returns that time */
export async function remindedOf({ userId }: Pick<Person, 'userId'>): Promise<number> {
  const { periodEnd } = await planRow({ userId })
  await directory
    .update(subscriptions)
    .set({ remindedAt: periodEnd - noticeMs, nextActionAt: periodEnd })
    .where(eq(subscriptions.userId, userId))
  return periodEnd
}

/** Runs the cron tasks at every moment when one is due, up to `until`, and then sets the clock to `until`. */
export async function walkTo(person: Pick<Person, 'userId'>, until: number): Promise<void> {
  for (let steps = 0; steps < stepsMax; steps++) {
    const at = Math.max(await nextDueAt(person), Date.now())
    if (at > until) {
      vi.setSystemTime(until)
      return
    }
    vi.setSystemTime(at)
    await reconcilePayments(env, at)
    await advanceSubscriptions(env, at)
    await sendOutgoingMails(env, at)
    // A task that this run delayed for a moment is due in the next run.
    vi.setSystemTime(at + 1000)
  }
  throw new Error('The clock has always something to do')
}
