// How large the bucket of files is: a walk through all of its keys, portion after portion, once a day.
import { and, eq, isNull } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { bucketSizes } from './schema-alarms.ts'

export type BucketWalk = typeof bucketSizes.$inferSelect

/** Where the walk continues; a bucket that was never walked begins. */
export async function readBucketWalk(directory: Directory, bucket: string, now: number): Promise<BucketWalk> {
  await directory.insert(bucketSizes).values({ bucket, startedAt: now }).onConflictDoNothing()
  const [row] = await directory.select().from(bucketSizes).where(eq(bucketSizes.bucket, bucket))
  if (!row) throw new Error('The walk through a bucket was neither added nor found')
  return row
}

/** Moves the walk on. @returns false when another portion has moved it meanwhile */
export async function moveBucketWalk(
  directory: Directory,
  { bucket, cursor }: BucketWalk,
  to: Partial<Omit<BucketWalk, 'bucket'>>
): Promise<boolean> {
  const moved = await directory
    .update(bucketSizes)
    .set(to)
    .where(
      and(eq(bucketSizes.bucket, bucket), cursor === null ? isNull(bucketSizes.cursor) : eq(bucketSizes.cursor, cursor))
    )
    .returning()
  return moved.length > 0
}

/** The last measure; undefined before the first walk. */
export const findBucketSize = (directory: Directory, bucket: string): Promise<BucketWalk | undefined> =>
  directory.select().from(bucketSizes).where(eq(bucketSizes.bucket, bucket)).get()
