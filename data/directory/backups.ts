// The bookmarks of the nightly backups.
import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { backups } from './schema-backups.ts'

export type BackupRow = typeof backups.$inferSelect

const nightsMax = 100

/** Newest first. */
export const backupNights = (directory: Directory): Promise<BackupRow[]> =>
  directory.select().from(backups).orderBy(desc(backups.night)).limit(nightsMax)

export async function beginNight(directory: Directory, night: number, now: number): Promise<void> {
  await directory
    .insert(backups)
    .values({ night, stage: 'wallets', cursor: '', startedAt: now, movedAt: now })
    .onConflictDoNothing()
}

/** Takes a night for one portion. @returns undefined when nothing is left to do, or another portion is under way */
export const leaseNight = (
  directory: Directory,
  night: number,
  { now, until }: { now: number; until: number }
): Promise<BackupRow | undefined> =>
  directory
    .update(backups)
    .set({ leaseUntil: until })
    .where(and(eq(backups.night, night), isNull(backups.deletedAt), lte(backups.leaseUntil, now)))
    .returning()
    .get()

/** Moves the bookmark, unless the lease has passed to another portion, which then stores the same wallets. */
export async function moveNight(
  directory: Directory,
  { night, leaseUntil }: BackupRow,
  moved: Partial<Omit<BackupRow, 'night' | 'leaseUntil'>>
): Promise<boolean> {
  const changed = await directory
    .update(backups)
    .set({ ...moved, leaseUntil: 0 })
    .where(and(eq(backups.night, night), eq(backups.leaseUntil, leaseUntil)))
    .returning({ night: backups.night })
  return changed.length > 0
}
