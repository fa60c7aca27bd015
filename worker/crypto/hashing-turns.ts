// A password hash fills its thread for about a sixth of a second, on a busy machine for much longer. Twenty people who
// sign in at once would stop everybody's streams for as long as twenty hashes take; taking turns, with a rest after each,
// leaves room for others. Behind a service binding it would be no better: a bound Worker runs on its caller's thread.
// Turns are points in time and no promises: one that nobody comes for, because its request was cancelled, holds nobody up.

/** What streams have for themselves after a hash: as long as it took, within these bounds (see bench/sign-ins.ts). */
const restMs = 150
const restMaxMs = 300
/** One hash, where nothing else runs, and the rest after it. */
const turnMs = 300
/** Whoever would wait longer is better told to come back. */
const waitMaxMs = 20_000

class HashingOverloaded extends Error {
  override name = 'HashingOverloaded'
  /** The same call may succeed soon (see `isUnavailable`). */
  readonly overloaded = true
}

/** Of this isolate. Without a length there are none, for tests that hash cheaply and play with the clock. */
export const turns = { turnMs, nextAt: 0, restUntil: 0 }

const sleep = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

function rest(now: number, afterMs = 0): void {
  turns.restUntil = Math.max(turns.restUntil, now + Math.min(Math.max(restMs, afterMs), restMaxMs))
}

/** @returns when it begins @throws HashingOverloaded when that is too late for somebody who came then */
function bookTurn(cameAt: number, now: number): number {
  // Nobody was ever given a turn so late: the clock has gone back.
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
    // Woken a whole turn late: something has filled the thread, and everybody who slept would now go one right after
    // the other. They line up anew.
    const isLate = now - at >= turns.turnMs
    if (isLate) rest(now)
    if (isLate) at = bookTurn(cameAt, now)
    else if (now < turns.restUntil) at = turns.restUntil
  }
}

/** @throws HashingOverloaded when too many wait already, and whatever `work` throws */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (turns.turnMs === 0) return work()
  await takeTurn()
  const begunAt = Date.now()
  const result = await work()
  rest(Date.now(), Date.now() - begunAt)
  // Again, because at the edge the clock stands still while a Worker computes, until it gives its thread away.
  await sleep(0)
  rest(Date.now(), Date.now() - begunAt)
  return result
}
