// What an operator sees of the bucket of files and of the nightly backups in it.
import type { Hono } from 'hono'
import { openBackups, openStorage, shownFailedMax } from '#contract/operator/system/watch.ts'
import { backupNights, type BackupRow } from '#data/directory/backups.ts'
import { findBucketSize } from '#data/directory/bucket-size.ts'
import { findRestores, type RestoreRow } from '#data/directory/restores.ts'
import { failedIn, isBackupLate } from '#domain/backup.ts'
import { gigabyte, isBucketLarge } from '#domain/database-size.ts'
import type { HonoEnv } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { mediaBucket } from '../../clock/measure-bucket.ts'

const nightOf = ({ night, stage, users, bytes, balanceTokens, startedAt, finishedAt, ...row }: BackupRow) => ({
  night,
  stage,
  users,
  bytes,
  owed_tokens: balanceTokens,
  failed: row.failed.slice(0, shownFailedMax),
  failed_count: failedIn(row),
  started_at: startedAt,
  finished_at: finishedAt
})

const restoreOf = ({ startedAt, finishedAt, ...row }: RestoreRow) => ({
  ...row,
  started_at: startedAt,
  finished_at: finishedAt
})

export function mountStorage(app: Hono<HonoEnv>) {
  serve(app, openStorage, async (_, c) => {
    const planned = c.var.environment.LIMIT_MEDIA_GIGABYTES
    const found = await findBucketSize(c.var.directory, mediaBucket)
    const bytes = found?.bytes ?? null
    return {
      planned_bytes: planned * gigabyte,
      bytes,
      files: found?.files ?? null,
      measured_at: found?.measuredAt ?? null,
      large: bytes !== null && isBucketLarge(bytes, planned)
    }
  })

  serve(app, openBackups, async (_, c) => {
    const [nights, restores] = await Promise.all([backupNights(c.var.directory), findRestores(c.var.directory)])
    return { late: isBackupLate(nights, Date.now()), nights: nights.map(nightOf), restores: restores.map(restoreOf) }
  })
}
