// Moves the lines of the ledger and the usage that are older than a year from the histories to files in R2, and deletes the
// usage of users who were away for two years. One portion a minute. A line is deleted only in the transaction that notes
// its file, after the file was read back; a portion that was interrupted is repeated with the same result.
import { booksPrefix, isUsageKey } from '#data/files/book-files.ts'
import { type History, openHistories } from '#data/base/database.ts'
import { firstLines, moveToFiles, surroundingsOf } from '#data/history/archived-books.ts'
import { leaseWalk, moveWalk, type WalkedUser, walkedUsers } from '#data/history/book-walk.ts'
import { deleteOldUsage, forgetUsageFiles } from '#data/history/retention.ts'
import { archivedBefore, follow, ledgerSums, linesOfMonth, monthOf, usageKeptMs } from '#domain/books.ts'
import { nameOf, report } from '#notices/report.ts'
import { storeBook } from './store-book.ts'

/** How much one run does; the next one continues. */
export interface ArchiveSizes {
  /** Users read in each history. */
  users: number
  /** Steps of all users together: two files each at most, or some rows that are deleted. */
  steps: number
  /** Lines that one step moves, or rows that it deletes. */
  rows: number
}

/** A step takes seven calls of D1 and R2, of which an invocation has ten thousand. */
const archiveSizes: ArchiveSizes = { users: 1000, steps: 100, rows: 2000 }
const atOnce = 5
/** It ends before the next minute begins another run. */
const runMaxMs = 15_000

export interface Archived {
  /** Steps that were done. */
  moved: number
  /** Users whose books could not be moved; they are tried again the next day. */
  failed: number
}

interface Run {
  env: Env
  now: number
  sizes: ArchiveSizes
  /** Steps that are left. */
  left: number
  endsAt: number
  done: Archived
}

/**
 * Moves the first old lines of a user.
 * @returns whether there may be more
 * @throws Error when lines are missing: the nightly check says which
 */
export async function moveLines(
  { env, now, sizes }: { env: Env; now: number; sizes: Pick<ArchiveSizes, 'rows'> },
  history: History,
  userId: string
): Promise<boolean> {
  const first = await firstLines(history, userId, sizes.rows)
  const lines = linesOfMonth(first)
  const oldest = lines[0]
  if (!oldest || oldest.at >= archivedBefore(now)) return false
  const month = monthOf(oldest.at)
  const span = { userId, ...ledgerSums(lines) }
  const { operations, lastSeq, part } = await surroundingsOf(history, span, month)
  if (!follow(lines, lastSeq)) throw new Error('Lines are missing')
  const name = { userId, month, part }
  const ledger = await storeBook(env.MEDIA, name, { kind: 'ledger', rows: lines }, now)
  const hasEnded = operations.length > 0
  const ended = hasEnded ? await storeBook(env.MEDIA, name, { kind: 'usage', rows: operations }, now) : null
  if (!(await moveToFiles(history, span, { ledger, ended }))) throw new Error('The lines have changed')
  const next = first[lines.length]
  return next ? next.at < archivedBefore(now) : first.length === sizes.rows
}

/** Deletes some usage of a user who is away: the files first, because they are found by their rows. */
async function deleteUsage({ env, now, sizes }: Run, history: History, userId: string): Promise<boolean> {
  let cursor: string | undefined
  do {
    const page = await env.MEDIA.list({ prefix: booksPrefix(userId), ...(cursor !== undefined && { cursor }) })
    const keys = page.objects.map(({ key }) => key).filter(isUsageKey)
    if (keys.length > 0) await env.MEDIA.delete(keys)
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
  await forgetUsageFiles(history, userId)
  const limit = sizes.rows
  return (await deleteOldUsage(history, userId, { before: now - usageKeptMs, limit })) === limit
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
async function archiveUser(run: Run, history: History, user: WalkedUser): Promise<boolean> {
  try {
    if (isAway(user, run.now) && !(await repeat(run, () => deleteUsage(run, history, user.id)))) return false
    if (user.firstAt === null || user.firstAt >= archivedBefore(run.now)) return true
    return await repeat(run, () => moveLines(run, history, user.id))
  } catch (error) {
    // One user whose books cannot be moved must not keep the others from it.
    run.done.failed += 1
    report(user.id, { event: 'books-not-moved', error: nameOf(error) })
    return true
  }
}

/** @returns the last user of whom nothing is left to do; null: there are no more users */
async function archivePortion(run: Run, history: History, after: string): Promise<string | null> {
  const users = await walkedUsers(history, after, run.sizes.users)
  for (let index = 0; index < users.length; index += atOnce) {
    const some = users.slice(index, index + atOnce)
    const finished = await Promise.all(some.map((user) => archiveUser(run, history, user)))
    const open = finished.indexOf(false)
    if (open !== -1) return users[index + open - 1]?.id ?? after
  }
  return users.length < run.sizes.users ? null : (users.at(-1)?.id ?? null)
}

async function doPortion(run: Run, history: History): Promise<void> {
  const after = await leaseWalk(history, run.now)
  if (after === undefined) return
  await moveWalk(history, await archivePortion(run, history, after), run.now)
}

/**
 * Does the next portion, in each history; they take turns to be the first. One that fails does not stop the others.
 * @throws the first failure, after all have been tried
 */
export async function archiveBooks(env: Env, now: number, sizes = archiveSizes): Promise<Archived> {
  const done = { moved: 0, failed: 0 }
  const run: Run = { env, now, sizes, left: sizes.steps, endsAt: Date.now() + runMaxMs, done }
  const histories = openHistories(env)
  const turn = Math.floor(now / 60_000) % histories.length
  const failures: unknown[] = []
  for (const { history } of [...histories.slice(turn), ...histories.slice(0, turn)])
    await doPortion(run, history).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return done
}
