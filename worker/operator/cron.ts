import { type Directory, openDirectory } from '#data/database.ts'
import { isCheckLate } from '#data/directory/reconciliation-bookmark.ts'
import { purgeOld } from '#data/retention.ts'
import { nameOf, report } from '#notices/report.ts'
import { removeStrayUploads } from '#queues/files.ts'
import { sweepJobs, type Swept } from '#queues/sweep.ts'
import { type Continued, continueRefunds } from '../payments/continue-refunds.ts'
import { type Reconciled, reconcilePayments } from '../payments/reconcile-payments.ts'
import { type Searched, searchRefunds } from '../payments/search-refunds.ts'
import { type Advanced, advanceSubscriptions } from '../premium/advance-subscriptions.ts'
import { eraseAccounts } from '../people/erase-accounts.ts'
import { type Archived, archiveBooks } from './archive-books.ts'
import { type Checked, reconcile } from './reconcile.ts'
import { type Mailed, sendOutgoingMails } from './send-outgoing-mails.ts'

export interface CronResult {
  /** Null in any field: the duty failed and is repeated by the next run. */
  jobs: Swept | null
  refunds: Continued | null
  refundSearch: Searched | null
  payments: Reconciled | null
  subscriptions: Advanced | null
  outgoingMails: Mailed | null
  erasedAccounts: number | null
  purgedRows: number | null
  strayUploads: number | null
  reconciliation: Checked | null
  books: Archived | null
}

/** Once an hour, because it reads whole tables, and not on the full hour, when other schedules run. */
const isPurgeMinute = (now: number): boolean => new Date(now).getUTCMinutes() === 7

/** Runs one duty; its failure must not stop the others. */
async function duty<Result>(name: string, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    report('', { event: 'cron-failed', duty: name, error: nameOf(error) })
    return null
  }
}

/** A duty of its own: the check that stopped cannot say so itself. */
async function warnOfLateCheck(directory: Directory, now: number): Promise<void> {
  if (await isCheckLate(directory, now)) report('', { event: 'reconciliation-late' })
}

/** All scheduled work, once a minute. Two runs may overlap: each duty claims its rows. */
export async function runCron(env: Env, now: number): Promise<CronResult> {
  const directory = openDirectory(env)
  const jobs = await duty('jobs', () => sweepJobs(env, now))
  // The payments come after the refunds, so that one run also takes back what was bought.
  const refunds = await duty('refunds', () => continueRefunds(env, now))
  const refundSearch = await duty('refund-search', () => searchRefunds(env, now))
  const payments = await duty('payments', () => reconcilePayments(env, now))
  const subscriptions = await duty('subscriptions', () => advanceSubscriptions(env, now))
  const outgoingMails = await duty('outgoing-mails', () => sendOutgoingMails(env, now))
  const erasedAccounts = await duty('erasures', () => eraseAccounts(env, now))
  const purgedRows = isPurgeMinute(now) ? await duty('retention', () => purgeOld(env, now)) : 0
  const strayUploads = isPurgeMinute(now) ? await duty('uploads', () => removeStrayUploads(env, now)) : 0
  const books = await duty('books', () => archiveBooks(env, now))
  const reconciliation = await duty('reconciliation', () => reconcile(env, now))
  if (isPurgeMinute(now)) await duty('reconciliation-heartbeat', () => warnOfLateCheck(directory, now))
  return {
    jobs,
    refunds,
    refundSearch,
    payments,
    subscriptions,
    outgoingMails,
    erasedAccounts,
    purgedRows,
    strayUploads,
    reconciliation,
    books
  }
}
