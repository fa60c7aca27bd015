// A password hash blocks its thread for about a sixth of a second, on a busy machine for much longer. Twenty users who
// sign in at once would stop all streams for twenty hashes; taking turns, with a rest after each, leaves time for other
// requests. A service binding would not help: a bound Worker runs on its caller's thread. Turns are points in time, not
// promises: a cancelled request never uses its turn, and the requests behind it do not wait for it.

/** Rest after a hash, for streams: as long as the hash took, within these bounds (see bench/sign-ins.ts). */
const restMs = 150
const restMaxMs = 300
/** One hash on an idle machine, and the rest after it. */
const turnMs = 300
/** A request that would wait longer is refused and may come back. */
const waitMaxMs = 20_000

class HashingOverloaded extends Error {
  override name = 'HashingOverloaded'
  /** The same call may succeed soon (see `isUnavailable`). */
  readonly overloaded = true
}

/** The turns of this isolate. `turnMs: 0` switches them off for tests with cheap hashes and a fake clock. */
export const turns = { turnMs, nextAt: 0, restUntil: 0 }

const sleep = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

function rest(now: number, afterMs = 0): void {
  turns.restUntil = Math.max(turns.restUntil, now + Math.min(Math.max(restMs, afterMs), restMaxMs))
}

/** @returns when the turn begins @throws HashingOverloaded when a request that came at `cameAt` would wait too long */
function bookTurn(cameAt: number, now: number): number {
  // No turn is ever booked this far ahead, so the clock has gone back: start again from now.
  if (Math.max(turns.nextAt, turns.restUntil) > now + waitMaxMs + turns.turnMs) turns.nextAt = turns.restUntil = now
  const at = Math.max(now, turns.nextAt, turns.restUntil)
  if (at - cameAt > waitMaxMs) throw new HashingOverloaded()
  turns.nextAt = at + turns.turnMs
  return at
}

/** Waits for the next free turn. @throws HashingOverloaded when too many wait already */
async function takeTurn(): Promise<void> {
  const cameAt = Date.now()
  let at = bookTurn(cameAt, cameAt)
  for (let now = cameAt; at > now;) {
    await sleep(at - now)
    now = Math.max(Date.now(), at)
    // Woken a whole turn late: something has blocked the thread, and all waiting requests would now hash one right
    // after the other. They book new turns.
    const isLate = now - at >= turns.turnMs
    if (isLate) rest(now)
    if (isLate) at = bookTurn(cameAt, now)
    else if (now < turns.restUntil) at = turns.restUntil
  }
}

/** @throws HashingOverloaded when too many wait already, and whatever `work` throws */
export async function hashInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (turns.turnMs === 0) return work()
  await takeTurn()
  const begunAt = Date.now()
  const result = await work()
  rest(Date.now(), Date.now() - begunAt)
  // Measured again, because in production the clock stands still while a Worker computes, until it yields.
  await sleep(0)
  rest(Date.now(), Date.now() - begunAt)
  return result
}
