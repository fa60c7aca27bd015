// Takes the lines of the ledger that are older than a year out of the histories, with their usage, and deletes the usage of users
// who were away for two years. One portion a minute. Lines leave in the transaction that adds them to their user's row, so a
// portion that was interrupted goes on where it stopped. The journal in the user's object keeps every line.
import { type History, openHistories } from '#data/base/database.ts'
import { leaseWalk, moveWalk, type WalkedUser, walkedUsers } from '#data/history/book-walk.ts'
import { firstLines, moveLines } from '#data/history/old-books.ts'
import { deleteOldUsage } from '#data/history/retention.ts'
import { linesBefore, oldBefore, sumsOf, usageKeptMs } from '#domain/books.ts'
import { nameOf, report } from '#notices/report.ts'

/** How much one run does; the next one continues. */
export interface MoveSizes {
  /** Users read in each history. */
  users: number
  /** Steps of all users together. */
  steps: number
  /** Lines that one step moves, or rows that it deletes. */
  rows: number
}

/** A step takes two calls of D1, of which an invocation has a thousand. */
const moveSizes: MoveSizes = { users: 1000, steps: 100, rows: 2000 }
const atOnce = 5
/** It ends before the next minute begins another run. */
const runMaxMs = 15_000

export interface Moved {
  /** Steps that were done. */
  moved: number
  /** Users whose books could not be moved; they are tried again the next day. */
  failed: number
}

interface Run {
  now: number
  sizes: MoveSizes
  /** Steps that are left. */
  left: number
  endsAt: number
  done: Moved
}

/**
 * Moves the first old lines of a user.
 * @returns whether there may be more
 * @throws Error when lines are missing: the nightly check says which
 */
export async function moveOldLines(
  { now, sizes }: { now: number; sizes: Pick<MoveSizes, 'rows'> },
  history: History,
  userId: string
): Promise<boolean> {
  const lines = linesBefore(await firstLines(history, userId, sizes.rows), oldBefore(now))
  if (lines.length === 0) return false
  if (!(await moveLines(history, userId, sumsOf(lines)))) throw new Error('Lines are missing')
  return lines.length === sizes.rows
}

/** Deletes some usage of a user who is away. */
async function deleteUsage({ now, sizes: { rows } }: Run, history: History, userId: string): Promise<boolean> {
  return (await deleteOldUsage(history, userId, { before: now - usageKeptMs, limit: rows })) === rows
}

const isAway = ({ hasUsage, lastAt }: WalkedUser, now: number): boolean =>
  hasUsage === 1 && lastAt !== null && lastAt <= now - usageKeptMs

/** Whether the run may begin another step. */
function takesStep(run: Run): boolean {
  if (run.left === 0 || Date.now() > run.endsAt) return false
  run.left -= 1
  return true
}

async function repeat(run: Run, step: () => Promise<boolean>): Promise<boolean> {
  while (takesStep(run)) {
    const hasMore = await step()
    run.done.moved += 1
    if (!hasMore) return true
  }
  return false
}

/** @returns whether nothing of this user is left to do */
async function moveBooksOf(run: Run, history: History, user: WalkedUser): Promise<boolean> {
  try {
    if (isAway(user, run.now) && !(await repeat(run, () => deleteUsage(run, history, user.id)))) return false
    if (user.firstAt === null || user.firstAt >= oldBefore(run.now)) return true
    return await repeat(run, () => moveOldLines(run, history, user.id))
  } catch (error) {
    // One user whose books cannot be moved must not keep the others from it.
    run.done.failed += 1
    report(user.id, { event: 'books-not-moved', error: nameOf(error) })
    return true
  }
}

/** @returns the last user of whom nothing is left to do; null: there are no more users */
async function movePortion(run: Run, history: History, after: string): Promise<string | null> {
  const users = await walkedUsers(history, after, run.sizes.users)
  for (let index = 0; index < users.length; index += atOnce) {
    const some = users.slice(index, index + atOnce)
    const finished = await Promise.all(some.map((user) => moveBooksOf(run, history, user)))
    const open = finished.indexOf(false)
    if (open !== -1) return users[index + open - 1]?.id ?? after
  }
  return users.length < run.sizes.users ? null : (users.at(-1)?.id ?? null)
}

async function doPortion(run: Run, history: History): Promise<void> {
  const after = await leaseWalk(history, run.now)
  if (after === undefined) return
  await moveWalk(history, await movePortion(run, history, after), run.now)
}

/**
 * Does the next portion, in each history; they take turns to be the first. One that fails does not stop the others.
 * @throws the first failure, after all have been tried
 */
export async function moveOldBooks(env: Env, now: number, sizes = moveSizes): Promise<Moved> {
  const done = { moved: 0, failed: 0 }
  const run: Run = { now, sizes, left: sizes.steps, endsAt: Date.now() + runMaxMs, done }
  const histories = openHistories(env)
  const turn = Math.floor(now / 60_000) % histories.length
  const failures: unknown[] = []
  for (const { history } of [...histories.slice(turn), ...histories.slice(0, turn)])
    await doPortion(run, history).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return done
}
