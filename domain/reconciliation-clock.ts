// When the nightly check begins, and when it is late. Pure.

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** Two o'clock in Moscow. */
const beginsAtMs = 23 * hourMs
/** A night, the time a check may take, and some hours. */
const lateMs = 36 * hourMs
/** A check that is under way moves its bookmark every minute. */
const stuckMs = hourMs

/** The number of the night that has begun last. */
export const nightOf = (now: number): number => Math.floor((now - beginsAtMs) / dayMs)

export interface CheckRow {
  stage: 'users' | 'files' | 'done'
  startedAt: number
  /** When its bookmark was last moved. */
  movedAt: number
  /** Null: not finished; with the stage `done`, the installation began in this night and nothing was checked. */
  finishedAt: number | null
}

/** Whether for too long no check was finished, or one does not move. @param rows the newest ones; none: never begun */
export function isLate(rows: readonly CheckRow[], now: number): boolean {
  const [newest] = rows
  if (!newest) return false
  if (newest.stage !== 'done' && newest.movedAt <= now - stuckMs) return true
  const times = rows.map(({ stage, startedAt, finishedAt }) => finishedAt ?? (stage === 'done' ? startedAt : 0))
  return Math.max(...times) <= now - lateMs
}
