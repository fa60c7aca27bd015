import { openDatabase } from '#data/database.ts'
import { purgeOld } from '#data/retention.ts'
import { nameOf, report } from '#notices/report.ts'
import { removeStrayUploads } from '#queues/files.ts'
import { sweepJobs, type Swept } from '#queues/sweep.ts'
import { type Reconciled, reconcilePayments } from '../payments/reconcile-payments.ts'
import { type Advanced, advanceSubscriptions } from '../premium/advance-subscriptions.ts'
import { type Mailed, sendSubscriptionMails } from '../premium/send-subscription-mails.ts'
import { eraseAccounts } from '../people/erase-accounts.ts'

export interface CronResult {
  /** Null: failed, and tried again by the next run. */
  jobs: Swept | null
  payments: Reconciled | null
  subscriptions: Advanced | null
  subscriptionMails: Mailed | null
  erasedAccounts: number | null
  purgedRows: number | null
  strayUploads: number | null
}

/** Once an hour, and off the full hour, when everybody else's clocks strike: it reads whole tables. */
const isPurgeMinute = (now: number): boolean => new Date(now).getUTCMinutes() === 7

/** One duty that fails must not keep the others from being done. */
async function duty<Result>(name: string, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    report('', { event: 'cron-failed', duty: name, error: nameOf(error) })
    return null
  }
}

/** Everything that happens by the clock, once a minute. May run twice at once: each duty only finds less to do. */
export async function runCron(env: Env, now: number): Promise<CronResult> {
  const database = openDatabase(env.DB)
  const jobs = await duty('jobs', () => sweepJobs(env, now))
  const payments = await duty('payments', () => reconcilePayments(env, now))
  const subscriptions = await duty('subscriptions', () => advanceSubscriptions(env, now))
  const subscriptionMails = await duty('subscription-mails', () => sendSubscriptionMails(env, now))
  const erasedAccounts = await duty('erasures', () => eraseAccounts(database, env.MEDIA, now))
  const purgedRows = isPurgeMinute(now) ? await duty('retention', () => purgeOld(database, now)) : 0
  const strayUploads = isPurgeMinute(now) ? await duty('uploads', () => removeStrayUploads(env, now)) : 0
  return { jobs, payments, subscriptions, subscriptionMails, erasedAccounts, purgedRows, strayUploads }
}
