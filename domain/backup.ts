// When the nightly backup of the wallets begins, when it is late, and which nights are kept. Pure.

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** Four o'clock in Moscow: after the nightly check has begun. */
const beginsAtMs = 1 * hourMs
/** A night, the time a backup may take, and some hours. */
const lateMs = 36 * hourMs

const nightsKept = 14
const weeksKept = 8
const daysOfWeek = 7

/** The number of the night that has begun last. */
export const backupNightOf = (now: number): number => Math.floor((now - beginsAtMs) / dayMs)

export interface BackupNight {
  night: number
  startedAt: number
  /** Null: the night is not closed. */
  finishedAt: number | null
  /** Users whose wallets are missing. */
  failed: readonly string[]
  /** How many others are missing. */
  failedMore: number
}

/**
 * How many users without a stored wallet a night lists by name. The names are tried again and are read with every row; the users
 * above this number are only counted, and the next night tries them.
 */
export const failedNamesMax = 500

export const failedIn = ({ failed, failedMore }: Pick<BackupNight, 'failed' | 'failedMore'>): number =>
  failed.length + failedMore

/** Whether a night is closed and holds every wallet. */
export const isComplete = (night: Pick<BackupNight, 'finishedAt' | 'failed' | 'failedMore'>): boolean =>
  night.finishedAt !== null && failedIn(night) === 0

/** Whether for too long no night was closed with every wallet. @param nights newest first; none: the clock has not run yet */
export function isBackupLate(nights: readonly BackupNight[], now: number): boolean {
  const first = nights.at(-1)
  if (!first) return false
  const complete = nights.filter(isComplete)
  return Math.max(first.startedAt, ...complete.map(({ finishedAt }) => finishedAt ?? 0)) <= now - lateMs
}

/** Whether the files of a night are still kept: two weeks of nights, then one night a week. */
export function isNightKept(night: number, newest: number): boolean {
  const age = newest - night
  return age < nightsKept || (night % daysOfWeek === 0 && age < weeksKept * daysOfWeek)
}

/** What the platform owes a user, or a debtor owes the platform: the figure that a backup adds up. */
export const owedTokens = ({
  available,
  reserved,
  debt
}: {
  available: number
  reserved: number
  debt: number
}): number => available + reserved - debt
