import { and, desc, eq, gt, lt, lte } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { announcements } from './schema-prices.ts'

export type AnnouncementRow = typeof announcements.$inferSelect

/** More than a page could show. */
const shownMax = 3

export const announcementsAt = (directory: Directory, now: number): Promise<AnnouncementRow[]> =>
  directory
    .select()
    .from(announcements)
    .where(and(gt(announcements.endsAt, now), lte(announcements.startsAt, now)))
    .orderBy(desc(announcements.startsAt))
    .limit(shownMax)

export const findAnnouncement = (directory: Directory, id: string): Promise<AnnouncementRow | undefined> =>
  directory.select().from(announcements).where(eq(announcements.id, id)).get()

/** Inserting the same row again changes nothing. */
export async function addAnnouncement(directory: Directory, row: AnnouncementRow): Promise<void> {
  await directory.insert(announcements).values(row).onConflictDoNothing()
}

export async function endAnnouncement(directory: Directory, id: string, now: number): Promise<void> {
  await directory
    .update(announcements)
    .set({ endsAt: now })
    .where(and(eq(announcements.id, id), gt(announcements.endsAt, now)))
}

/** Newest first. */
export const announcementHistory = (
  directory: Directory,
  { before, limit }: { before: number | undefined; limit: number }
): Promise<AnnouncementRow[]> =>
  directory
    .select()
    .from(announcements)
    .where(before === undefined ? undefined : lt(announcements.createdAt, before))
    .orderBy(desc(announcements.createdAt))
    .limit(limit)
