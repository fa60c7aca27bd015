// A password hash fills its thread for about a sixth of a second. Twenty people who sign in at once would stop everybody's
// streams for as long as twenty hashes take; taking turns leaves room for others between two of them. Turns are points
// in time and no promises: one that nobody comes for, because its request was cancelled, holds nobody up.

/** Longer than one hash takes on the slowest machine seen, so that others get their time in between. */
const turnMs = 200
/** Whoever would wait longer is better told to come back. */
const waitMaxMs = 10_000

export class HashingOverloaded extends Error {
  override name = 'HashingOverloaded'
  /** The same call may succeed soon (see `isUnavailable`). */
  readonly overloaded = true
}

/** Of this isolate. Tests that hash cheaply make the turns short. */
export const turns = { turnMs, nextAt: 0 }

/** Waits for the next free turn. @throws HashingOverloaded when too many wait already */
export async function takeTurn(): Promise<void> {
  const now = Date.now()
  // Nobody was ever given a turn so late: the clock has gone back.
  if (turns.nextAt > now + waitMaxMs + turns.turnMs) turns.nextAt = now
  const at = Math.max(now, turns.nextAt)
  if (at - now > waitMaxMs) throw new HashingOverloaded()
  turns.nextAt = at + turns.turnMs
  if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
}
