// What makes each alarm, as it happens.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import type { AlarmKind } from '#contract/alarm-kinds.ts'
import { openHistory } from '#data/base/database.ts'
import { jobs } from '#data/history/schema.ts'
import { runCron } from '#worker/clock/cron.ts'
import { portionDuties } from '#worker/clock/duties.ts'
import { measureBucket } from '#worker/clock/measure-bucket.ts'
import { reconcile } from '#worker/clock/reconcile.ts'
import { watchClock } from '#worker/clock/watch-clock.ts'
import { warnOfLargeDatabases } from '#worker/clock/watch-databases.ts'
import { warnOfServicesDown } from '#worker/clock/watch-services.ts'
import { searchPayments } from '#worker/payments/search-payments.ts'
import { searchRefunds } from '#worker/payments/search-refunds.ts'
import { call, post } from './account.ts'
import { changedBinding } from './changed-binding.ts'
import { continueRefunds, deliverDuties, settleAdvances, standingDuties } from './clock.ts'
import { withoutRow } from './damaged-wallets.ts'
import { newJob } from './jobs.ts'
import { emailOf, newOperator } from './operating.ts'
import { because, operate, orderRefund } from './operator.ts'
import {
  alter,
  begin,
  control,
  endRefund,
  newBuyer,
  notificationOf,
  notify,
  pay,
  refundAtYookassa,
  refundsOf
} from './paying.ts'
import { newPerson } from './person.ts'
import { addPayment, customer, nextNight } from './reconciling.ts'
import { withChannels } from './telling.ts'
import { deliverBatch, TestQueue } from './test-queue.ts'
import { addUsage } from './usage-rows.ts'
import { passMs, spend } from './wallet-rows.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A user pays for an order that is changed meanwhile; YooKassa notifies us. */
async function payChanged(changes: object): Promise<void> {
  const begun = await begin(await newPerson())
  await alter(begun.id, changes)
  await pay(begun)
  await notify(await notificationOf(begun.id))
}

/** A user pays, and the register does not take the receipt. */
async function loseReceipt(): Promise<void> {
  const begun = await begin(await newPerson())
  await alter(begun.id, { receipt: 'canceled' })
  await pay(begun)
  await notify(await notificationOf(begun.id))
}

async function refundNotMade(): Promise<void> {
  const { id } = await newBuyer()
  await control({ paymentFault: 'refund-pending' })
  await orderRefund(id, { amount_kopecks: 10_000 })
  const [pending] = await refundsOf(id)
  await endRefund(pending!.id, 'canceled')
  await continueRefunds(env, Date.now() + 2 * minuteMs)
}

async function refundWithoutNotification(): Promise<void> {
  const { id } = await newBuyer()
  await refundAtYookassa(id, '250.00')
  await searchRefunds(env, Date.now() + dayMs)
}

/** What a database lacks that was taken back to a time before the purchase. */
async function loseOrder(): Promise<void> {
  const { id } = await newBuyer()
  await env.DB.prepare('delete from payments where id = ?').bind(id).run()
  await searchPayments(env, Date.now() + dayMs)
}

/** The night in which a second receipt is due, with another key than the shop's. */
async function refuseReceipts(): Promise<void> {
  const { person, id } = await newBuyer()
  await spend(person, 550)
  await env.DB.prepare('update payments set is_advance = 1, advance_due_at = 0 where id = ?').bind(id).run()
  await settleAdvances({ ...env, YOOKASSA_SECRET_KEY: 'invalid' }, Date.now())
}

async function run(service: string, prompt: string): Promise<void> {
  const queue = new TestQueue()
  queue.send((await newJob(service, prompt)).id)
  await queue.drain()
}

/** The wallet has lost what it held for a job. */
async function loseReservation(): Promise<void> {
  const job = await newJob('dalle', 'Маяк')
  await openHistory(env, job.id).update(jobs).set({ operationId: 'lost-operation' }).where(eq(jobs.id, job.id))
  const queue = new TestQueue()
  queue.send(job.id)
  await queue.drain()
}

async function failAnswers(service: string, count: number): Promise<void> {
  const finishedAt = Date.now() - minuteMs
  for (let answer = 0; answer < count; answer++)
    await addUsage('h1-someone', { service, outcome: 'failed', createdAt: finishedAt - 4000, finishedAt })
}

/** The books have so many payments that the wallet of their user does not know, and are checked in the next night. */
async function differ(payments: number): Promise<void> {
  const { person } = await customer()
  for (let payment = 0; payment < payments; payment++) await addPayment(person)
  await nextNight()
  passMs(minuteMs)
  await reconcile(env, Date.now())
}

