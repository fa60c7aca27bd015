// A password hash blocks its thread for about a sixth of a second, on a busy machine for much longer. Twenty users who
// sign in at once would stop all streams for twenty hashes; taking turns, with a rest after each, leaves time for other
// requests. A service binding would not help: a bound Worker runs on its caller's thread. Turns are points in time, not
// promises: a cancelled request never uses its turn, and the requests behind it do not wait for it.
//
// There are two lanes. People on a device that has signed in to the account before come first: a turn of theirs moves
// all waiting turns of the others back. A crowd of strangers thus delays them by the hash that is running.

/** Rest after a hash, for streams: as long as the hash took, within these bounds (see decisions/0017-hashing-beside-streams.md). */
const restMs = 150
const restMaxMs = 300
/** One hash on an idle machine, and the rest after it. */
const turnMs = 300
/** A request that would wait longer is refused and may come back. */
const waitMaxMs = 20_000
/** Four turns: fewer people at once need no check, and users still wait for four hashes without giving up. */
const crowdedFromMs = 4 * turnMs
/** A lane counts as crowded for so long after the last crowd, so that an attack cannot fill it again at once. */
const crowdedForMs = 15_000

export type Lane = 'known' | 'other'

/** A place in a lane. It costs nothing to leave it unused. */
export interface Turn {
  readonly lane: Lane
  readonly cameAt: number
  at: number
  /** `turns.pushedMs` when `at` was last correct. */
  pushedMs: number
}

class HashingOverloaded extends Error {
  override name = 'HashingOverloaded'
  /** The same call may succeed soon (see `isUnavailable`). */
  readonly overloaded = true
}

export const emptyTurns = () => ({
  turnMs,
  restUntil: 0,
  nextAt: { known: 0, other: 0 },
  /** How far the first lane has moved the other lane's waiting turns back, in all. */
  pushedMs: 0,
  crowdedUntil: { known: 0, other: 0 }
})

/** The turns of this isolate. `turnMs: 0` switches them off for tests with cheap hashes and a fake clock. */
export const turns = emptyTurns()

const sleep = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

function rest(now: number, afterMs = 0): void {
  turns.restUntil = Math.max(turns.restUntil, now + Math.min(Math.max(restMs, afterMs), restMaxMs))
}

/** When a request of this lane that comes now would get its turn. */
function freeAt(lane: Lane, now: number): number {
  const { nextAt } = turns
  // No turn is booked so far ahead, even with both lanes full, so the clock has gone back: start again from now.
  const bookedMax = now + 2 * (waitMaxMs + turns.turnMs)
  if (Math.max(nextAt.known, nextAt.other, turns.restUntil) > bookedMax)
    nextAt.known = nextAt.other = turns.restUntil = now
  return Math.max(now, turns.restUntil, nextAt.known, lane === 'known' ? 0 : nextAt.other)
}

/** How long a request of this lane that comes now would wait, in milliseconds. */
export const waitOf = (lane: Lane, now = Date.now()): number => freeAt(lane, now) - now

/** Whether too many wait in this lane, or did a moment ago. */
export function isCrowded(lane: Lane, now = Date.now()): boolean {
  const { crowdedUntil } = turns
  // After a clock that has gone back.
  if (crowdedUntil[lane] > now + crowdedForMs) crowdedUntil[lane] = now
  if (waitOf(lane, now) >= crowdedFromMs) crowdedUntil[lane] = now + crowdedForMs
  return now < crowdedUntil[lane]
}

/** @throws HashingOverloaded when a request that came at `cameAt` would wait too long */
function nextTurn(lane: Lane, cameAt: number, now: number): number {
  const at = freeAt(lane, now)
  if (at - cameAt > waitMaxMs) throw new HashingOverloaded()
  if (turns.turnMs === 0) return at
  turns.nextAt[lane] = at + turns.turnMs
  if (lane === 'known') {
    turns.pushedMs += turns.turnMs
    if (turns.nextAt.other > now) turns.nextAt.other += turns.turnMs
  }
  return at
}

/**
 * Books the next turn of a lane, for a hash that follows at once: between booking and hashing there may be a read.
 * @throws HashingOverloaded when too many wait already
 */
export function bookTurn(lane: Lane): Turn {
  const now = Date.now()
  const at = nextTurn(lane, now, now)
  return { lane, cameAt: now, at, pushedMs: turns.pushedMs }
}

function moveTo(turn: Turn, at: number): void {
  turn.at = at
  turn.pushedMs = turns.pushedMs
}

/** When the turn begins, as far as is known `now`. @throws HashingOverloaded when it was moved back too far */
function beginOf(turn: Turn, now: number, hasSlept: boolean): number {
  const pushed = turn.lane === 'other' && turns.pushedMs > turn.pushedMs
  if (pushed) moveTo(turn, turn.at + turns.pushedMs - turn.pushedMs)
  if (pushed && turn.at - turn.cameAt > waitMaxMs) throw new HashingOverloaded()
  if (now - turn.at >= turns.turnMs) {
    // Woken a whole turn late: something has blocked the thread, and all waiting requests would now hash one right
    // after the other. They book new turns.
    if (hasSlept) rest(now)
    moveTo(turn, nextTurn(turn.lane, turn.cameAt, now))
  } else if (turn.at <= now && now < turns.restUntil) moveTo(turn, turns.restUntil)
  return turn.at
}

/** @throws HashingOverloaded */
async function waitFor(turn: Turn): Promise<void> {
  let now = Date.now()
  for (let at = beginOf(turn, now, false); at > now; at = beginOf(turn, now, true)) {
    await sleep(at - now)
    now = Math.max(Date.now(), at)
  }
}

/** @throws HashingOverloaded when too many wait already, and whatever `work` throws */
export async function hashInTurn<Result>(work: () => Promise<Result>, turn = bookTurn('other')): Promise<Result> {
  if (turns.turnMs === 0) return work()
  await waitFor(turn)
  const begunAt = Date.now()
  const result = await work()
  rest(Date.now(), Date.now() - begunAt)
  // Measured again, because in production the clock stands still while a Worker computes, until it yields.
  await sleep(0)
  rest(Date.now(), Date.now() - begunAt)
  return result
}
