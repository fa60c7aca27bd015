// What the clock does (domain/clock.ts says how often). A duty on rows takes those that are due and does each by a message
// of its own; the others do one bounded portion.
import { openDirectory } from '#data/base/database.ts'
import { type Lease, type Leased, leaseDue } from '#data/directory/due-rows.ts'
import { isCheckLate } from '#data/directory/reconciliation-bookmark.ts'
import { purgeOld } from '#data/directory/retention.ts'
import type { DutyName } from '#contract/duties.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { purgeAttachments, readAttachmentText, takeAttachments } from '#queues/attachments.ts'
import { removeStray } from '#queues/steps/files.ts'
import { sweepJobs, sweptAtOnce } from '#queues/sweep.ts'
import { continueRefund } from '../payments/continue-refund.ts'
import { reconcilePayment } from '../payments/reconcile-payment.ts'
import { settleAdvance } from '../payments/settle-advance.ts'
import { searchPayments } from '../payments/search-payments.ts'
import { searchRefunds } from '../payments/search-refunds.ts'
import { erasableAccounts, eraseNext } from '../people/erase-accounts.ts'
import { advanceSubscription } from '../premium/advance-subscription.ts'
import { backUpWallets, warnOfLateBackup } from '../backup/back-up-wallets.ts'
import { moveOldBooks } from './move-old-books.ts'
import { recordRefund } from './record-refund.ts'
import { measureBucket } from './measure-bucket.ts'
import { reconcile } from './reconcile.ts'
import { sendOutgoingMail } from './send-outgoing-mail.ts'
import { sendReadyMessage } from './send-ready-message.ts'
import { countTrends, daysAtOnce } from './count-trends.ts'
import { tellAlarms } from './tell-alarms.ts'
import { warnOfLargeDatabases } from './watch-databases.ts'
import { warnOfServicesDown } from './watch-services.ts'

/** Rows of one duty and minute. */
const rowsPerMinute = 1000
/** Each erasure deletes thousands of rows. */
const erasuresPerMinute = 100
/** How long a message may be on its way. Then its row is due again, and the message, when it comes, is void. */
const leaseMs = 90_000

interface RowDuty {
  /** Takes rows that are due, and puts them off until their messages have had time. */
  take: (env: Env, now: number) => Promise<Lease[]>
  /** May be called with a row that another message has handled. Failures with a row are reported, not thrown. */
  handle: (env: Env, lease: Lease, now: number) => Promise<string>
}

const leasing = (kind: Leased) => (env: Env, now: number) =>
  leaseDue(openDirectory(env), kind, { now, limit: rowsPerMinute, until: now + leaseMs })

/** Erasures need no lease: two at once delete what is there, and one that is interrupted is found by the next minute. */
async function takeErasures(env: Env, now: number): Promise<Lease[]> {
  const ids = await erasableAccounts(openDirectory(env), now, erasuresPerMinute)
  return ids.map((id) => ({ id, until: 0 }))
}

export const rowDuties = {
  refunds: {
    take: leasing('refunds'),
    handle: (env, lease, now) => continueRefund(env, lease, now, (made) => recordRefund(env, made))
  },
  payments: { take: leasing('payments'), handle: reconcilePayment },
  advances: { take: leasing('advances'), handle: settleAdvance },
  subscriptions: { take: leasing('subscriptions'), handle: advanceSubscription },
  'outgoing-mails': { take: leasing('outgoing-mails'), handle: sendOutgoingMail },
  'ready-messages': { take: leasing('ready-messages'), handle: sendReadyMessage },
  // The row has a lease of its own, which its reader takes: the clock only repeats messages.
  attachments: { take: takeAttachments, handle: readAttachmentText },
  erasures: {
    take: takeErasures,
    handle: async (env, { id }) => ((await eraseNext(env, id)) ? 'erased' : 'begun')
  }
} satisfies Partial<Record<DutyName, RowDuty>>

interface Portion<Result> {
  result: Result
  /** Whether another portion shall follow at once. */
  hasMore: boolean
}

const portion =
  <Result>(run: (env: Env, now: number) => Promise<Result>, isFull: (result: Result) => boolean = () => false) =>
  async (env: Env, now: number): Promise<Portion<Result>> => {
    const result = await run(env, now)
    return { result, hasMore: isFull(result) }
  }

/** A duty of its own: a check that has stopped raises no alarm. */
async function warnOfLateCheck(env: Env, now: number): Promise<void> {
  if (await isCheckLate(openDirectory(env), now)) await raiseAlarm(env, '', { event: 'reconciliation-late' })
}

export const portionDuties = {
  jobs: portion(sweepJobs, ({ sent, finished, givenUp, failed }) => sent + finished + givenUp + failed >= sweptAtOnce),
  'refund-search': portion(searchRefunds),
  'payment-search': portion(searchPayments),
  retention: portion(purgeOld),
  books: portion((env, now) => moveOldBooks(env, now)),
  uploads: portion(async (env, now) => (await removeStray(env, now)) + (await purgeAttachments(env, now))),
  'database-sizes': portion(warnOfLargeDatabases),
  // The portion after the last one finds nothing to check.
  reconciliation: portion(
    (env, now) => reconcile(env, now),
    ({ users, jobs }) => users + jobs > 0
  ),
  trends: portion(countTrends, (days) => days >= daysAtOnce),
  'reconciliation-heartbeat': portion((env, now) => warnOfLateCheck(env, now)),
  'provider-health': portion(warnOfServicesDown),
  'bucket-size': portion(
    (env, now) => measureBucket(env, now),
    ({ isDone }) => !isDone
  ),
  alarms: portion(tellAlarms),
  'wallet-backup': portion(backUpWallets, (users) => users > 0),
  'backup-heartbeat': portion(warnOfLateBackup)
} satisfies Record<Exclude<DutyName, keyof typeof rowDuties>, unknown>

export const rowDutyOf = (duty: DutyName): RowDuty | undefined =>
  duty in rowDuties ? rowDuties[duty as keyof typeof rowDuties] : undefined
