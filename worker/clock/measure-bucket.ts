// A duty of the clock: measures the bucket of files. R2 has no limit of size, but a price: an alarm tells an operator
// when the size nears what was planned. One listing of a thousand keys costs 0.0005 cents.
import { openDirectory } from '#data/base/database.ts'
import { moveBucketWalk, readBucketWalk } from '#data/directory/bucket-size.ts'
import { isBucketLarge, shareOfPlan } from '#domain/database-size.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'

export const mediaBucket = 'MEDIA'

interface WalkSizes {
  /** Listings of one portion, and keys of one listing. */
  pages: number
  keys: number
}

const walkSizes: WalkSizes = { pages: 50, keys: 1000 }

export interface Measured {
  files: number
  isDone: boolean
}

/** Does the next portion of the walk. */
export async function measureBucket(env: Env, now: number, sizes = walkSizes): Promise<Measured> {
  const directory = openDirectory(env)
  const walk = await readBucketWalk(directory, mediaBucket, now)
  let { cursor, walkedBytes, walkedFiles } = walk
  let isDone = false
  for (let pages = 0; pages < sizes.pages && !isDone; pages++) {
    const after = cursor === null ? {} : { startAfter: cursor }
    const { objects, truncated } = await env.MEDIA.list({ limit: sizes.keys, ...after })
    walkedBytes += objects.reduce((sum, { size }) => sum + size, 0)
    walkedFiles += objects.length
    cursor = objects.at(-1)?.key ?? cursor
    isDone = !truncated
  }
  const files = walkedFiles - walk.walkedFiles
  const to = isDone
    ? {
        cursor: null,
        walkedBytes: 0,
        walkedFiles: 0,
        startedAt: now,
        bytes: walkedBytes,
        files: walkedFiles,
        measuredAt: now
      }
    : { cursor, walkedBytes, walkedFiles }
  const hasMoved = await moveBucketWalk(directory, walk, to)
  const plannedGigabytes = environmentOf(env).LIMIT_MEDIA_GIGABYTES
  if (hasMoved && isDone && isBucketLarge(walkedBytes, plannedGigabytes)) {
    const percent = Math.round(shareOfPlan(walkedBytes, plannedGigabytes) * 100)
    await raiseAlarm(env, '', { event: 'bucket-large', bucket: mediaBucket, percent, files: walkedFiles })
  }
  return { files, isDone: isDone || !hasMoved }
}
