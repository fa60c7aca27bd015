// What operators see of the platform itself: the clock, the databases, the bucket of files and the nightly backups in it, the nightly check.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/system/watch.ts'
import { backupNights, type BackupRow } from '#data/directory/backups.ts'
import { findBucketSize } from '#data/directory/bucket-size.ts'
import { readDuties } from '#data/directory/duties.ts'
import { differencesOf, isCheckLate, newestChecks } from '#data/directory/reconciliation-bookmark.ts'
import { findRestores, type RestoreRow } from '#data/directory/restores.ts'
import { failedIn, isBackupLate } from '#domain/backup.ts'
import { isBehind, isClockLate } from '#domain/clock.ts'
import { databaseMaxBytes, gigabyte, isBucketLarge } from '#domain/database-size.ts'
import { runCron } from '../../clock/cron.ts'
import { mediaBucket } from '../../clock/measure-bucket.ts'
import { watchedDatabases } from '../../clock/watch-databases.ts'
import type { HonoEnv } from '../../http/context.ts'
import { expectToken } from '../../http/operator.ts'
import { serve, succeed } from '../../http/serve.ts'

const nightOf = ({ night, stage, users, bytes, balanceTokens, startedAt, finishedAt, ...row }: BackupRow) => ({
  night,
  stage,
  users,
  bytes,
  owed_tokens: balanceTokens,
  failed: row.failed.slice(0, contract.shownFailedMax),
  failed_count: failedIn(row),
  started_at: startedAt,
  finished_at: finishedAt
})

const restoreOf = ({ startedAt, finishedAt, ...row }: RestoreRow) => ({
  ...row,
  started_at: startedAt,
  finished_at: finishedAt
})

const nightsShown = 14
const differencesShown = 500

function mountClock(app: Hono<HonoEnv>) {
  // For scripts alone: others get 404.
  app.post('/operator/cron', async (c) => {
    expectToken(c)
    return succeed(c, await runCron(c.env, Date.now()))
  })

  serve(app, contract.openClock, async (_, c) => {
    const now = Date.now()
    const rows = await readDuties(c.var.directory)
    return {
      late: isClockLate(rows, now),
      ran_at: rows.find(({ duty }) => duty === 'clock')?.ranAt ?? null,
      duties: rows.flatMap(({ duty, ...row }) => {
        if (duty === 'clock') return []
        const behind = isBehind({ duty, ...row }, now)
        return {
          duty,
          ran_at: row.ranAt,
          succeeded_at: row.succeededAt,
          backlog: row.backlog,
          oldest_due_at: row.oldestDueAt,
          behind
        }
      })
    }
  })
}

function mountDatabases(app: Hono<HonoEnv>) {
  serve(app, contract.openDatabases, async (_, c) => ({
    max_bytes: databaseMaxBytes,
    databases: (await watchedDatabases(c.env)).map(({ name, bytes, isOpen, isTooLarge }) => ({
      name,
      bytes,
      open: isOpen,
      too_large: isTooLarge
    }))
  }))
}

function mountStorage(app: Hono<HonoEnv>) {
  serve(app, contract.openStorage, async (_, c) => {
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

  serve(app, contract.openBackups, async (_, c) => {
    const [nights, restores] = await Promise.all([backupNights(c.var.directory), findRestores(c.var.directory)])
    return { late: isBackupLate(nights, Date.now()), nights: nights.map(nightOf), restores: restores.map(restoreOf) }
  })
}

function mountReconciliation(app: Hono<HonoEnv>) {
  serve(app, contract.openReconciliation, async ({ night: wanted }, c) => {
    const { directory } = c.var
    const nights = await newestChecks(directory, nightsShown)
    const night = wanted ?? nights[0]?.night
    const differences = night === undefined ? [] : await differencesOf(directory, night, differencesShown)
    return {
      late: await isCheckLate(directory, Date.now()),
      nights: nights.map((check) => ({
        night: check.night,
        stage: check.stage,
        users: check.users,
        jobs: check.jobs,
        differences: check.differences,
        started_at: check.startedAt,
        moved_at: check.movedAt,
        finished_at: check.finishedAt
      })),
      differences: differences.map(({ kind, subject, userId, detail, foundAt }) => ({
        kind,
        subject,
        user_id: userId === '' ? null : userId,
        detail,
        found_at: foundAt
      }))
    }
  })
}

export function mountWatch(app: Hono<HonoEnv>) {
  mountClock(app)
  mountDatabases(app)
  mountStorage(app)
  mountReconciliation(app)
}
