// People whose books agree, for tests that plant a difference in them, and the nightly check that finds it.
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { differencesOf, newestChecks } from '#data/directory/reconciliation-bookmark.ts'
import { type PaymentRow, payments } from '#data/directory/schema-payments.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { type PortionSizes, reconcile } from '#worker/clock/reconcile.ts'
import { allDatabases } from './histories.ts'
import { addJob } from './owner.ts'
import { newPerson, type Person } from './person.ts'
import { holdOf, passMs, ringUntilQuiet, settleOf } from './wallet-rows.ts'

export const directory = openDirectory(env)

/** Deletes what the tests before have left in D1 and R2. */
export async function emptyBooks(): Promise<void> {
  const ofDirectory = ['users', 'payments', 'reconciliations', 'reconciliation_differences']
  const ofHistories = ['ledger_entries', 'usage', 'old_books', 'book_walks', 'jobs']
  for (const database of allDatabases())
    await database.batch(
      (database === env.DB ? ofDirectory : ofHistories).map((table) => database.prepare(`delete from ${table}`))
    )
  const { objects } = await env.MEDIA.list()
  if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key))
}

/** Inserts a payment of 500 roubles for 550 tokens that was paid and credited; `changes` make it another. */
export async function addPayment({ userId }: Person, changes: Partial<PaymentRow> = {}): Promise<string> {
  const now = Date.now()
  const id = changes.id ?? crypto.randomUUID()
  const paid = { status: 'succeeded', completedAt: now, creditedAt: now, createdAt: now, updatedAt: now } as const
  const amounts = { tokens: 500, bonusTokens: 50, totalTokens: 550, amountKopecks: 50_000, currency: 'RUB' }
  const keys = { operationId: `operation-${id}`, idempotenceKey: id, providerPaymentId: `provider-${id}` }
  await directory
    .insert(payments)
    .values({ userId, packageId: 'tokens-500', ...amounts, ...keys, ...paid, ...changes, id })
  return id
}

/** Lets the time pass that lines may wait to be copied to D1. */
export async function copied({ userId }: Person): Promise<void> {
  passMs(30_000)
  await ringUntilQuiet(userId)
}

/** Reserves tokens for a job and has that copied. */
export async function holdForJob(id: string, person: Person): Promise<void> {
  const command = { owner: 'job', priceTokens: 2, dispatches: true, lifetimeMs: 6 * 24 * 3_600_000 } as const
  await userOf(env, person.userId).reserve(holdOf(id, command))
  await copied(person)
}

/** A user who bought 550 tokens, spent 5 in a chat and has a delivered picture of 3. */
export async function customer() {
  const person = await newPerson()
  const wallet = userOf(env, person.userId)
  const paymentId = await addPayment(person)
  const credit = { service: 'payment', action: { kind: 'purchase', packageId: 'custom' } } as const
  await wallet.credit({ id: `payment:${paymentId}`, amountTokens: 550, ...credit })
  await wallet.reserve(holdOf('answer-0001'))
  await wallet.settle(settleOf('answer-0001', 5))
  const { jobId } = await addJob(person.userId, 'picture-0001')
  await wallet.reserve(holdOf('picture-0001', { owner: 'job', priceTokens: 3, dispatches: true }))
  await wallet.settle({ ...settleOf('picture-0001', 3), outcome: 'delivered' })
  await copied(person)
  return { person, wallet, paymentId, jobId }
}
export type Customer = Awaited<ReturnType<typeof customer>>

export const customers = (count: number) => Promise.all(Array.from({ length: count }, () => customer()))

export const portionSizes: PortionSizes = { users: 100, jobs: 500, pages: 10, files: 1000 }

/** One run of the cron's duty, a minute after the one before. */
export async function runPortion(sizes: PortionSizes = portionSizes, bindings: Env = env) {
  passMs(60_000)
  return reconcile(bindings, Date.now(), sizes)
}

/** Lets the clock begin, and goes on to the next night. */
export async function nextNight(): Promise<void> {
  await reconcile(env, Date.now())
  passMs(24 * 60 * 60 * 1000)
}

/** Runs until the check of this night is finished. @returns what it found */
export async function finishNight(sizes?: PortionSizes) {
  for (let runs = 0; runs < 1000; runs++) {
    await runPortion(sizes)
    const [check] = await newestChecks(directory, 1)
    if (check?.stage === 'done' && check.finishedAt !== null)
      return { check, found: await differencesOf(directory, check.night, 1000) }
  }
  throw new Error('The check never ends')
}

/** Catches alarms. @returns a function that gives them */
export function catchAlarms() {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  return () => error.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; userId?: string })
}
