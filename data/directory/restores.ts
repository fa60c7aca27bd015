// The restore that fills this stack: one at most.
import { eq } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { refundSearches } from './schema-refunds.ts'
import { restores } from './schema-backups.ts'

export type RestoreRow = typeof restores.$inferSelect

export const findRestores = (directory: Directory): Promise<RestoreRow[]> => directory.select().from(restores)

export async function beginRestore(directory: Directory, row: Omit<RestoreRow, 'finishedAt'>): Promise<void> {
  await directory.insert(restores).values(row).onConflictDoNothing()
}

/** Searches at the payment provider begin at once: they continue at the time of the backup, so they find what came after it. */
export async function endRestore(directory: Directory, id: string, now: number): Promise<void> {
  await directory.batch([
    directory.update(refundSearches).set({ dueAt: now }),
    directory.update(restores).set({ finishedAt: now }).where(eq(restores.id, id))
  ])
}