/** The first minutes of a cron that then stops, or whose queue delivers nothing. */
async function standStill(minutes: number): Promise<void> {
  await env.DB.exec('delete from duties')
  for (let passed = 0; passed <= minutes; passed += 2) {
    await runCron({ ...withChannels, ...standingDuties().queues }, Date.now())
    passMs(2 * minuteMs)
  }
}

async function stopClockOfCron(): Promise<void> {
  await standStill(0)
  passMs(5 * minuteMs)
  await watchClock(Object.assign(Object.create(null), withChannels, { DB: changedBinding(env.DB) }), Date.now())
}

async function stopCheck(): Promise<void> {
  await env.DB.exec('delete from reconciliations')
  await nextNight()
  passMs(minuteMs)
  await reconcile(env, Date.now())
  passMs(3 * dayMs)
  await portionDuties['reconciliation-heartbeat'](env, Date.now())
}

/** Of a database that holds six gigabytes. */
const prepare = () => ({ run: () => Promise.resolve({ meta: { size_after: 6_000_000_000 } }) })

async function fillDatabase(): Promise<void> {
  await warnOfLargeDatabases({ ...env, HISTORY_2: changedBinding(env.HISTORY_2, { prepare }) })
}

async function fillBucket(): Promise<void> {
  const objects = [{ key: 'results/a/0', size: 900_000_000 }]
  const MEDIA = { list: () => Promise.resolve({ objects, truncated: false }) } as unknown as R2Bucket
  await measureBucket({ ...env, LIMIT_MEDIA_GIGABYTES: '1', MEDIA }, Date.now())
}

async function sprayPasswords(): Promise<void> {
  const settings = { ALARM_FAILED_ADDRESSES_PER_HOUR: '2' }
  for (const name of ['a', 'b', 'c'])
    await post('/api/auth/login', { email: `${name}@victims.example`, password: 'Summer2026!' }, { settings })
}

/** A report as browsers send it. */
export const cspReport = (changes: object = {}) => ({
  'csp-report': {
    'document-uri': `${env.SITE_ORIGIN}/reset-password?token=secret`,
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://strange.example/a.js',
    'source-file': `${env.SITE_ORIGIN}/assets/chat-1.js`,
    ...changes
  }
})

async function reportPolicy(): Promise<void> {
  const settings = { ALARM_CSP_REPORTS_PER_HOUR: '1' }
  // Both in one hour of the clock.
  passMs(hourMs - (Date.now() % hourMs))
  for (let reports = 0; reports < 2; reports++) {
    await call('/api/csp-reports', { body: cspReport(), settings }).catch(() => undefined)
    passMs(11_000)
  }
}

/** Those of backups have their causes in the tests of backups. */
export const causes: Record<Exclude<AlarmKind, OfBackups>, () => Promise<unknown>> = {
  'wallet-frozen': withoutRow,
  'payment-review': () => payChanged({ amount: '1.00' }),
  'payment-missing': () => payChanged({ shop: 'another' }),
  'payment-without-order': loseOrder,
  'receipt-not-registered': loseReceipt,
  'shop-refused': refuseReceipts,
  'refund-missed': refundWithoutNotification,
  'refund-not-made': refundNotMade,
  'provider-unpaid': () => run('flux', 'Маяк [сбой:квота]'),
  'provider-down': async () => {
    await failAnswers('chatgpt', 5)
    await warnOfServicesDown(env, Date.now())
  },
  'job-without-reservation': loseReservation,
  'job-dead': async () => {
    await deliverBatch([{ jobId: (await newJob('dalle', 'Маяк')).id }], { queue: 'dead-jobs' })
  },
  'duty-dead': () => deliverDuties(env, [{ duty: 'refunds' }], Date.now(), 'dead-duties'),
  'message-unreadable': () => deliverDuties(env, ['nonsense']),
  'duty-behind': () => standStill(20),
  'clock-late': stopClockOfCron,
  'reconciliation-late': stopCheck,
  'reconciliation-difference': () => differ(1),
  'reconciliation-differences': () => differ(21),
  'database-large': fillDatabase,
  'bucket-large': fillBucket,
  'passwords-sprayed': sprayPasswords,
  'role-granted': async () => {
    const email = await emailOf((await newPerson()).userId)
    await operate('PUT', '/team', { email, name: 'new-colleague', role: 'support', ...because() })
  },
  'factor-reset': async () => {
    const { person } = await newOperator('support')
    await operate('POST', `/team/${person.userId}/factor`, because())
  },
  'csp-reports': reportPolicy
}

export type OfBackups = 'backup-late' | 'backup-user-failed' | 'wallet-not-restored'
