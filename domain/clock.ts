// How often the clock begins each of its duties, and when it or one of them is late. Pure.
import { type DutyName, dutyNames } from '#contract/duties.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

interface Rhythm {
  everyMs: number
  /** For duties on rows that fall due: a row that waits longer needs an operator. */
  waitMaxMs?: number
}

const often = { everyMs: minuteMs, waitMaxMs: 15 * minuteMs }

const rhythms = {
  jobs: often,
  refunds: often,
  'refund-search': { everyMs: minuteMs },
  'payment-search': { everyMs: minuteMs },
  payments: often,
  // Receipts are made in the night; the register may be down for hours.
  advances: { everyMs: minuteMs, waitMaxMs: 6 * hourMs },
  subscriptions: often,
  'outgoing-mails': often,
  'ready-messages': often,
  attachments: { everyMs: minuteMs },
  // The site promises owners an erasure within days, not minutes.
  erasures: { everyMs: minuteMs, waitMaxMs: 6 * hourMs },
  retention: { everyMs: hourMs },
  uploads: { everyMs: hourMs },
  books: { everyMs: minuteMs },
  'database-sizes': { everyMs: dayMs },
  reconciliation: { everyMs: minuteMs },
  'reconciliation-heartbeat': { everyMs: hourMs },
  trends: { everyMs: hourMs },
  'provider-health': { everyMs: 5 * minuteMs },
  'bucket-size': { everyMs: dayMs },
  alarms: { everyMs: minuteMs },
  'wallet-backup': { everyMs: minuteMs },
  'backup-heartbeat': { everyMs: hourMs }
} as const satisfies Record<DutyName, Rhythm>

/** What the clock has stored about itself and its duties. Times in milliseconds. */
export interface ClockRow {
  /** `clock`: the cron itself. */
  duty: DutyName | 'clock'
  /** Since when the cron runs without a gap: after a pause no duty counts as late at once. */
  since: number
  ranAt: number | null
  succeededAt: number | null
  /** When the oldest waiting row fell due; null: none, or not a duty on rows. */
  oldestDueAt: number | null
}

/** The cron runs every minute, and may be a minute late. */
export const clockLateMs = 3 * minuteMs
/** A new cron takes up to 15 minutes until Cloudflare runs it (docs: cron triggers). */
export const firstRunMs = 15 * minuteMs
/** How much later than usual a duty may be: a short delay raises no alarm. */
const patienceMs = 15 * minuteMs
/** The cron's seconds vary from run to run. */
const jitterMs = 30_000

/** Whether the cron has stopped. @param rows none, or without `clock`: an installation whose clock has not run yet */
export function isClockLate(rows: readonly ClockRow[], now: number): boolean {
  const clock = rows.find(({ duty }) => duty === 'clock')
  return clock !== undefined && (clock.ranAt ?? clock.since + firstRunMs) <= now - clockLateMs
}

/** Whether a duty has not succeeded for too long, or leaves rows waiting. For the clock itself see `isClockLate`. */
export function isBehind({ duty, since, succeededAt, oldestDueAt }: ClockRow, now: number): boolean {
  if (duty === 'clock' || since > now - patienceMs) return false
  const { everyMs, waitMaxMs = Infinity }: Rhythm = rhythms[duty]
  if (oldestDueAt !== null && oldestDueAt <= now - waitMaxMs) return true
  return Math.max(succeededAt ?? 0, since) <= now - everyMs - patienceMs
}

/** The duties that a run of the cron begins. One that failed is begun again by the next run. */
export const dutiesToBegin = (rows: readonly ClockRow[], now: number): DutyName[] =>
  dutyNames.filter((name) => {
    const succeededAt = rows.find(({ duty }) => duty === name)?.succeededAt ?? null
    const { everyMs } = rhythms[name]
    return everyMs <= minuteMs || succeededAt === null || succeededAt <= now - everyMs + jitterMs
  })
