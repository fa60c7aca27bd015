// The bookmark of the nightly check. A portion is leased, so that two runs of the cron do not check the same; what it
// found and the moved bookmark are one batch, so that a crash repeats a portion and loses nothing.
import { and, desc, eq, lt, lte, ne, sql } from 'drizzle-orm'
import { type CheckRow, isLate, nightOf } from '#domain/reconciliation-clock.ts'
import type { Difference } from '#domain/reconciliation.ts'
import type { Directory } from '../base/database.ts'
import { reconciliationDifferences, reconciliations } from './schema-reconciliation.ts'

export type CheckOfNight = typeof reconciliations.$inferSelect
export type FoundDifference = Difference & { userId: string }

const leaseMs = 90_000
const nightsKept = 30

const newestNight = sql`(select max(night) from reconciliations)`

/**
 * Leases the next portion, and begins the check of a night when the one before is done. The night of the installation
 * is not checked: its row only says when the clock began.
 * @returns undefined when there is nothing to check, or another run checks it
 */
export async function leasePortion(directory: Directory, now: number): Promise<CheckOfNight | undefined> {
  const [open] = await directory
    .update(reconciliations)
    .set({ leaseUntil: now + leaseMs })
    .where(
      and(
        eq(reconciliations.night, newestNight),
        ne(reconciliations.stage, 'done'),
        lte(reconciliations.leaseUntil, now)
      )
    )
    .returning()
  if (open) return open
  const [newest] = await newestChecks(directory, 1)
  const night = nightOf(now)
  if (newest && (newest.stage !== 'done' || newest.night >= night)) return undefined
  const times = { startedAt: now, movedAt: now, leaseUntil: now + leaseMs }
  const [begun] = await directory
    .insert(reconciliations)
    .values({ night, stage: newest ? 'users' : 'done', cursor: '', ...times })
    .onConflictDoNothing()
    .returning()
  return begun?.stage === 'users' ? begun : undefined
}

export interface Portion {
  stage: CheckRow['stage']
  cursor: string
  users: number
  jobs: number
  found: readonly FoundDifference[]
}

const differencesPerStatement = 15

function insertions(directory: Directory, night: number, found: readonly FoundDifference[], now: number) {
  const rows = found.map((difference) => ({ ...difference, night, foundAt: now }))
  const chunks = Array.from({ length: Math.ceil(rows.length / differencesPerStatement) }, (_, index) =>
    rows.slice(index * differencesPerStatement, (index + 1) * differencesPerStatement)
  )
  return chunks.map((chunk) => directory.insert(reconciliationDifferences).values(chunk).onConflictDoNothing())
}

/** Stores what a portion found and moves the bookmark, unless another run has moved it meanwhile. */
export async function movePortion(
  directory: Directory,
  from: CheckOfNight,
  portion: Portion,
  now: number
): Promise<void> {
  const { night, stage, cursor } = from
  const isUnmoved = and(
    eq(reconciliations.night, night),
    eq(reconciliations.stage, stage),
    eq(reconciliations.cursor, cursor)
  )
  await directory.batch([
    directory
      .update(reconciliations)
      .set({
        stage: portion.stage,
        cursor: portion.cursor,
        users: sql`${reconciliations.users} + ${portion.users}`,
        jobs: sql`${reconciliations.jobs} + ${portion.jobs}`,
        movedAt: now,
        leaseUntil: 0,
        ...(portion.stage === 'done' ? { finishedAt: now } : {})
      })
      .where(isUnmoved),
    ...insertions(directory, night, portion.found, now),
    directory
      .update(reconciliations)
      .set({
        differences: sql`(select count(*) from reconciliation_differences as found where found.night = ${night})`
      })
      .where(eq(reconciliations.night, night))
  ])
}

/** Newest first. */
export const newestChecks = (directory: Directory, limit: number): Promise<CheckOfNight[]> =>
  directory.select().from(reconciliations).orderBy(desc(reconciliations.night)).limit(limit)

/** The checks that tell whether it is late: the one under way and those before. */
const checksToSee = 3

/** Whether the nightly check has stopped. */
export const isCheckLate = async (directory: Directory, now: number): Promise<boolean> =>
  isLate(await newestChecks(directory, checksToSee), now)

export const differencesOf = (directory: Directory, night: number, limit: number) =>
  directory
    .select()
    .from(reconciliationDifferences)
    .where(eq(reconciliationDifferences.night, night))
    .orderBy(reconciliationDifferences.foundAt)
    .limit(limit)

/** Deletes what is older than a month. */
export async function forgetChecks(directory: Directory, night: number): Promise<void> {
  const before = night - nightsKept
  await directory.batch([
    directory.delete(reconciliations).where(lt(reconciliations.night, before)),
    directory.delete(reconciliationDifferences).where(lt(reconciliationDifferences.night, before))
  ])
}
