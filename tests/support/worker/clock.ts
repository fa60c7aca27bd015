// The clock as tests drive it: the cron's messages go into a queue in memory, and the Worker's own consumer handles them at
// the same moment of the clock, until none is left. The results read as if one run of the cron did everything itself.
import type { DutyName } from '#contract/duties.ts'
import { daysUntil } from '#domain/billing-calendar.ts'
import type { DutyMessage } from '#queues/base/messages.ts'
import { consumeDuties, type Performed } from '#worker/clock/consume-duties.ts'
import { runCron as runClock } from '#worker/clock/cron.ts'
import { type portionDuties, rowDuties } from '#worker/clock/duties.ts'

/** Queues of the clock that behave like this one. */
export const queuesLike = (sendBatch: (messages: Iterable<MessageSendRequest<DutyMessage>>) => Promise<unknown>) => {
  const queue = { sendBatch } as unknown as Env['DUTIES']
  return { DUTIES: queue, DUTY_ROWS: queue, MONEY_ROWS: queue, ATTACHMENT_TEXTS: queue }
}

export const downQueues = () => queuesLike(() => Promise.reject(new Error('Queue is overloaded. Please back off.')))

/** Queues that keep what is sent to them. */
export function standingDuties() {
  const sent: DutyMessage[] = []
  const sendBatch = async (messages: Iterable<MessageSendRequest<DutyMessage>>) =>
    void sent.push(...[...messages].map(({ body }) => body))
  return { sent, queues: queuesLike(sendBatch) }
}

/** Delivers messages as one batch. */
export async function deliverDuties(
  bindings: Env,
  bodies: readonly unknown[],
  now = Date.now(),
  queue = 'duties'
): Promise<{ performed: Performed[]; acknowledged: number }> {
  let acknowledged = 0
  const messages = bodies.map((body) => ({ body, attempts: 1, ack: () => void acknowledged++ }))
  const performed = await consumeDuties({ queue, messages } as unknown as MessageBatch, bindings, now)
  return { performed, acknowledged }
}

/** Delivers messages, and those that follow from them, until none is left. The messages of a duty's rows run at once. */
async function deliverAll(
  bindings: Env,
  bodies: readonly DutyMessage[],
  now: number,
  sent: DutyMessage[]
): Promise<Performed[]> {
  const { performed } = await deliverDuties(bindings, bodies, now)
  const more = sent.splice(0)
  return more.length === 0 ? performed : [...performed, ...(await deliverAll(bindings, more, now, sent))]
}

/** One duty with all that follows from it. Duties on rows: how each row's step ended. Others: what each portion did. */
async function runDuty(env: Env, duty: DutyName, now: number): Promise<{ outcomes: unknown[]; hasFailed: boolean }> {
  const { sent, queues } = standingDuties()
  const performed = await deliverAll({ ...env, ...queues }, [{ duty }], now, sent)
  const ofRows = duty in rowDuties
  return {
    outcomes: performed.filter(({ isRow }) => isRow === ofRows).map(({ outcome }) => outcome),
    hasFailed: performed.some(({ isRow, outcome }) => !isRow && outcome === null)
  }
}

async function countRows(env: Env, duty: keyof typeof rowDuties, now: number) {
  const { outcomes, hasFailed } = await runDuty(env, duty, now)
  const handled = outcomes.filter((outcome) => outcome !== 'void')
  const count = (wanted: unknown) => handled.filter((outcome) => outcome === wanted).length
  return { count, all: handled.length, failed: count('failed') + count(null), hasFailed }
}

export async function reconcilePayments(env: Env, now: number) {
  const { all, count, failed } = await countRows(env, 'payments', now)
  return { asked: all, ended: count('ended'), failed }
}

export async function continueRefunds(env: Env, now: number) {
  const { all, failed } = await countRows(env, 'refunds', now)
  return { due: all, failed }
}

export async function settleAdvances(env: Env, now: number) {
  const { all, failed } = await countRows(env, 'advances', now)
  return { due: all, failed }
}

export async function advanceSubscriptions(env: Env, now: number) {
  const { all, failed } = await countRows(env, 'subscriptions', now)
  return { due: all, failed }
}

export async function sendOutgoingMails(env: Env, now: number) {
  const { count, failed } = await countRows(env, 'outgoing-mails', now)
  return { sent: count('sent'), failed }
}

/** What one run of the cron does about purchases: refunds before payments, and then the mails about both. */
export async function advanceMoney(env: Env, now: number) {
  const refunds = await continueRefunds(env, now)
  const payments = await reconcilePayments(env, now)
  return { refunds, payments, outgoingMails: await sendOutgoingMails(env, now) }
}

/** @returns the number of erased accounts @throws the first failure, after all accounts were tried */
export async function eraseAccounts(env: Env, now: number): Promise<number> {
  let erased = 0
  const failures: unknown[] = []
  for (const lease of await rowDuties.erasures.take(env, now))
    await rowDuties.erasures.handle(env, lease).then(
      (outcome) => (erased += outcome === 'erased' ? 1 : 0),
      (error: unknown) => failures.push(error)
    )
  if (failures.length > 0) throw failures[0]
  return erased
}

type Result<Duty extends keyof typeof portionDuties> = Awaited<ReturnType<(typeof portionDuties)[Duty]>>['result']

/** As if the days of the trends had been counted until a few days ago: a new product counts two months. */
export async function countEarlierDays({ DB }: Env, now: number): Promise<void> {
  const days = daysUntil(now, 60).slice(0, -3)
  await DB.prepare(
    'insert into counted_days (day, counted_at) select value, ?1 from json_each(?2) where true on conflict do nothing'
  )
    .bind(now, JSON.stringify(days.map(({ day }) => day)))
    .run()
}

/** What one run of the cron did, of portions the first: null where it failed, undefined where nothing was to be done. */
export async function runCron(env: Env, now: number) {
  const { sent, queues } = standingDuties()
  const { begun } = await runClock({ ...env, ...queues }, now)
  const isBegun = (duty: DutyName) => begun?.includes(duty) ?? false
  const firstOf = async <Duty extends keyof typeof portionDuties>(duty: Duty) => {
    if (!isBegun(duty)) return undefined
    const { outcomes } = await runDuty(env, duty, now)
    return outcomes[0] as Result<Duty> | null
  }
  sent.splice(0)
  // The payments come after the refunds, so that one run also takes back what was bought.
  const jobs = await firstOf('jobs')
  const refunds = await continueRefunds(env, now)
  const refundSearch = await firstOf('refund-search')
  await firstOf('payment-search')
  const payments = await reconcilePayments(env, now)
  await settleAdvances(env, now)
  const subscriptions = await advanceSubscriptions(env, now)
  const outgoingMails = await sendOutgoingMails(env, now)
  const erasures = await countRows(env, 'erasures', now)
  await countRows(env, 'ready-messages', now)
  await countRows(env, 'attachments', now)
  const purgedRows = await firstOf('retention')
  const strayUploads = await firstOf('uploads')
  const reconciliation = await firstOf('reconciliation')
  const books = await firstOf('books')
  await firstOf('reconciliation-heartbeat')
  await countEarlierDays(env, now)
  await firstOf('trends')
  await firstOf('wallet-backup')
  await firstOf('backup-heartbeat')
  await firstOf('provider-health')
  await firstOf('alarms')
  return {
    jobs,
    refunds,
    refundSearch,
    payments,
    subscriptions,
    outgoingMails,
    erasedAccounts: erasures.hasFailed ? null : erasures.count('erased'),
    purgedRows,
    strayUploads,
    reconciliation,
    books
  }
}
